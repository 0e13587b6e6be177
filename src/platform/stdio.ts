/**
 * Whole writes to a descriptor and bounded reads from one, synchronously, so that nothing is lost when the process ends.
 * Knows no requests and no answers: bytes only.
 */
import { readSync, writeSync } from 'node:fs';

/** Longest pause between two attempts on a descriptor that is not ready: short against a person's patience, long against a busy loop. */
const RETRY_MILLISECONDS = 5;

/** One read asks for this much at most: a pipe of Linux holds 64 KiB, so more would not come at once. */
const READ_CHUNK_BYTES = 65_536;

/** What came of a write: everything arrived, or the reader had closed its end before. */
export type WriteOutcome = 'written' | 'closed';

/**
 * Writes all bytes to `fd`, waiting while the pipe is full. A reader that went away is no error: the rest is dropped
 * and the answer says `closed`. Any other failure of the system is thrown.
 */
export function writeAll(fd: number, data: Uint8Array | string): WriteOutcome {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  let offset = 0;
  while (offset < bytes.byteLength) {
    try {
      offset += writeSync(fd, bytes, offset, bytes.byteLength - offset);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EPIPE') return 'closed';
      if (code !== 'EAGAIN' && code !== 'EINTR') throw error;
      pause();
    }
  }
  return 'written';
}

/**
 * Reads `fd` to its end, but never more than `limit + 1` bytes, so that an endless or huge input costs no memory and its
 * excess still shows. Waits for a descriptor that is not ready; throws when it cannot be read at all.
 */
export function readBounded(fd: number, limit: number): Uint8Array {
  const ceiling = limit + 1;
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < ceiling) {
    const chunk = new Uint8Array(Math.min(READ_CHUNK_BYTES, ceiling - total));
    const count = readOnce(fd, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return joined(chunks, total);
}

function readOnce(fd: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(fd, chunk, 0, chunk.byteLength, null);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN' && code !== 'EINTR') throw error;
      pause();
    }
  }
}

function joined(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const only = chunks[0];
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Sleeps without an event loop, which a synchronous loop does not have. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS);
}
