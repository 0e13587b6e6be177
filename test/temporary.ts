/**
 * Before any test: one directory for all that the tests of this run, and the programs that they start, call temporary;
 * after the last one it is gone, whatever became of them. Tests need not know of it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everybody may write there, as in the system's own: some tests run as a user without privileges. */
const SHARED = 0o1777;

export function setup(): () => void {
  // Short: paths of sockets below it hold about a hundred characters in all.
  const directory = mkdtempSync(join(tmpdir(), 'cap-'));
  const before = process.env.TMPDIR;
  chmodSync(directory, SHARED);
  process.env.TMPDIR = directory;
  return () => {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}
