/** Copying trees and choosing targets: what copy, move and trash share. Special files are left out and reported. */
import { randomBytes } from 'node:crypto';
import { constants, existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  chmodSync,
  copyFileSync,
  lchownSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from '../held-files.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { failureOfSystemError, ToolFailure } from '../tool.ts';
import { isWithin, realOf } from './protected.ts';
import { Unreadable } from './walk.ts';

export type Pair = { readonly path: string; readonly from: string; readonly to: string };

/** Where each source goes. Refuses everything that can be refused before anything is touched. */
export function pairUp(sources: readonly string[], destination: string, overwrite: boolean, cwd: string): Pair[] {
  const target = resolve(cwd, destination);
  // "name/" means a directory even where there is none yet.
  const isInto = isDirectory(target) || (destination.endsWith('/') && lstatOr(target) === undefined);
  if (!isInto && (sources.length > 1 || destination.endsWith('/'))) {
    if (existsSync(target)) throw new ToolFailure(`${destination} is not a directory`, 'invalid_arguments');
    if (sources.length > 1)
      throw new ToolFailure(
        `${destination} is not an existing directory, and there are several sources`,
        'invalid_arguments',
      );
  }
  const pairs = sources.map((path) => {
    const from = resolve(cwd, path);
    const to = isInto ? join(target, basename(from)) : target;
    const stat = lstatOf(from, path);
    const [realFrom, realTo] = [realOf(from), realOf(to)];
    if (realFrom === realTo) throw new ToolFailure(`${path} and its target are the same`, 'invalid_arguments');
    if (stat.isDirectory() && isWithin(realTo, realFrom)) {
      throw new ToolFailure(`${destination} is inside ${path}`, 'invalid_arguments');
    }
    refuseTaken(to, stat, overwrite);
    return { path, from, to };
  });
  const clash = pairs.find(({ to }, i) => pairs.findIndex((other) => other.to === to) !== i);
  if (clash !== undefined) throw new ToolFailure(`two sources would become ${clash.to}`, 'invalid_arguments');
  return pairs;
}

function refuseTaken(to: string, from: Stats, overwrite: boolean): void {
  const taken = lstatOr(to);
  if (taken === undefined) return;
  if (!overwrite) throw new ToolFailure(`${to} exists already; overwrite is not set`, 'invalid_arguments');
  if (taken.isDirectory() || from.isDirectory()) {
    throw new ToolFailure(`${to} exists already and a directory is never replaced`, 'invalid_arguments');
  }
}

export type Copied = { files: number; bytes: number };

/** Copies a file, a link or a tree to a place where nothing is (or, for one file, over what is there). */
export function copyTree(from: string, to: string, shown: string, skipped: Unreadable, copied: Copied): void {
  try {
    const stat = lstatSync(from);
    if (stat.isDirectory()) {
      mkdirSync(to, { mode: 0o700 });
      for (const name of readdirSync(from))
        copyTree(join(from, name), join(to, name), join(shown, name), skipped, copied);
      keepFacts(stat, to, true);
    } else if (stat.isSymbolicLink()) {
      symlinkSync(readlinkSync(from), to);
    } else if (stat.isFile()) {
      placeFile(from, to);
      keepFacts(stat, to, false);
      copied.files += 1;
      copied.bytes += stat.size;
    } else skipped.add(shown, 'is not a file, directory or link');
  } catch (error) {
    skipped.addError(shown, error);
  }
}

/** Over an existing file by way of a second name, so that a copy that breaks off leaves the old one whole. */
function placeFile(from: string, to: string): void {
  const taken = lstatOr(to);
  if (taken === undefined) {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return;
  }
  const beside = temporaryBeside(to);
  try {
    copyFileSync(from, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    renameSync(beside, to);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function keepFacts(stat: Stats, to: string, isDirectory: boolean): void {
  // Only the administrator may give files away; for everybody else the copy belongs to them, as with cp.
  if (process.getuid?.() === 0) lchownSync(to, stat.uid, stat.gid);
  if (isDirectory || process.getuid?.() === 0) chmodSync(to, stat.mode & 0o7777);
  lutimesSync(to, stat.atimeMs / 1000, stat.mtimeMs / 1000);
}

/** Renames, or across file systems copies and then removes. Throws when it did not work and leaves the source. */
export function moveTree(from: string, to: string, shown: string): void {
  for (const path of [from, to]) refuseOwnPlace(path);
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw failureOfSystemError(error, shown);
    const skipped = new Unreadable();
    copyTree(from, to, shown, skipped, { files: 0, bytes: 0 });
    const first = skipped.places[0];
    if (first !== undefined) {
      rmSync(to, { recursive: true, force: true });
      throw new ToolFailure(`${first.path} could not be copied to the other file system: ${first.reason}`);
    }
    rmSync(from, { recursive: true });
  }
}

/** Makes the directories above a target. */
export function makeParents(to: string): void {
  refuseOwnPlace(to);
  try {
    mkdirSync(dirname(to), { recursive: true });
  } catch (error) {
    throw failureOfSystemError(error, dirname(to));
  }
}

export function temporaryBeside(path: string): string {
  refuseOwnPlace(path);
  return join(dirname(path), `.cap-${process.pid}-${randomBytes(6).toString('hex')}`);
}

export function lstatOr(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function lstatOf(absolute: string, path: string): Stats {
  try {
    return lstatSync(absolute);
  } catch (error) {
    throw failureOfSystemError(error, path);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
