/**
 * Whether this process may open as many files as a run needs. Where it may not, that is said before anything is begun: node
 * itself ends with a fault of its own when it cannot make a timer's files, and a child that gets none is not started.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { MARK_FD } from './process-mark.ts';

/** What a run opens of its own at one time, a child's streams and a stopwatch with them. */
const OPENED = 24;
/** A child gets its mark under this number; while it is started, there is one more. */
const NEEDED = MARK_FD + 2;

/** Too few of them; it is answered with its refusal. */
class TooFewFiles extends Error {
  readonly refusal: Refusal;

  constructor(message: string) {
    super(message);
    this.refusal = refuse('unavailable', { message: `${message} Nothing was executed.` });
  }
}

/** Throws what is answered as `unavailable`. */
export function needFilesForRun(): void {
  const limit = openFilesLimit();
  if (limit < NEEDED) {
    throw new TooFewFiles(
      `This process may open ${limit} files at a time, and a run needs ${NEEDED}: raise it, ulimit -n ${NEEDED} at least.`,
    );
  }
  needFiles(OPENED);
}

/** The same for work that needs `count` of them at a time. */
export function needFiles(count: number): void {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync('/dev/null', 'r'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EMFILE' && code !== 'ENFILE') return;
    throw new TooFewFiles(
      `This process may open ${opened.length} more files, and ${count} are needed (${code}): let it open more, or close some.`,
    );
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** Infinity where nothing tells. */
function openFilesLimit(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return found === null ? Number.POSITIVE_INFINITY : Number(found[1]);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EMFILE' ? 0 : Number.POSITIVE_INFINITY;
  }
}
