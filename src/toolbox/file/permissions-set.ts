/** Tool `file_permissions_set`: changes modes, of a tree if asked, and tells before and after. Links are left alone. */
import { resolve } from 'node:path';
import { flag, oneOf, text, textList } from '../arguments.ts';
import { chmodSync, lstatSync } from '../held-files.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { failureOfSystemError, type Json, type JsonObject, type ToolIo } from '../tool.ts';
import { octalMode } from './entry.ts';
import { changeMode } from './mode.ts';
import { refuseProtected } from './protected.ts';
import { typeOfStat, Unreadable, walk } from './walk.ts';

/** Changes that are listed; all are counted. */
const SHOWN = 500;
/** Read and enter, for the owner. */
const OPEN_DIRECTORY = 0o500;

export function run(args: JsonObject, io: ToolIo): Json {
  const change = text(args, 'mode');
  const preview = flag(args, 'preview');
  const recursive = flag(args, 'recursive');
  const applyTo = oneOf(args, 'apply_to', ['all', 'files', 'directories'], 'all');
  const unreadable = new Unreadable();
  const changes: { path: string; before: string; after: string }[] = [];
  let total = 0;
  let unchanged = 0;
  const set = (path: string, absolute: string): void => {
    try {
      const stat = lstatSync(absolute);
      const type = typeOfStat(stat);
      if (type === 'symlink') return;
      if (recursive && applyTo !== 'all' && (applyTo === 'directories') !== (type === 'directory')) return;
      const before = stat.mode & 0o7777;
      const after = changeMode(change, before, type === 'directory');
      if (before === after) {
        unchanged += 1;
        return;
      }
      if (!preview) chmodSync(absolute, after);
      total += 1;
      if (changes.length < SHOWN) changes.push({ path, before: octalMode(before), after: octalMode(after) });
    } catch (error) {
      unreadable.addError(path, error);
    }
  };
  const targets = textList(args, 'paths').map((path) => {
    const absolute = resolve(io.cwd, path);
    try {
      return { path, absolute, stat: lstatSync(absolute) };
    } catch (error) {
      throw failureOfSystemError(error, path);
    }
  });
  for (const { path, absolute } of targets) {
    if (recursive) refuseProtected(path, absolute, io.cwd, 'change');
    else refuseOwnPlace(absolute);
  }
  for (const { path, absolute, stat } of targets) {
    if (stat.isSymbolicLink()) unreadable.add(path, 'is a symbolic link: name what it points to');
    const isTree = recursive && stat.isDirectory();
    const staysOpen = (changeMode(change, stat.mode & 0o7777, true) & OPEN_DIRECTORY) === OPEN_DIRECTORY;
    // The walk enters a directory after we have seen it: a change that opens comes first, one that closes last.
    const inside =
      isTree && !(staysOpen && applyTo !== 'files') ? [...walk(path, io.cwd, {}, unreadable)].reverse() : [];
    for (const entry of inside) set(entry.path, entry.absolute);
    set(path, absolute);
    if (isTree && inside.length === 0) {
      for (const entry of walk(path, io.cwd, {}, unreadable)) set(entry.path, entry.absolute);
    }
  }
  return { applied: !preview, changes, total, unchanged, truncated: total > changes.length, ...unreadable.fields() };
}
