/**
 * The two marks by which the processes of an invocation are known: a variable of their environment, and an open file that
 * bears the mark as its name. Each is inherited; a program that starts another with an empty environment drops the first
 * alone, one that closes all its files the second alone.
 */
import { constants, openSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { INVOCATION_VARIABLE } from './environment.ts';

/**
 * Where the open file stands in a child. High, so that no script means it by a number of its own, and behind a gap: node
 * keeps the low ones, up to the first gap, from its children.
 */
export const MARK_FD = 97;

/** Opens the file for a child that is about to be started, without a name on the disk. Throws where it cannot. */
export function openMark(directory: string, mark: string): number {
  const path = join(directory, nameOf(mark));
  const fd = openSync(path, constants.O_RDONLY | constants.O_CREAT | constants.O_EXCL, 0o400);
  unlinkSync(path);
  return fd;
}

export function hasMark(pid: number, mark: string): boolean {
  return holdsFile(pid, mark) || hasVariable(pid, mark);
}

function holdsFile(pid: number, mark: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${MARK_FD}`).endsWith(`/${nameOf(mark)} (deleted)`);
  } catch {
    return false;
  }
}

function hasVariable(pid: number, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    return `\0${environment}\0`.includes(`\0${INVOCATION_VARIABLE}=${mark}\0`);
  } catch {
    return false;
  }
}

function nameOf(mark: string): string {
  return `mark-${mark}`;
}
