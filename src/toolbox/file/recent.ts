/** Tool `file_recent`: files below a directory that changed since a moment, newest first. */
import { lstatSync } from 'node:fs';
import { flag, integer, optionalText, text, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { compareCodeUnits, isoTime, readMoment } from './entry.ts';
import { existingDirectory, Unreadable, walk } from './walk.ts';

const HOUR_MS = 3_600_000;

export function run(args: JsonObject, io: ToolIo): Json {
  const root = text(args, 'path');
  existingDirectory(root, io.cwd);
  const limit = integer(args, 'limit');
  const moment = optionalText(args, 'since');
  const hours = typeof args.hours === 'number' ? args.hours : 24;
  const since = moment === undefined ? Date.now() - hours * HOUR_MS : readMoment(moment, 'since');
  const unreadable = new Unreadable();
  const options = { exclude: new Set(textList(args, 'exclude')), hidden: flag(args, 'hidden') };
  let kept: { path: string; size: number; modified: number }[] = [];
  let total = 0;
  const best = (): typeof kept =>
    kept.sort((a, b) => b.modified - a.modified || compareCodeUnits(a.path, b.path)).slice(0, limit);
  for (const entry of walk(root, io.cwd, options, unreadable)) {
    if (entry.type !== 'file') continue;
    try {
      const { size, mtimeMs } = lstatSync(entry.absolute);
      if (mtimeMs < since) continue;
      total += 1;
      kept.push({ path: entry.path, size, modified: mtimeMs });
      if (kept.length >= 4 * limit + 1000) kept = best();
    } catch (error) {
      unreadable.addError(entry.path, error);
    }
  }
  const files = best().map(({ modified, ...rest }) => ({ ...rest, modified: isoTime(modified) }));
  return { since: isoTime(since), files, total, truncated: total > files.length, ...unreadable.fields() };
}
