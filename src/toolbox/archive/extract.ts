/**
 * Tool `archive_extract`: lists, checks every entry, unpacks into a directory of its own beside the destination, and only then
 * gives it its name. Files come first and links last, so nothing is ever written through a link.
 */
import { closeSync, statfsSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { integer, optionalText, text, textList } from '../arguments.ts';
import { compareCodeUnits } from '../file/entry.ts';
import { lstatOr, makeParents } from '../file/transfer.ts';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from '../held-files.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { dangersOf, isRoot } from './check.ts';
import type { Archive, ArchiveEntry } from './entry.ts';
import { chooser, readEntries } from './list.ts';
import { openArchive } from './open.ts';

const TOP_SHOWN = 100;

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const path = text(args, 'path');
  const destination = resolve(io.cwd, optionalText(args, 'destination') ?? besideOf(resolve(io.cwd, path)));
  refuseTaken(destination);
  const archive = await openArchive(path, io.cwd);
  const entries = await readEntries(archive, integer(args, 'max_entries'), integer(args, 'max_bytes'));
  const [danger] = dangersOf(entries);
  if (danger !== undefined) {
    throw new ToolFailure(
      `the archive is refused, nothing was written: "${danger.name}" ${danger.reason}`,
      'invalid_arguments',
    );
  }
  const wanted = chooser(textList(args, 'include'));
  const chosen = entries.filter((entry) => !isRoot(entry) && wanted(entry.name));
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  refuseWithoutRoom(bytes, destination);
  makeParents(destination);
  let fresh: string;
  try {
    fresh = mkdtempSync(join(dirname(destination), '.cap-extract-'));
  } catch (error) {
    throw failureOfSystemError(error, dirname(destination));
  }
  try {
    await unpack(archive, wanted, fresh);
    chmodSync(fresh, 0o777 & ~process.umask());
    renameSync(fresh, destination);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, destination);
  }
  const top = readdirSync(destination).sort(compareCodeUnits).slice(0, TOP_SHOWN);
  return { destination, format: archive.format, entries: chosen.length, bytes, top_level: top };
}

function besideOf(absolute: string): string {
  const stem = basename(absolute).replace(/(?:\.tar)?\.(?:zip|tar|gz|tgz|bz2|tbz2?|xz|txz|zst|tzst|jar|whl)$/i, '');
  return join(dirname(absolute), stem === basename(absolute) || stem === '' ? `${basename(absolute)}-contents` : stem);
}

function refuseTaken(destination: string): void {
  const taken = lstatOr(destination);
  if (taken === undefined) return;
  const isEmpty = taken.isDirectory() && readdirSync(destination).length === 0;
  if (!isEmpty)
    throw new ToolFailure(
      `${destination} exists already; unpacking needs a new or empty directory`,
      'invalid_arguments',
    );
}

function refuseWithoutRoom(bytes: number, destination: string): void {
  const { bavail, bsize } = statfsSync(nearest(destination));
  if (bytes > bavail * bsize) {
    throw new ToolFailure(`the archive would take ${bytes} bytes and only ${bavail * bsize} are free`, 'failed');
  }
}

function nearest(path: string): string {
  return lstatOr(path)?.isDirectory() === true ? path : nearest(dirname(path));
}

async function unpack(archive: Archive, wanted: (name: string) => boolean, root: string): Promise<void> {
  const links: ArchiveEntry[] = [];
  const directories: ArchiveEntry[] = [];
  for await (const { entry, data } of archive.items()) {
    if (isRoot(entry) || !wanted(entry.name)) continue;
    const place = join(root, entry.name);
    if (entry.type === 'directory') {
      mkdirSync(place, { recursive: true });
      directories.push(entry);
    } else if (entry.type === 'file') {
      mkdirSync(dirname(place), { recursive: true });
      await writeFile(place, entry, data());
    } else links.push(entry);
  }
  for (const { name, type, linkTarget } of links) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    if (type === 'symlink') symlinkSync(linkTarget!, join(root, name));
    else if (!wanted(linkTarget!.replace(/^(?:\.\/+)+/, '')))
      throw new ToolFailure(`"${name}" is a hard link to "${linkTarget}", which is not chosen`, 'invalid_arguments');
    else linkSync(join(root, linkTarget!), join(root, name));
  }
  // From the deepest up: what is in a directory was written while it was open, and changed its time.
  for (const { name, mode, modified } of directories.sort((a, b) => compareCodeUnits(b.name, a.name))) {
    if (modified !== null) utimesSync(join(root, name), modified / 1000, modified / 1000);
    if (mode !== null) chmodSync(join(root, name), (mode & 0o777) | 0o700);
  }
}

async function writeFile(place: string, entry: ArchiveEntry, data: AsyncIterable<Uint8Array>): Promise<void> {
  const file = openSync(place, 'wx', 0o666);
  try {
    for await (const chunk of data) for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
  } finally {
    closeSync(file);
  }
  // No set-id bits from strangers; the owner can always read and write.
  if (entry.mode !== null) chmodSync(place, (entry.mode & 0o777 & ~process.umask()) | 0o600);
  if (entry.modified !== null) utimesSync(place, entry.modified / 1000, entry.modified / 1000);
}
