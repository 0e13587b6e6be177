/**
 * Tool `python_venv_create`: makes a virtual environment in a new or empty directory.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flag, optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { choosePython } from './environment.ts';

/** Arguments: `path` (.venv), `prompt`, `system_packages`, `without_pip`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const path = resolve(io.cwd, optionalText(args, 'path') ?? '.venv');
  refuseOwnPlace(path);
  const there = statOf(path);
  if (there !== undefined && (!there.isDirectory() || readdirSync(path).length > 0)) {
    throw new ToolFailure(`${path} exists and is not an empty directory`, 'invalid_arguments');
  }
  const prompt = optionalText(args, 'prompt');
  const python = choosePython({}, io);
  const options = [
    ...(prompt === undefined ? [] : [`--prompt=${prompt}`]),
    ...(flag(args, 'system_packages') ? ['--system-site-packages'] : []),
    ...(flag(args, 'without_pip') ? ['--without-pip'] : []),
  ];
  await call(python.executable, ['-I', '-m', 'venv', ...options, '--', path], { cwd: io.cwd });
  const interpreter = join(path, 'bin/python');
  const { stdout } = await call(interpreter, ['-I', '--version'], { cwd: io.cwd });
  const quoted = `'${path.replaceAll("'", `'\\''`)}/bin/activate'`;
  return {
    path,
    python: interpreter,
    version: /(\d\S*)/.exec(stdout.toString('utf8'))?.[1] ?? null,
    activate: `. ${quoted}`,
  };
}
