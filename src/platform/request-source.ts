/** Reads the bytes of one request: stdin for `-`, a file for `@FILE`. Knows no JSON. */
import { closeSync } from 'node:fs';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { openRegular } from './regular-file.ts';
import { isStandIn } from './stand-in.ts';
import { readBounded } from './stdio.ts';

/**
 * At most `limit + 1` bytes, so that who judges the size can see that it is too large. stdin is touched for `-` only.
 */
export function readRequest(source: string, limit: number): Uint8Array | Refusal {
  if (source === '-') {
    try {
      const bytes = readBounded(0, limit);
      if (bytes.byteLength > 0 || !isStandIn(0)) return bytes;
      return refuse('stdin_closed', { message: 'Standard input is closed, or it leads to /dev/null.' });
    } catch {
      return refuse('stdin_closed');
    }
  }
  const path = source.replace(/^@/, '');
  try {
    const { fd } = openRegular(path);
    try {
      return readBounded(fd, limit);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message =
      code === 'EFTYPE' ? 'This is no regular file; a pipe is read with -.' : 'The request file cannot be read.';
    return refuse('usage', { message, received: `${source} (${code})` });
  }
}
