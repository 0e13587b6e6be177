/** A file that a tool is to read: there, and regular; what it holds is for the tool to judge. */
import { closeSync, constants, fstatSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSync } from './held-files.ts';
import { failureOfSystemError, ToolFailure } from './tool.ts';

/** `file` is the absolute path, `path` what the caller wrote. */
export type SourceFile = { readonly file: string; readonly path: string; readonly sizeBytes: number };

/** Throws ToolFailure where there is no such file, or something else than a regular one (a pipe would never end). */
export function sourceFile(path: string, cwd: string): SourceFile {
  const file = resolve(cwd, path);
  return { file, path, sizeBytes: requireRegular(path, () => statSync(file)).size };
}

/** Opens a regular file for the time of `use`, and refuses what `sourceFile` refuses. */
export function withFile<T>(path: string, cwd: string, use: (descriptor: number, size: number) => T): T {
  let descriptor: number;
  try {
    // Without this flag the opening of a pipe waits for somebody who writes to it.
    descriptor = openSync(resolve(cwd, path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw failureOfSystemError(error, path);
  }
  try {
    return use(descriptor, requireRegular(path, () => fstatSync(descriptor)).size);
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes from `position` on; fewer at the end of the file. */
export function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(descriptor, buffer, filled, length - filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}

function requireRegular(path: string, look: () => Stats): Stats {
  let stat: Stats;
  try {
    stat = look();
  } catch (error) {
    throw failureOfSystemError(error, path);
  }
  if (stat.isDirectory()) throw new ToolFailure(`${path} is a directory`, 'invalid_arguments');
  if (!stat.isFile()) throw new ToolFailure(`${path} is not a regular file`, 'invalid_arguments');
  return stat;
}
