/** Tool `archive_list`: what an archive holds and whether it is safe to unpack. Nothing is written. */

import { integer, text, textList } from '../arguments.ts';
import { isoTime } from '../file/entry.ts';
import { pathOrNamePattern } from '../file/pattern.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { dangersOf, isRoot } from './check.ts';
import type { Archive, ArchiveEntry } from './entry.ts';
import { openArchive } from './open.ts';

/** Entries that are held in memory. */
const MOST_ENTRIES = 2_000_000;
const DANGERS_SHOWN = 20;

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const archive = await openArchive(text(args, 'path'), io.cwd);
  const entries = await readEntries(archive, MOST_ENTRIES);
  const dangers = dangersOf(entries);
  const wanted = chooser(textList(args, 'include'));
  const matching = entries.filter((entry) => !isRoot(entry) && wanted(entry.name));
  const limit = integer(args, 'limit');
  const shown = matching.slice(0, limit).map(({ name, type, size, modified, linkTarget, encrypted }) => ({
    name,
    type,
    size,
    modified: modified === null ? null : isoTime(modified),
    link_target: linkTarget,
    encrypted,
  }));
  return {
    format: archive.format,
    entries: shown,
    total: matching.length,
    bytes: entries.reduce((sum, { size }) => sum + size, 0),
    safe: dangers.length === 0,
    dangers: dangers.slice(0, DANGERS_SHOWN),
    truncated: matching.length > shown.length,
  };
}

/** Tells which entries fit one of these patterns; all of them when there are none. */
export function chooser(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => pathOrNamePattern(pattern.replace(/\/+$/, '')));
  if (tests.length === 0) return () => true;
  // A directory that is wanted brings everything below it.
  return (name) => {
    const names = name.split('/');
    return names.some((_, i) => tests.some((test) => test(names.slice(0, i + 1).join('/'))));
  };
}

/** The list of an archive, without contents. Stops at the first entry beyond `most` entries or `mostBytes` unpacked. */
export async function readEntries(archive: Archive, most: number, mostBytes = Infinity): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  let bytes = 0;
  for await (const { entry } of archive.items()) {
    entries.push(entry);
    bytes += entry.size;
    if (bytes > mostBytes) {
      throw new ToolFailure(`the archive is refused: it would take more than ${mostBytes} bytes`, 'invalid_arguments');
    }
    if (entries.length > most) throw new ToolFailure(`the archive has more than ${most} entries`, 'invalid_arguments');
  }
  return entries;
}
