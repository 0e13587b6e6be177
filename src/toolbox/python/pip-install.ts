/**
 * Tool `python_pip_install`: installs packages or a requirements file into a Python, and tells what came in.
 */
import { resolve } from 'node:path';
import { flag, optionalText, textList } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { choosePython, list, type PythonChoice, pip } from './environment.ts';
import { environmentPackages } from './metadata.ts';

/** Arguments: `packages`, `requirements`, `environment`, `upgrade`, `index_url`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const packages = textList(args, 'packages');
  const requirements = optionalText(args, 'requirements');
  const index = optionalText(args, 'index_url');
  if (packages.length === 0 && requirements === undefined) {
    throw new ToolFailure('either "packages" or "requirements" is needed', 'invalid_arguments');
  }
  const odd = packages.find((name) => !/^[A-Za-z0-9]/.test(name));
  if (odd !== undefined) throw new ToolFailure(`"${odd}" is not the name of a package`, 'invalid_arguments');
  const file = requirements === undefined ? undefined : resolve(io.cwd, requirements);
  if (file !== undefined && !(statOf(file)?.isFile() ?? false)) {
    throw new ToolFailure(`${file} does not exist`, 'not_found');
  }
  const python = choosePython(args, io);
  const before = await installed(python, io);
  const options = [
    ...(flag(args, 'upgrade') ? ['--upgrade'] : []),
    ...(index === undefined ? [] : [`--index-url=${index}`]),
    ...(file === undefined ? [] : ['--requirement', file]),
  ];
  await pip(python, ['install', '--quiet', ...options, '--', ...packages], io);
  const after = await installed(python, io);
  const changed = [...after].filter(([name, version]) => before.get(name) !== version);
  return {
    python: python.executable,
    installed: changed.map(([name, version]) => ({ name, version, before: before.get(name) ?? null })),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

/** Asking pip takes a second or more; the files of an environment say the same at once. */
async function installed(python: PythonChoice, io: ToolIo): Promise<Map<string, string>> {
  if (python.environment !== undefined) {
    return new Map(environmentPackages(python.environment).map(({ name, version }) => [name, version]));
  }
  const { stdout } = await pip(python, ['list', '--format=json'], io);
  return new Map(list(JSON.parse(stdout)).map(({ name, version }) => [String(name), String(version)]));
}
