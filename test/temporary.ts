/**
 * Before any test: one directory for all that the tests of this run, and the programs that they start, call temporary;
 * after the last one it is gone, whatever became of them, and after an interrupt as well. Tests need not know of it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everybody may write there, as in the system's own: some tests run as a user without privileges. */
const SHARED = 0o1777;

/**
 * Linux's file system in memory. What cap writes to keep is synchronised each time, and on a disk, which others write to
 * as well, the tests wait for that longer than they compute.
 */
const IN_MEMORY = '/dev/shm';
/** What the tests of a run keep at once is a third of this, in bytes; with less, memory is worth more than time. */
const ROOM = 3 * 2 ** 30;

export function setup(): () => void {
  const directory = inMemory() ?? made(tmpdir());
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  // A run that is interrupted gets to its exit, and not to its end.
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}

function made(parent: string): string {
  // Short: paths of sockets below it hold about a hundred characters in all.
  const directory = mkdtempSync(join(parent, 'cap-'));
  chmodSync(directory, SHARED);
  return directory;
}

/** Unless somebody says where else: there, where it is, has room, and lets programs start, as containers often do not. */
function inMemory(): string | undefined {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return undefined;
    const directory = made(IN_MEMORY);
    const program = join(directory, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const { status } = spawnSync(program);
    rmSync(status === 0 ? program : directory, { recursive: true });
    return status === 0 ? directory : undefined;
  } catch {
    return undefined;
  }
}
