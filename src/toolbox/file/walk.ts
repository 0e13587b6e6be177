/**
 * Walking a directory tree for the file tools: sorted, bounded, never through symbolic links (so never in a circle), and
 * with what cannot be read reported instead of fatal. It knows nothing of what the tools look for.
 */
import { type Dirent, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lstatSync, readdirSync } from '../held-files.ts';
import { failureOfSystemError, ToolFailure } from '../tool.ts';
import { compareCodeUnits } from './entry.ts';

export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

export type Walked = {
  /** As a person would write it: below the root that was given. */
  readonly path: string;
  readonly absolute: string;
  /** Below the root, with "/" between names. */
  readonly relative: string;
  readonly name: string;
  /** 1 for what is directly in the root. */
  readonly depth: number;
  readonly type: EntryType;
};

export type WalkOptions = {
  /** What this says yes to is neither listed nor entered. */
  readonly leaveOut?: (entry: { readonly name: string; readonly relative: string }) => boolean;
  /** Directories of these names are listed but not entered. */
  readonly exclude?: ReadonlySet<string>;
  /** Names that start with a dot. */
  readonly hidden?: boolean;
  readonly maxDepth?: number;
};

/** Places that are named in an answer; the rest are counted. */
const NAMED = 20;
/** Entries after which a walk stops: minutes of work, and more than a person's disk holds. */
const MOST_ENTRIES = 10_000_000;
/** Views of the kernel, not files: entered only when asked for. */
const KERNEL_VIEWS: ReadonlySet<string> = new Set(['/proc', '/sys', '/dev']);

/** What could not be read, as an answer shows it. */
export class Unreadable {
  readonly places: { path: string; reason: string }[] = [];
  count = 0;

  add(path: string, reason: string): void {
    this.count += 1;
    if (this.places.length < NAMED) this.places.push({ path, reason });
  }

  addError(path: string, error: unknown): void {
    this.add(path, reasonOf(error));
  }

  /** The fields that every walking tool ends its answer with. */
  fields(): { complete: boolean; unreadable: { path: string; reason: string }[] } {
    return { complete: this.count === 0, unreadable: this.places };
  }
}

/** A system error in a few words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const words: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    ENOENT: 'does not exist',
    ENOTDIR: 'is not a directory',
    EISDIR: 'is a directory',
    ELOOP: 'too many symbolic links',
    ENAMETOOLONG: 'path is too long',
    ENOTEMPTY: 'directory is not empty',
    EROFS: 'read-only file system',
    EBUSY: 'in use',
    ENOSPC: 'no space left',
    EEXIST: 'exists already',
  };
  return (code !== undefined && words[code]) || (error instanceof Error ? error.message : String(error));
}

/** The absolute path of an argument; refuses what does not exist, and says so where a shell would have expanded "~". */
export function existing(path: string, cwd: string): { absolute: string; stat: Stats } {
  const absolute = resolve(cwd, path);
  try {
    return { absolute, stat: statSync(absolute) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && /^~(?:\/|$)/.test(path)) {
      throw new ToolFailure(`${path} does not exist: "~" is not expanded here, give the whole path`, 'not_found');
    }
    throw failureOfSystemError(error, path);
  }
}

/** The directory of an argument. */
export function existingDirectory(path: string, cwd: string): string {
  const { absolute, stat } = existing(path, cwd);
  if (!stat.isDirectory()) throw new ToolFailure(`${path} is not a directory`, 'invalid_arguments');
  return absolute;
}

/** Everything below `root` in order of path: a directory comes before what is in it. The root itself is not listed. */
export function* walk(root: string, cwd: string, options: WalkOptions, unreadable: Unreadable): Generator<Walked> {
  const top = resolve(cwd, root);
  const levels: { entries: readonly Dirent[]; next: number; absolute: string; path: string; relative: string }[] = [];
  const enter = (absolute: string, path: string, relative: string): void => {
    try {
      const entries = readdirSync(absolute, { withFileTypes: true });
      levels.push({
        entries: entries.sort((a, b) => compareCodeUnits(a.name, b.name)),
        next: 0,
        absolute,
        path,
        relative,
      });
    } catch (error) {
      unreadable.addError(path, error);
    }
  };
  enter(top, root, '');
  let seen = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const entry = level.entries[level.next];
    if (entry === undefined) {
      levels.pop();
      continue;
    }
    level.next += 1;
    if (options.hidden === false && entry.name.startsWith('.')) continue;
    seen += 1;
    if (seen > MOST_ENTRIES) {
      unreadable.add(root, `stopped after ${MOST_ENTRIES} entries`);
      return;
    }
    const path = join(level.path, entry.name);
    const absolute = join(level.absolute, entry.name);
    const relative = level.relative === '' ? entry.name : `${level.relative}/${entry.name}`;
    if (options.leaveOut?.({ name: entry.name, relative }) === true) continue;
    const type = typeOfEntry(entry, absolute, path, unreadable);
    if (type === undefined) continue;
    yield { path, absolute, relative, name: entry.name, depth: levels.length, type };
    if (type !== 'directory' || options.exclude?.has(entry.name) || levels.length >= (options.maxDepth ?? Infinity)) {
      continue;
    }
    if (!KERNEL_VIEWS.has(absolute)) enter(absolute, path, relative);
  }
}

export function typeOfStat(stat: Stats): EntryType {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'symlink' : 'other';
}

/** Some file systems do not tell the type in a listing. A name that is not UTF-8 cannot be written in JSON, so it is reported. */
function typeOfEntry(entry: Dirent, absolute: string, path: string, unreadable: Unreadable): EntryType | undefined {
  const isGarbled = entry.name.includes('\ufffd');
  if (!isGarbled && entry.isFile()) return 'file';
  if (!isGarbled && entry.isDirectory()) return 'directory';
  if (!isGarbled && entry.isSymbolicLink()) return 'symlink';
  if (!isGarbled && (entry.isSocket() || entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()))
    return 'other';
  try {
    return typeOfStat(lstatSync(absolute));
  } catch (error) {
    if (isGarbled) unreadable.add(path, 'the name is not UTF-8');
    else unreadable.addError(path, error);
    return undefined;
  }
}
