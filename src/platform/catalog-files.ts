/** Reads catalog directories and writes snapshots. Knows which files are sources, not what they say. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { compare, type SourceFile } from '../compile/diagnostic.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { openRegular } from './regular-file.ts';
import { configurationPlace, linuxStatePlace } from './state-place.ts';
import { readBounded } from './stdio.ts';

/** A source is a YAML file, or a script that is named like one beside it; links are not followed, so a catalog cannot reach outside its directory. */
const SOURCE = /\.ya?ml$/;
/** More than the compiler takes of a script: what is larger is some other file that has a manifest's name by chance. */
const SCRIPT_BYTES = 1024 * 1024;

/** All sources of these directories; the first directory is root 0. Paths are relative, with forward slashes, ascending: the order of a file system is not ours. */
export function readCatalogFiles(directories: readonly string[]): SourceFile[] | Refusal {
  try {
    return directories.flatMap((directory, root) => {
      const files = readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const stems = new Set(files.filter((file) => SOURCE.test(file)).map((file) => file.replace(SOURCE, '')));
      const isScript = (file: string) => stems.has(stemOf(file)) && statSync(file).size <= SCRIPT_BYTES;
      return files
        .filter((file) => SOURCE.test(file) || isScript(file))
        .map((file) => ({ path: relative(directory, file).split(sep).join('/'), bytes: readFileSync(file), root }))
        .sort((a, b) => compare(a.path, b.path));
    });
  } catch (error) {
    return refuse('usage', { message: 'A catalog directory cannot be read.', received: reported(error) });
  }
}

function stemOf(file: string): string {
  return file.slice(0, file.length - extname(file).length);
}

/**
 * Puts the bytes under `path` as a whole or not at all: readers see the old file or the new one. What stands there already
 * is replaced when `mayReplace` says so of its start; what is no file is never replaced.
 */
export async function writeCatalogFile(
  path: string,
  bytes: Uint8Array,
  mayReplace: (start: Uint8Array) => boolean,
  wayOut = '--force replaces it.',
): Promise<Refusal | null> {
  try {
    if (isOwnPlace(path)) {
      const message = 'That is where cap itself is governed from; nothing was written.';
      return refuse('usage', { message, received: path });
    }
    const start = startOf(path);
    if (start !== undefined && !mayReplace(start)) {
      const message = `Another file stands there; it was not touched. ${wayOut}`;
      return refuse('usage', { message, received: path });
    }
    await writeFileAtomic(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { mode: 0o644 });
    return null;
  } catch (error) {
    return refuse('usage', { message: 'The file cannot be written.', received: reported(error) });
  }
}

/** The log begins like an export of it, and a catalog of anybody's must not stand among what is trusted. */
function isOwnPlace(path: string): boolean {
  const places = [linuxStatePlace(process.env), configurationPlace(process.env), '/etc/cap'];
  const directory = realOr(dirname(resolve(path)));
  return places.some((place) => place !== undefined && `${directory}/`.startsWith(`${realOr(place)}/`));
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Enough to tell one kind of file from another. */
const START_BYTES = 4096;

/** Undefined when there is nothing. Throws for what is no regular file. */
function startOf(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined;
  const { fd } = openRegular(path);
  try {
    return readBounded(fd, START_BYTES);
  } finally {
    closeSync(fd);
  }
}

export function catalogFileExists(path: string): boolean {
  return existsSync(path);
}

/** Makes a file that was not there, with the directories above it. What is there is never touched, nor followed by a link. */
export function createCatalogFile(path: string, text: string): Promise<Refusal | null> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return Promise.resolve(null);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const message = exists ? 'The file is there already; it was not touched.' : 'The file cannot be written.';
    return Promise.resolve(refuse('usage', { message, received: reported(error) }));
  }
}

function reported(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException;
  return `${path ?? 'unknown path'} (${code ?? 'unknown error'})`;
}
