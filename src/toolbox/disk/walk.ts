/**
 * Walks a directory for sizes: every file once, however many names it has, no symbolic link followed, within a time.
 * Names are bytes to the system; one that is no UTF-8 is shown with a replacement character and still counted.
 */
import { lstatSync, opendirSync, realpathSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { flag, optionalInteger, optionalText, textList } from '../arguments.ts';
import { failureOfSystemError, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export type Visit = {
  /** Names below the root; the last is the file's own. */
  readonly parts: readonly string[];
  readonly stats: Stats;
};

export type Walked = {
  readonly root: string;
  readonly files: number;
  readonly unreadable: number;
  readonly complete: boolean;
};

/** stat counts in these, whatever the file system's own block is. */
export const BLOCK_BYTES = 512;

/**
 * Calls `visit` for every file and `enter` for every directory below the argument `path`.
 * Arguments: `path` ("."), `exclude`, `other_filesystems` (false), `max_seconds` (60).
 */
export function walk(
  args: JsonObject,
  io: ToolIo,
  visit: (file: Visit) => void,
  enter: (directory: Visit) => void = () => {},
): Walked {
  const given = optionalText(args, 'path') ?? '.';
  if (given.includes('\0')) throw new ToolFailure('the path holds a NUL character', 'invalid_arguments');
  const exclude = new Set(textList(args, 'exclude'));
  const crossing = flag(args, 'other_filesystems');
  const deadline = performance.now() + 1000 * (optionalInteger(args, 'max_seconds') ?? 60);
  let root: string;
  let device: number;
  try {
    root = realpathSync(resolve(io.cwd, given));
    const stats = lstatSync(root);
    if (!stats.isDirectory()) throw new ToolFailure(`${given} is not a directory`, 'invalid_arguments');
    opendirSync(root).closeSync();
    device = stats.dev;
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, given);
  }

  let files = 0;
  let unreadable = 0;
  let inTime = true;
  const linked = new Set<string>();
  // A stack of our own: directories may be nested deeper than calls can be.
  const open: string[][] = [[]];
  for (let parts = open.pop(); parts !== undefined; parts = open.pop()) {
    if (performance.now() > deadline) {
      inTime = false;
      break;
    }
    const directory = join(root, ...parts);
    let entries: { name: string }[];
    try {
      entries = readDirectory(directory);
    } catch {
      unreadable++;
      continue;
    }
    for (const { name } of entries) {
      let stats: Stats;
      try {
        stats = lstatSync(join(directory, name));
      } catch {
        continue; // Gone since the directory was read.
      }
      const below = [...parts, name];
      if (stats.isDirectory()) {
        if (exclude.has(name) || (stats.dev !== device && !crossing)) continue;
        enter({ parts: below, stats });
        open.push(below);
      } else {
        if (stats.nlink > 1) {
          const identity = `${stats.dev}:${stats.ino}`;
          if (linked.has(identity)) continue;
          linked.add(identity);
        }
        files++;
        visit({ parts: below, stats });
      }
    }
  }
  return { root, files, unreadable, complete: inTime && unreadable === 0 };
}

/** Sorted, so that of two names of one file always the same is shown. */
function readDirectory(path: string): { name: string }[] {
  const directory = opendirSync(path, { bufferSize: 256 });
  const entries: { name: string }[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) entries.push(entry);
  } finally {
    directory.closeSync();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
