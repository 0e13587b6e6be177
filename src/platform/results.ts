/**
 * The store of results: <state>/results/<ref>/{stdout,stderr,meta.json}. A ref is 128 random bits, so it cannot be
 * guessed, and nothing but its exact form ever becomes part of a path.
 */
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { JsonObject } from '../capability/capability.ts';
import type { StoredResult } from '../run/ports.ts';
import { readOwn } from './regular-file.ts';
import { namesInState, unreadable } from './state-reading.ts';

/** 16 random bytes in hexadecimal. */
const REF = /^[0-9a-f]{32}$/;

export type ResultSlot = {
  readonly ref: string;
  readonly stdoutPath: string;
  readonly stderrPath: string;
  /** For the pass of a built-in tool, which removes it. */
  readonly passPath: string;
  /** Writes the meta file, replacing an earlier one atomically. */
  writeMeta(meta: JsonObject): Promise<void>;
};

/** Unguessable and fit for a file name. */
export function randomId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
}

/** Makes room for one result below `directory` (the results directory). Throws the system's error when it cannot. */
export async function createSlot(directory: string): Promise<ResultSlot> {
  const ref = randomId();
  const home = join(directory, ref);
  await mkdir(home, { mode: 0o700 });
  const metaPath = join(home, 'meta.json');
  return {
    ref,
    stdoutPath: join(home, 'stdout'),
    stderrPath: join(home, 'stderr'),
    passPath: join(home, 'pass'),
    writeMeta: (meta) => writeFileAtomic(metaPath, `${JSON.stringify(meta)}\n`, { mode: 0o600, encoding: 'utf8' }),
  };
}

/** Reads one stream of a result; undefined when there is no such result. Streams are capped when written (64 MiB). Throws StateUnreadable. */
export async function readStored(
  directory: string,
  ref: string,
  stream: 'stdout' | 'stderr',
): Promise<StoredResult | undefined> {
  if (!REF.test(ref)) return undefined;
  const home = join(directory, ref);
  await namesInState(directory);
  try {
    const meta = JSON.parse(readOwn(join(home, 'meta.json'))?.toString('utf8') ?? '') as JsonObject;
    const file = await open(join(home, stream), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? { meta, bytes: await file.readFile() } : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw unreadable(home, error);
  }
}
