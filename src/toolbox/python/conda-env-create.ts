/**
 * Tool `python_conda_env_create`: a new named Conda environment.
 */
import { optionalText, text, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { conda, condaEnvironments } from './conda.ts';

/** Arguments: `name`, `python`, `packages`, `channel`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = text(args, 'name');
  const python = optionalText(args, 'python');
  const channel = optionalText(args, 'channel');
  const packages = [...(python === undefined ? [] : [`python=${python}`]), ...textList(args, 'packages')];
  if (packages.some((one) => one.startsWith('-')))
    throw new ToolFailure('a package name starts with "-"', 'invalid_arguments');
  const named = async () => (await condaEnvironments(io)).find((one) => one.name === name);
  const there = await named();
  if (there !== undefined)
    throw new ToolFailure(`the environment ${name} exists already: ${there.path}`, 'invalid_arguments');
  const from = channel === undefined ? [] : ['--channel', channel];
  await conda(['create', '--yes', '--quiet', '--name', name, ...from, ...packages], io);
  return { name, path: (await named())?.path ?? null, packages };
}
