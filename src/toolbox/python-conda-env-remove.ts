/**
 * Tool `python_conda_env_remove`: deletes a named Conda environment, or tells what that would delete.
 */
import { flag, text } from './arguments.ts';
import { conda, condaEnvironments, condaPackages } from './conda.ts';
import { directorySize } from './directory-size.ts';
import { statOf } from './path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from './tool.ts';

/** Arguments: `name`, `preview`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = text(args, 'name');
  const one = (await condaEnvironments(io)).find((environment) => environment.name === name);
  if (one === undefined) throw new ToolFailure(`there is no Conda environment "${name}"`, 'not_found');
  if (one.base) throw new ToolFailure('base is Conda itself and is not removed', 'not_supported');
  if (one.active) throw new ToolFailure(`${name} is active: deactivate it first`, 'not_supported');
  const { bytes, files } = directorySize(one.path);
  const facts = { name, path: one.path, bytes, files, packages: condaPackages(one.path).length };
  if (flag(args, 'preview')) return { ...facts, removed: false };
  await conda(['env', 'remove', '--yes', '--name', name], io);
  if (statOf(one.path) !== undefined) throw new ToolFailure(`conda said it was done but ${one.path} is still there`);
  return { ...facts, removed: true };
}
