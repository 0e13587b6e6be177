/**
 * Tool `python_conda_env_remove`: deletes a named Conda environment, or tells what that would delete.
 */
import { flag, text } from '../arguments.ts';
import { directorySize } from '../file/directory-size.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { conda, condaEnvironments, condaPackages } from './conda.ts';

/** Arguments: `name`, `preview`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const facts = await findEnvironment(args, io);
  const { name, path } = facts;
  if (flag(args, 'preview')) return { ...facts, removed: false };
  await conda(['env', 'remove', '--yes', '--name', name], io);
  if (statOf(path) !== undefined) throw new ToolFailure(`conda said it was done but ${path} is still there`);
  return { ...facts, removed: true };
}

/** The directory that would go, with what is in it. */
export async function preview(args: JsonObject, io: ToolIo): Promise<Preview> {
  const { name, path, bytes, files, packages } = await findEnvironment(args, io);
  const all = `${packages} packages, ${files} files, ${bytes} bytes`;
  const kept = flag(args, 'preview') ? ' would be deleted; this call only tells' : ' is deleted';
  return {
    affected: [`${path}: the Conda environment ${name} (${all})${kept}`],
    state: { path, bytes, files, packages },
  };
}

async function findEnvironment(args: JsonObject, io: ToolIo) {
  const name = text(args, 'name');
  const one = (await condaEnvironments(io)).find((environment) => environment.name === name);
  if (one === undefined) throw new ToolFailure(`there is no Conda environment "${name}"`, 'not_found');
  if (one.base) throw new ToolFailure('base is Conda itself and is not removed', 'not_supported');
  if (one.active) throw new ToolFailure(`${name} is active: deactivate it first`, 'not_supported');
  const { bytes, files } = directorySize(one.path);
  return { name, path: one.path, bytes, files, packages: condaPackages(one.path).length };
}
