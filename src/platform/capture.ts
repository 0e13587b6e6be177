/**
 * One output stream of a child: written whole to a file up to a hard cap, with its head and its tail kept in memory.
 * It knows bytes only, no text.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';

/**
 * What is known of one stream. `head` and `tail` never overlap: when the stream fits, `head` is all of it and `tail` is
 * empty. `storedBytes` < `totalBytes`: the file does not hold everything.
 */
export type Captured = {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly totalBytes: number;
  readonly storedBytes: number;
  /** The stream passed the cap and its process was stopped for it. */
  readonly capped: boolean;
};

export type Capture = {
  /** Takes a chunk; false once the cap is passed: the writer is to be stopped. */
  write(chunk: Uint8Array): boolean;
  close(): Captured;
};

/** Kept from the start: enough to parse every result that an answer could carry. */
export const HEAD_BYTES = 8 * 1024 * 1024;
/** Kept from the end of a longer stream: the last words, where errors and totals stand. */
export const TAIL_BYTES = 64 * 1024;

/**
 * Opens the file (it must not exist) with mode 0600. `cap`: bytes after which nothing more is taken. `keep` false: the
 * stream may hold secrets, so the file stays empty.
 */
export function openCapture(path: string, cap: number, keep = true): Capture {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(path, flags, 0o600);
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  let totalBytes = 0;
  let storedBytes = 0;
  let storing = keep;
  let capped = false;

  const store = (chunk: Uint8Array): void => {
    try {
      for (let offset = 0; storing && offset < chunk.length; ) {
        const written = writeSync(descriptor, chunk, offset);
        offset += written;
        storedBytes += written;
      }
    } catch {
      // A disk that fills up while the child runs: the run goes on, the answer says that the store is incomplete.
      storing = false;
    }
  };

  const remember = (chunk: Uint8Array): void => {
    const first = chunk.subarray(0, Math.max(0, HEAD_BYTES - headBytes));
    if (first.length > 0) {
      head.push(first);
      headBytes += first.length;
    }
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    tail.push(rest);
    tailBytes += rest.length;
    if (tailBytes > 4 * TAIL_BYTES) {
      const last = Buffer.concat(tail).subarray(-TAIL_BYTES);
      tail = [Buffer.from(last)];
      tailBytes = last.length;
    }
  };

  return {
    write(chunk) {
      if (capped) return false;
      const taken = chunk.subarray(0, cap - totalBytes);
      totalBytes += taken.length;
      store(taken);
      remember(taken);
      capped = taken.length < chunk.length;
      return !capped;
    },
    close() {
      closeSync(descriptor);
      return {
        head: Buffer.concat(head),
        tail: Buffer.from(Buffer.concat(tail).subarray(-TAIL_BYTES)),
        totalBytes,
        storedBytes,
        capped,
      };
    },
  };
}
