/** The files and the clock that measuring needs: judgements, reports and pages. Knows nothing of what stands in them. */
import { closeSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { compare } from '../compile/diagnostic.ts';
import type { Refusal } from '../reason/refusal.ts';
import { writeCatalogFile } from './catalog-files.ts';
import { openRegular } from './regular-file.ts';

/** Bytes of a regular file; undefined where none can be read. */
function readBytes(path: string): Uint8Array | undefined {
  try {
    const { fd } = openRegular(path);
    try {
      return readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Names in a directory, ascending; undefined where there is none. */
function listNames(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort(compare);
  } catch {
    return undefined;
  }
}

/** Replaces a file as a whole or not at all, when it begins as `mayReplace` wants it; directories above it are made. */
async function writeText(path: string, text: string, mayReplace: (start: string) => boolean): Promise<Refusal | null> {
  try {
    makeDirectory(dirname(path));
  } catch {
    // The write below says what is wrong with the place.
  }
  const may = (start: Uint8Array) => mayReplace(new TextDecoder().decode(start));
  return writeCatalogFile(path, new TextEncoder().encode(text), may, 'Move it away, or name another place.');
}

/** One level after the other: where nothing can be made (/proc), the recursive form of Node tries for ever. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeDirectory(above);
  mkdirSync(path);
}

/** The files of an EvaluationHost. */
export const MEASURING_FILES = { read: readBytes, list: listNames, write: writeText, join };

/** Microseconds since the process began. */
export function microseconds(): number {
  return performance.now() * 1000;
}
