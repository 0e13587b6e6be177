/**
 * The store of results: <state>/results/<ref>/{stdout,stderr,meta.json}. A ref is 128 random bits, so it cannot be
 * guessed, and nothing but its exact form ever becomes part of a path.
 */
import { constants, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../capability/capability.ts';
import type { StoredResult } from '../run/ports.ts';
import { replaceAtOnce } from './private-file.ts';
import { randomId } from './random-id.ts';
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
  /** Writes the meta file, replacing an earlier one as a whole; on the disk when this returns. */
  writeMeta(meta: JsonObject): void;
};

/** Makes room for one result below `directory` (the results directory). Throws the system's error when it cannot. */
export function createSlot(directory: string): ResultSlot {
  const ref = randomId();
  const home = join(directory, ref);
  mkdirSync(home, { mode: 0o700 });
  const metaPath = join(home, 'meta.json');
  return {
    ref,
    stdoutPath: join(home, 'stdout'),
    stderrPath: join(home, 'stderr'),
    passPath: join(home, 'pass'),
    writeMeta: (meta) => replaceAtOnce(metaPath, `${JSON.stringify(meta)}\n`, true),
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
