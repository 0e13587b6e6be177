/**
 * Tool `git_large_files`: the largest file contents of a history, deleted ones as well. A history may hold millions of
 * objects, so they stream from one git into another and only the largest are kept.
 */

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { oneOf, optionalInteger } from '../arguments.ts';
import { startProgram } from '../start-program.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { READING_ENVIRONMENT } from './guard.ts';
import { findCommit, openRepository, type Repository, splitNul } from './repository.ts';

type Blob = { path: string; hash: string; bytes: number; packed_bytes: number };

/** Arguments: `repository`, `limit` (20), `min_bytes` (0), `scope` all | current (all). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const limit = optionalInteger(args, 'limit') ?? 20;
  const least = optionalInteger(args, 'min_bytes') ?? 0;
  const scope = oneOf(args, 'scope', ['all', 'current'], 'all');
  const head = await findCommit(repository, 'HEAD');
  const top = new Largest(limit);
  let files = 0;
  let bytes = 0;
  let packed = 0;
  const tips = scope === 'all' ? ['--all', ...(head === undefined ? [] : [head])] : [head ?? '--all'];
  await eachBlob(repository, tips, (blob) => {
    if (blob.bytes < least) return;
    files++;
    bytes += blob.bytes;
    packed += blob.packed_bytes;
    top.offer(blob);
  });
  const present = head === undefined ? new Set<string>() : await blobsOf(repository, head, top.hashes());
  return {
    root: repository.root,
    files: top.sorted().map((blob) => ({ ...blob, in_current_commit: present.has(blob.hash) })),
    total_files: files,
    total_bytes: bytes,
    total_packed_bytes: packed,
    truncated: files > limit,
  };
}

const SIZES = '--batch-check=%(objecttype) %(objectsize) %(objectsize:disk) %(objectname) %(rest)';

async function eachBlob(repository: Repository, tips: readonly string[], visit: (blob: Blob) => void): Promise<void> {
  const options = { cwd: repository.directory, env: { ...process.env, ...READING_ENVIRONMENT } };
  const walk = startProgram('git', [...repository.reading, 'rev-list', '--objects', ...tips], options);
  const sizes = startProgram('git', [...repository.reading, 'cat-file', '--buffer', SIZES], options);
  const ends = Promise.all([ended(walk, 'rev-list'), ended(sizes, 'cat-file')]);
  // One of them may fail while the lines are still read; whoever waits for the end below is told.
  ends.catch(() => {});
  walk.stdin.end();
  walk.stdout.pipe(sizes.stdin);
  sizes.stdin.on('error', () => {});
  for await (const line of createInterface({ input: sizes.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    // type, size, size on disk, hash, path: the path takes the rest. Objects that a partial clone lacks say "missing".
    const found = /^blob (\d+) (\d+) ([0-9a-f]+) (.*)$/.exec(line);
    if (found === null) continue;
    const [, size = '', disk = '', hash = '', path = ''] = found;
    visit({ path, hash, bytes: Number.parseInt(size, 10), packed_bytes: Number.parseInt(disk, 10) });
  }
  await ends;
}

function ended(child: ChildProcessWithoutNullStreams, name: string): Promise<void> {
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new ToolFailure(`git could not be started: ${error.message}`, 'not_installed')),
    );
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new ToolFailure(`git ${name} ended with exit code ${code}: ${words.trim()}`)),
    );
  });
}

/** Which of `wanted` stand in the tree of a commit. */
async function blobsOf(repository: Repository, commit: string, wanted: ReadonlySet<string>): Promise<Set<string>> {
  const { stdout } = await repository.read(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const found = splitNul(stdout).map((entry) => entry.slice(0, entry.indexOf('\t')).split(' ')[2] ?? '');
  return new Set(found.filter((hash) => wanted.has(hash)));
}

/** The `limit` largest of many, in the memory of twice as many. */
class Largest {
  private readonly limit: number;
  private kept: Blob[] = [];
  private floor = -1;

  constructor(limit: number) {
    this.limit = limit;
  }

  offer(blob: Blob): void {
    if (blob.bytes < this.floor) return;
    this.kept.push(blob);
    if (this.kept.length >= this.limit * 2) this.shrink();
  }

  hashes(): ReadonlySet<string> {
    return new Set(this.sorted().map(({ hash }) => hash));
  }

  sorted(): Blob[] {
    this.shrink();
    return this.kept;
  }

  private shrink(): void {
    this.kept = this.kept.sort((a, b) => b.bytes - a.bytes || (a.hash < b.hash ? -1 : 1)).slice(0, this.limit);
    if (this.kept.length === this.limit) this.floor = this.kept.at(-1)?.bytes ?? -1;
  }
}
