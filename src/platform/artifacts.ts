/** What stands at a path after a run: its kind, its size and the hash of its content. It never waits for a pipe or a device. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArtifactFound } from '../run/ports.ts';

/** Half a second of hashing; a larger file is told by its size. */
const HASHED_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

export async function lookAt(path: string, base: string): Promise<ArtifactFound> {
  if (path.includes('\0')) return MISSING;
  const place = resolve(base, path);
  try {
    const facts = await lstat(place);
    if (facts.isDirectory()) return { kind: 'directory', bytes: null, sha256: null };
    if (!facts.isFile()) return { kind: 'other', bytes: null, sha256: null };
    return await hashed(place);
  } catch (error) {
    const gone = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return gone ? MISSING : { kind: 'other', bytes: null, sha256: null };
  }
}

const MISSING: ArtifactFound = { kind: 'missing', bytes: null, sha256: null };

async function hashed(place: string): Promise<ArtifactFound> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: 'other', bytes: null, sha256: null };
    if (facts.size > HASHED_BYTES) return { kind: 'file', bytes: facts.size, sha256: null };
    const hash = createHash('sha256');
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, facts.size + 1));
    let bytes = 0;
    for (let read = 1; read > 0 && bytes <= HASHED_BYTES; bytes += read) {
      read = (await file.read(chunk, 0, chunk.length)).bytesRead;
      hash.update(chunk.subarray(0, read));
    }
    return { kind: 'file', bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
