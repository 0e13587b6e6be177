/**
 * The files of a project: what git tracks or would track; without a repository, everything but the usual directories
 * of dependencies and output.
 */

import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../call.ts';
import { READING_ENVIRONMENT, readingOptions } from '../git/guard.ts';

export type SourceFiles = {
  readonly files: readonly string[];
  readonly truncated: boolean;
  readonly from_git: boolean;
};

/** More than any project a person works on; the walk ends there and says so. */
const MAX_FILES = 200_000;
/** Generated and data files are larger than what a person writes. */
export const MAX_BYTES = 4 * 1024 * 1024;
const NOT_ENTERED = new Set(
  '.git .hg .svn node_modules .venv venv __pycache__ dist build target out vendor .next .cache coverage .tox'.split(
    ' ',
  ),
);

/** Paths relative to `directory`, sorted; `ignored`: what git ignores as well. Links are left out. */
export async function listSourceFiles(directory: string, ignored = false): Promise<SourceFiles> {
  const git = ignored ? undefined : await fromGit(directory);
  const all = git ?? walk(directory, ignored);
  const files = all.slice(0, MAX_FILES).filter((path) => isPlainFile(join(directory, path)));
  return { files: files.sort(), truncated: all.length > MAX_FILES, from_git: git !== undefined };
}

async function fromGit(directory: string): Promise<string[] | undefined> {
  try {
    const argv = [...(await readingOptions(directory)), 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { exitCode, stdout } = await call('git', argv, { cwd: directory, env: READING_ENVIRONMENT, ok: [0, 128] });
    if (exitCode !== 0) return undefined;
    return [...new Set(stdout.toString('utf8').split('\0').slice(0, -1))];
  } catch {
    return undefined;
  }
}

function walk(directory: string, ignored: boolean): string[] {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && found.length <= MAX_FILES; at = open.pop()) {
    let entries: ReturnType<typeof entriesOf>;
    try {
      entries = entriesOf(join(directory, at));
    } catch {
      continue;
    }
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (
        entry.isDirectory() &&
        !(ignored ? ['.git', 'node_modules'].includes(entry.name) : NOT_ENTERED.has(entry.name))
      )
        open.push(path);
    }
  }
  return found;
}

function entriesOf(directory: string) {
  return readdirSync(directory, { withFileTypes: true });
}

function isPlainFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

/** The text of a file; undefined for what is too large, binary, or cannot be read. */
export function readSource(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const size = fstatSync(descriptor).size;
    if (size > MAX_BYTES) return undefined;
    const buffer = Buffer.alloc(size);
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    if (buffer.subarray(0, Math.min(length, 8000)).includes(0)) return undefined;
    return buffer.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
