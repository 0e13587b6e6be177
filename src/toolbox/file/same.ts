/** Whether two files hold the same bytes, and where they part. */
import { readAt } from '../source-file.ts';

const CHUNK_BYTES = 1 << 20;

/** Offset of the first byte in which two open files differ (the shorter one's end counts); null when they are equal. */
export function firstDifference(left: number, right: number): number | null {
  for (let position = 0; ; position += CHUNK_BYTES) {
    const a = readAt(left, position, CHUNK_BYTES);
    const b = readAt(right, position, CHUNK_BYTES);
    if (!a.equals(b)) {
      const shorter = Math.min(a.length, b.length);
      let i = 0;
      while (i < shorter && a[i] === b[i]) i += 1;
      return position + i;
    }
    if (a.length < CHUNK_BYTES) return null;
  }
}
