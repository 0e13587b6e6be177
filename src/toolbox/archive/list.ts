/** Tool `archive_list`: what an archive holds and whether it is safe to unpack. Nothing is written. */

import { integer, optionalText, text } from '../arguments.ts';
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
  const archive = await openArchive(text(args, 'archive'), io.cwd);
  const entries = await readEntries(archive, MOST_ENTRIES);
  const dangers = dangersOf(entries);
  const match = optionalText(args, 'match');
  const fits = match === undefined ? () => true : pathOrNamePattern(match);
  const matching = entries.filter((entry) => !isRoot(entry) && fits(entry.name));
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
