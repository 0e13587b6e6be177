/** Digests of files, read as a stream. */
import { createHash } from 'node:crypto';
import { readAt } from '../source-file.ts';

const CHUNK_BYTES = 1 << 20;

/** The digest of an open file in hexadecimal, of at most `limit` bytes, and how many bytes were read. */
export function digestFile(file: number, algorithm: string, limit = Infinity): { hash: string; size: number } {
  const digest = createHash(algorithm);
  let size = 0;
  for (;;) {
    const wanted = Math.min(CHUNK_BYTES, limit - size);
    const chunk = wanted > 0 ? readAt(file, size, wanted) : Buffer.alloc(0);
    digest.update(chunk);
    size += chunk.length;
    if (chunk.length < CHUNK_BYTES) return { hash: digest.digest('hex'), size };
  }
}
