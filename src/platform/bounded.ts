/** Synchronous work that may never come to an end: patterns and schemas of others. It is measured by the work that it does. */
import { Script } from 'node:vm';
import { needFiles } from './open-files.ts';

/** However little of the processor we get, nobody waits longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** How much longer each further try may wait: with a processor that is free again it computes as long. */
const PATIENCE = 2;
/** Whoever has computed for this part of the time, over all tries, was not only waiting. */
const COMPUTED = 1 / 4;

/** The work that is under way, where its script finds it: a context of its own would cost more than most work. */
const HANDED_OVER = 'capBoundedWork';
const world = globalThis as { [HANDED_OVER]?: (() => unknown) | undefined };
const script = new Script(`${HANDED_OVER}()`);

/** A stopwatch of V8's needs an event loop with its own files, and without them node ends the process. */
const STOPWATCH_FILES = 8;
let hasRoom = false;

/**
 * Runs `work` and breaks it off after about `milliseconds` of computing: V8 stops any code of this thread, regular
 * expressions included. What was only waiting for the processor, on a busy machine, is begun again with more time, so
 * `work` must be free of effects.
 */
export function bounded<T>(milliseconds: number, work: () => T): { readonly value: T } | undefined {
  if (!hasRoom) needFiles(STOPWATCH_FILES);
  hasRoom = true;
  const before = process.cpuUsage();
  for (let wait = milliseconds; ; wait *= PATIENCE) {
    const outer = world[HANDED_OVER];
    world[HANDED_OVER] = work;
    try {
      return { value: script.runInThisContext({ timeout: Math.min(wait, LONGEST_WAIT_MS) }) as T };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 >= milliseconds * COMPUTED || wait >= LONGEST_WAIT_MS) return undefined;
    } finally {
      world[HANDED_OVER] = outer;
    }
  }
}
