/**
 * Tool `shell_path_show`: the directories of PATH in order, and where a command is found.
 */
import { optionalText } from '../arguments.ts';
import {
  callersEnvironment,
  executableNames,
  findOnPath,
  pathDirectories,
  realPathOf,
  statOf,
} from '../path-entries.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Permission bits by which somebody other than the owner may put a program there. */
const WRITABLE_BY_OTHERS = 0o022;

/** Arguments: `command` (a bare name). */
export async function run(args: JsonObject): Promise<Json> {
  const command = optionalText(args, 'command');
  const entries = pathDirectories().map((directory, at) => {
    const stat = statOf(directory);
    const names = stat?.isDirectory() === true ? executableNames(directory) : undefined;
    return {
      position: at + 1,
      directory,
      real_path: stat === undefined ? null : realPathOf(directory),
      is_directory: stat?.isDirectory() ?? false,
      executables: names?.length ?? null,
      writable_by_others: stat === undefined ? null : (stat.mode & WRITABLE_BY_OTHERS) !== 0,
      ...(command === undefined ? {} : { has_command: names?.includes(command) ?? false }),
    };
  });
  const outside = (await callersEnvironment())?.get('PATH');
  const leftOut = outside?.split(':').filter((element) => !element.startsWith('/'));
  const found = command === undefined ? undefined : findOnPath(command);
  return {
    entries,
    ...(found === undefined
      ? {}
      : { command: { name: command ?? null, used: found[0] ?? null, also_at: found.slice(1) } }),
    left_out: leftOut ?? null,
  };
}
