/**
 * Tool `npm_prefix`: where npm puts what is installed globally.
 */
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathDirectories, realPathOf, statOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { npmConfiguration } from './configuration.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const { prefix, cache, userconfig, globalconfig } = await npmConfiguration(io.cwd);
  const packages = join(prefix, 'lib', 'node_modules');
  const commands = join(prefix, 'bin');
  const real = realPathOf(commands);
  return {
    prefix,
    packages_directory: packages,
    commands_directory: commands,
    exists: statOf(packages)?.isDirectory() ?? false,
    writable: mayWrite(packages) && mayWrite(commands),
    commands_in_path: pathDirectories().some((directory) => realPathOf(directory) === real),
    cache_directory: cache,
    user_configuration: userconfig,
    global_configuration: globalconfig,
  };
}

/** A directory that does not exist may be made where the nearest one above it may be written. */
function mayWrite(directory: string): boolean {
  if (statOf(directory) === undefined && dirname(directory) !== directory) return mayWrite(dirname(directory));
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
