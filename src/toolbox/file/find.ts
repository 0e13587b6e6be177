/** Tool `file_find`: entries below a directory by name, kind, size and time. It reads no contents. */
import { lstatSync, readdirSync } from 'node:fs';
import { flag, integer, oneOf, optionalInteger, optionalText, text, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { compareCodeUnits, isoTime, readMoment } from './entry.ts';
import { fold, hasWildcard, namePattern, pathPattern } from './pattern.ts';
import { existingDirectory, Unreadable, type Walked, walk } from './walk.ts';

type Match = { path: string; type: string; size: number; modified: number };

export function run(args: JsonObject, io: ToolIo): Json {
  const root = text(args, 'path');
  existingDirectory(root, io.cwd);
  const limit = integer(args, 'limit');
  const sort = oneOf(args, 'sort', ['path', 'size', 'modified'], 'path');
  const unreadable = new Unreadable();
  const accepts = filterOf(args);
  const maxDepth = optionalInteger(args, 'depth');
  const options = {
    exclude: new Set(textList(args, 'exclude')),
    hidden: flag(args, 'hidden'),
    ...(maxDepth === undefined ? {} : { maxDepth }),
  };
  const compare = ORDERS[sort];
  let kept: Match[] = [];
  let total = 0;
  for (const entry of walk(root, io.cwd, options, unreadable)) {
    const match = accepts(entry, unreadable);
    if (match === undefined) continue;
    total += 1;
    // A walk is in order of path already; otherwise only the best few have to be remembered.
    if (sort === 'path' && kept.length >= limit) continue;
    kept.push(match);
    if (sort !== 'path' && kept.length >= 4 * limit + 1000) kept = kept.sort(compare).slice(0, limit);
  }
  if (sort !== 'path') kept = kept.sort(compare).slice(0, limit);
  const entries = kept.map(({ modified, ...rest }) => ({ ...rest, modified: isoTime(modified) }));
  return { entries, total, truncated: total > entries.length, ...unreadable.fields() };
}

const ORDERS = {
  path: (a: Match, b: Match) => compareCodeUnits(a.path, b.path),
  size: (a: Match, b: Match) => b.size - a.size || compareCodeUnits(a.path, b.path),
  modified: (a: Match, b: Match) => b.modified - a.modified || compareCodeUnits(a.path, b.path),
};

function filterOf(args: JsonObject): (entry: Walked, unreadable: Unreadable) => Match | undefined {
  const fits = nameTest(optionalText(args, 'name'), flag(args, 'case_sensitive'));
  const extensions = new Set(textList(args, 'extensions').map((one) => `.${one.replace(/^\./, '').toLowerCase()}`));
  const type = oneOf(args, 'type', ['any', 'file', 'directory', 'symlink', 'other'], 'any');
  const min = optionalInteger(args, 'min_bytes');
  const max = optionalInteger(args, 'max_bytes');
  const after = optionalText(args, 'modified_after');
  const before = optionalText(args, 'modified_before');
  const from = after === undefined ? -Infinity : readMoment(after, 'modified_after');
  const to = before === undefined ? Infinity : readMoment(before, 'modified_before');
  const onlyEmpty = flag(args, 'empty');
  return (entry, unreadable) => {
    if (type !== 'any' && entry.type !== type) return undefined;
    if (!fits(entry)) return undefined;
    if (extensions.size > 0 && ![...extensions].some((one) => entry.name.toLowerCase().endsWith(one))) return undefined;
    try {
      const stat = lstatSync(entry.absolute);
      // A size is asked of files; a directory has none that a person means.
      if ((min !== undefined || max !== undefined) && entry.type !== 'file') return undefined;
      if (stat.size < (min ?? 0) || stat.size > (max ?? Infinity)) return undefined;
      if (stat.mtimeMs < from || stat.mtimeMs >= to) return undefined;
      if (onlyEmpty && !isEmpty(entry, stat.size)) return undefined;
      return { path: entry.path, type: entry.type, size: stat.size, modified: stat.mtimeMs };
    } catch (error) {
      unreadable.addError(entry.path, error);
      return undefined;
    }
  };
}

function nameTest(name: string | undefined, caseSensitive: boolean): (entry: Walked) => boolean {
  if (name === undefined) return () => true;
  if (name.includes('/')) {
    const fits = pathPattern(name, !caseSensitive);
    return (entry) => fits(entry.relative);
  }
  if (hasWildcard(name)) {
    const fits = namePattern(name, !caseSensitive);
    return (entry) => fits(entry.name);
  }
  const word = caseSensitive ? name : fold(name);
  return (entry) => (caseSensitive ? entry.name : fold(entry.name)).includes(word);
}

function isEmpty(entry: Walked, size: number): boolean {
  if (entry.type === 'file') return size === 0;
  return entry.type === 'directory' && readdirSync(entry.absolute).length === 0;
}
