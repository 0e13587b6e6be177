/**
 * Whole writes to a descriptor and bounded reads from one, synchronously, so that nothing is lost when the process ends.
 * Knows no requests and no answers: bytes only.
 */
import { readSync, writeSync } from 'node:fs';

/** Longest pause between two attempts on a descriptor that is not ready: short against a person's patience, long against a busy loop. */
const RETRY_MILLISECONDS = 5;

/** Room for the first read: what a pipe of Linux holds, and with it nearly every request. */
const FIRST_READ_BYTES = 65_536;

/** What came of a write: everything arrived, the reader had closed its end before, or the system refused the rest. */
export type WriteOutcome = 'written' | 'closed' | 'failed';

/**
 * Writes all bytes to `fd`, waiting while the pipe is full. A reader that went away is no error: the rest is dropped
 * and the answer says `closed`. Any other failure (a full disk) is said in one line on stderr.
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
      if (code !== 'EAGAIN' && code !== 'EINTR') return complain(fd, code);
      pause();
    }
  }
  return 'written';
}

function complain(fd: number, code: string | undefined): 'failed' {
  if (fd !== 2) writeAll(2, `cap: the answer could not be written (${code ?? 'unknown error'})\n`);
  return 'failed';
}

/**
 * Reads `fd` to its end, but never more than `limit + 1` bytes, so that an endless or huge input costs no memory and its
 * excess still shows. Waits for a descriptor that is not ready; throws when it cannot be read at all.
 */
export function readBounded(fd: number, limit: number): Uint8Array {
  // Not zeroed: memory that no byte arrives in is never touched.
  let bytes = Buffer.allocUnsafeSlow(Math.min(FIRST_READ_BYTES, limit + 1));
  let total = 0;
  while (total <= limit) {
    if (total === bytes.byteLength) bytes = grown(bytes, limit + 1);
    const count = readOnce(fd, bytes, total);
    if (count === 0) break;
    total += count;
  }
  return bytes.subarray(0, total);
}

function readOnce(fd: number, bytes: Uint8Array, offset: number): number {
  for (;;) {
    try {
      return readSync(fd, bytes, offset, bytes.byteLength - offset, null);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EOF') return 0;
      // A file of the kernel's may have nothing yet as well: stdin alone is waited for.
      if (code !== 'EINTR' && (code !== 'EAGAIN' || fd > 0)) throw error;
      pause();
    }
  }
}

function grown(bytes: Uint8Array, ceiling: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(bytes.byteLength * 2, ceiling));
  larger.set(bytes);
  return larger;
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Sleeps without an event loop, which a synchronous loop does not have. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS);
}
