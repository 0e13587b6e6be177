/**
 * Tool `npm_outdated`: which npm packages have newer versions, global ones or those of a directory.
 */
import { resolve } from 'node:path';
import { oneOf, optionalText, textList } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { isObject, npmJson } from './call.ts';

/** Arguments: `scope` global | project (global), `directory`, `packages` (all). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const scope = oneOf(args, 'scope', ['global', 'project'], 'global');
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  return { scope, ...(await outdatedPackages(directory, scope === 'global', textList(args, 'packages'))) };
}

/** What `npm outdated` says, as a list. */
export async function outdatedPackages(
  directory: string,
  global: boolean,
  names: readonly string[],
): Promise<{ packages: JsonObject[]; total: number }> {
  if (!(statOf(directory)?.isDirectory() ?? false)) throw new ToolFailure(`${directory} does not exist`, 'not_found');
  if (!global && statOf(resolve(directory, 'package.json')) === undefined) {
    throw new ToolFailure(`${directory} has no package.json`, 'not_found');
  }
  const argv = ['outdated', '--long', ...(global ? ['--global'] : [])];
  const answer = await npmJson(argv, directory, names, [0, 1]);
  const packages: JsonObject[] = [];
  for (const [name, value] of Object.entries(isObject(answer) ? answer : {})) {
    // Several places with different versions come as a list.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isObject(one)) continue;
      packages.push({
        name,
        current: one.current ?? null,
        wanted: one.wanted ?? null,
        latest: one.latest ?? null,
        kind: one.type ?? null,
        needed_by: one.dependent ?? null,
      });
    }
  }
  packages.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  return { packages, total: packages.length };
}
