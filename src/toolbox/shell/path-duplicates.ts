/**
 * Tool `shell_path_duplicates`: what is in PATH twice, what is not there at all, and which programs hide others.
 */
import { join } from 'node:path';
import { optionalInteger, optionalText } from '../arguments.ts';
import { executableNames, isExecutable, pathDirectories, realPathOf, statOf } from '../path-entries.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Arguments: `limit` (100) of shadowed names, `command` (all names). */
export function run(args: JsonObject): Json {
  const limit = optionalInteger(args, 'limit') ?? 100;
  const command = optionalText(args, 'command');
  const firstAt = new Map<string, { position: number; directory: string }>();
  const duplicates: Json[] = [];
  const missing: Json[] = [];
  const kept: string[] = [];
  for (const [at, directory] of pathDirectories().entries()) {
    const position = at + 1;
    const real = realPathOf(directory);
    const first = firstAt.get(real);
    if (first !== undefined) {
      duplicates.push({ position, directory, same_as_position: first.position, same_as: first.directory });
    } else if (!(statOf(directory)?.isDirectory() ?? false)) {
      missing.push({ position, directory });
      firstAt.set(real, { position, directory });
    } else {
      firstAt.set(real, { position, directory });
      kept.push(directory);
    }
  }
  const shadowed = findShadowed(kept, command);
  return {
    duplicates,
    missing,
    shadowed: shadowed.slice(0, limit),
    total_shadowed: shadowed.length,
    truncated: shadowed.length > limit,
    suggested_path: kept.join(':'),
    changed: duplicates.length + missing.length > 0,
  };
}

/** Names under which different files lie in several directories; links to one and the same file hide nothing. */
function findShadowed(
  directories: readonly string[],
  command: string | undefined,
): { name: string; used: string; hidden: string[] }[] {
  const byName = new Map<string, string[]>();
  for (const directory of directories) {
    const names = command === undefined ? (executableNames(directory) ?? []) : [command];
    for (const name of names) {
      const path = join(directory, name);
      if (command !== undefined && !isExecutable(path)) continue;
      const paths = byName.get(name);
      if (paths === undefined) byName.set(name, [path]);
      else paths.push(path);
    }
  }
  const found: { name: string; used: string; hidden: string[] }[] = [];
  for (const [name, [used = '', ...others]] of byName) {
    const real = realPathOf(used);
    const hidden = others.filter((path) => realPathOf(path) !== real);
    if (hidden.length > 0) found.push({ name, used, hidden });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
