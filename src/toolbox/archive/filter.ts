/** Compression around a tar or a single file: streams of node:zlib, and for xz and bzip2 the system's executables. */

import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { startProgram } from '../start-program.ts';
import { ToolFailure } from '../tool.ts';

export type Compression = 'none' | 'gz' | 'bz2' | 'xz' | 'zst';

const EXECUTABLES = { bz2: 'bzip2', xz: 'xz' } as const;

/** The bytes of a file without its compression. Damage throws ToolFailure. */
export async function* decompressed(path: string, compression: Compression): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  try {
    if (compression === 'none') yield* file;
    else if (compression === 'gz' || compression === 'zst') {
      const filter = compression === 'gz' ? createGunzip() : createZstdDecompress();
      file.on('error', (error) => filter.destroy(error));
      yield* file.pipe(filter);
    } else yield* throughExecutable(EXECUTABLES[compression], file);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(`the compressed data is damaged: ${(error as Error).message}`);
  } finally {
    file.destroy();
  }
}

async function* throughExecutable(executable: string, file: Readable): AsyncGenerator<Uint8Array> {
  const child = startProgram(executable, ['--decompress', '--stdout'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-500);
  });
  const ended = endOf(child, executable);
  // The generator may be left before it waits for the end.
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  file.pipe(child.stdin);
  try {
    yield* child.stdout;
    const code = await ended;
    if (code !== 0)
      throw new ToolFailure(`the compressed data is damaged: ${words.trim() || `${executable} ended with ${code}`}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Where to write plain bytes so that compressed ones reach `output`; `done` settles when all of them are there. */
export function compressor(compression: Compression, output: Writable): { input: Writable; done: Promise<void> } {
  const finished = new Promise<void>((resolve, reject) => {
    output.on('finish', resolve);
    output.on('error', reject);
  });
  finished.catch(() => {});
  if (compression === 'none') return { input: output, done: finished };
  if (compression === 'gz' || compression === 'zst') {
    const filter = compression === 'gz' ? createGzip() : createZstdCompress();
    filter.pipe(output);
    return { input: filter, done: finished };
  }
  const executable = EXECUTABLES[compression];
  const child = startProgram(executable, ['--compress', '--stdout'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = endOf(child, executable);
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  child.stdout.pipe(output);
  const done = Promise.all([ended, finished]).then(([code]) => {
    if (code !== 0) throw new ToolFailure(`${executable} ended with exit code ${code}`);
  });
  return { input: child.stdin, done };
}

function endOf(child: ReturnType<typeof startProgram>, executable: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      const message = isMissing ? `${executable} is not installed (not found on PATH)` : error.message;
      reject(new ToolFailure(message, isMissing ? 'not_installed' : 'failed'));
    });
    child.on('close', resolve);
  });
}
