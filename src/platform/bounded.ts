/** Synchronous work that may never come to an end: patterns and schemas of others. It is measured by the work that it does. */
import { runInNewContext } from 'node:vm';

/** However little of the processor we get, nobody waits longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** How much longer each further try may wait. */
const PATIENCE = 4;

/**
 * Runs `work` and breaks it off after about `milliseconds` of computing: V8 stops any code of this thread, regular
 * expressions included. What was only waiting for the processor, on a busy machine, is begun again with more time, so
 * `work` must be free of effects.
 */
export function bounded<T>(milliseconds: number, work: () => T): { readonly value: T } | undefined {
  for (let wait = milliseconds; ; wait *= PATIENCE) {
    const before = process.cpuUsage();
    try {
      return { value: runInNewContext('work()', { work }, { timeout: Math.min(wait, LONGEST_WAIT_MS) }) as T };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 >= milliseconds / 2 || wait >= LONGEST_WAIT_MS) return undefined;
    }
  }
}
