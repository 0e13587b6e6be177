/**
 * Small files that somebody else may have put in our way: a pipe is not waited for, a device is not read, and nothing
 * large is taken in. Knows no meaning of what it reads.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { readBounded } from './stdio.ts';

/**
 * A descriptor of a regular file, opened without waiting; `flags` are further flags of open(2). Throws the file system's
 * error, EFTYPE for anything else.
 */
export function openRegular(path: string | URL, flags = 0): { readonly fd: number; readonly facts: Stats } {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  const facts = fstatSync(fd);
  if (facts.isFile()) return { fd, facts };
  closeSync(fd);
  throw Object.assign(new Error('not a regular file'), { code: 'EFTYPE' });
}

/** The text of a regular file of at most `limit` bytes. Throws as openRegular does, and EFBIG when it is larger. */
export function readRegularText(path: string, limit: number): string {
  const { fd } = openRegular(path);
  try {
    const bytes = readBounded(fd, limit);
    if (bytes.byteLength > limit) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
    return new TextDecoder().decode(bytes);
  } finally {
    closeSync(fd);
  }
}

/** All of a regular file that is no link; undefined when there is none. Throws as openRegular does. */
export function readOwn(path: string): Buffer | undefined {
  let fd: number;
  try {
    ({ fd } = openRegular(path, constants.O_NOFOLLOW));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
