/**
 * What ends a child when we are killed ourselves: a tiny process beside it that waits on a pipe of ours. The kernel closes
 * the pipe however we die, SIGKILL included, and then it ends everything that carries the mark. It knows marks only.
 *
 * The waiting is done by /bin/sh, which is there within a millisecond; our own executable, which takes far longer to
 * start, takes its place only when there is something to end. No text of a request is ever part of the script.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { endTree, leadersOf } from './process-tree.ts';

/** How our own executable is started: what stands in front of our own arguments, from source the script. */
export type Self = { readonly file: string; readonly argv: readonly string[] };

export type Guard = {
  /** The child has come to its end: nothing is to be done any more. */
  dismiss(): void;
};

/** The hidden entry that the guard starts; behind it stands the mark. */
export const END_ORPHANS = '--end-orphans';

/** A word before the end of the pipe means that all is well; without one, what follows is started. */
const WAIT = 'read -r word || exec "$0" "$@"';
/** 128 random bits: nobody names the processes of another invocation by chance. */
const MARK = /^[0-9a-f]{32}$/;
/** A child that was begun in the moment of our death may take this long to appear under its mark. */
const LOOKS = 10;
const LOOK_EVERY_MS = 20;

/** Starts the guard; begin the child only afterwards. Where there is no /bin/sh nothing is guarded. */
export function openGuard(self: Self, mark: string, environment: Environment): Guard {
  const guard = spawn('/bin/sh', ['-c', WAIT, self.file, ...self.argv, END_ORPHANS, mark], {
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return { dismiss: () => guard.stdin.end('done\n', () => guard.stdin.destroy()) };
}

/** Ends what an invocation has left behind: `graceMs` to leave in order, then by force. */
export async function endOrphans(mark: string, graceMs: number): Promise<void> {
  if (!MARK.test(mark)) return;
  for (let look = 0; look < LOOKS; look += 1) {
    for (const leader of leadersOf(mark)) await endTree({ leader, mark }, graceMs);
    await sleep(LOOK_EVERY_MS);
  }
}
