/** Replacing a file's contents as a whole: readers see the old file or the new one, never a part. */
import { closeSync, constants, fsyncSync, type Stats, writeSync } from 'node:fs';
import {
  accessSync,
  chmodSync,
  chownSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
} from '../held-files.ts';
import { failureOfSystemError } from '../tool.ts';
import { lstatOr, temporaryBeside } from './transfer.ts';

/**
 * Writes `bytes` to `path` by way of a file beside it. An existing file keeps mode and owner; a link stays a link and
 * what it points to is replaced. `exclusive`: fails when something is there. Throws ToolFailure.
 */
export function replaceFile(path: string, bytes: Uint8Array, exclusive = false): void {
  const target = realOrSame(path);
  const old = lstatOr(target);
  const beside = temporaryBeside(target);
  try {
    // Renaming needs the directory only: without this a read-only file would be replaced all the same.
    if (old !== undefined && !exclusive) accessSync(target, constants.W_OK);
    writeNew(beside, bytes, old);
    if (exclusive) {
      linkSync(beside, target);
      rmSync(beside);
    } else renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw failureOfSystemError(error, path);
  }
}

function writeNew(path: string, bytes: Uint8Array, like: Stats | undefined): void {
  const file = openSync(path, 'wx', like === undefined ? 0o666 : 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (like === undefined) return;
  if (process.getuid?.() === 0) chownSync(path, like.uid, like.gid);
  chmodSync(path, like.mode & 0o7777);
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
