/** Tool `file_permissions_show`: mode, owner and what the current user may do, of paths and their parents. */
import { accessSync, constants, lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { flag, textList } from '../arguments.ts';
import { failureOfSystemError, type Json, type JsonObject, type ToolIo } from '../tool.ts';
import { octalMode, symbolicMode } from './entry.ts';
import { readOwners } from './owners.ts';
import { typeOfStat, Unreadable } from './walk.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const owners = readOwners();
  const unreadable = new Unreadable();
  const withParents = flag(args, 'parents');
  const shown = textList(args, 'paths').flatMap((path) => {
    const absolute = resolve(io.cwd, path);
    return withParents
      ? [...parentsOf(absolute), absolute].map((one) => ({ path: one, absolute: one }))
      : [{ path, absolute }];
  });
  const seen = new Set<string>();
  const files = shown.flatMap(({ path, absolute }) => {
    if (seen.has(path)) return [];
    seen.add(path);
    try {
      const stat = lstatSync(absolute);
      const may = (mode: number): boolean => allows(absolute, mode);
      return [
        {
          path,
          type: typeOfStat(stat),
          mode: octalMode(stat.mode),
          symbolic: symbolicMode(stat),
          owner: owners.user(stat.uid),
          group: owners.group(stat.gid),
          uid: stat.uid,
          gid: stat.gid,
          readable: may(constants.R_OK),
          writable: may(constants.W_OK),
          executable: may(constants.X_OK),
          link_target: stat.isSymbolicLink() ? readlinkSync(absolute) : null,
        },
      ];
    } catch (error) {
      unreadable.add(path, failureOfSystemError(error, path).message);
      return [];
    }
  });
  return { files, ...unreadable.fields() };
}

/** From the root down to the directory that holds the path. */
function parentsOf(absolute: string): string[] {
  const parent = dirname(absolute);
  return parent === absolute ? [] : [...parentsOf(parent), parent];
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
