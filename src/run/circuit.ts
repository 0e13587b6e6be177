/** The circuit of one call: when the same call keeps failing and nothing else has changed, the third is not tried. Pure. */

/** Milliseconds since 1970 of past failures, and of the last time that anything was changed successfully. */
export type CircuitFacts = { readonly failures: readonly number[]; readonly progress: number; readonly now: number };

/** Two tries may be bad luck; a third of the same would tell nothing new. */
export const FRUITLESS_CALLS = 2;
/** After this the world counts as another one. */
export const WINDOW_MS = 5 * 60_000;

/** Failures that count: recent ones, with no change of anything since. */
export function fruitless({ failures, progress, now }: CircuitFacts): readonly number[] {
  return failures.filter((time) => time > now - WINDOW_MS && time <= now && time > progress);
}

/** Undefined: it may be tried; else the moment from which it may be tried again. */
export function openUntil(facts: CircuitFacts): number | undefined {
  const counted = fruitless(facts).toSorted((a, b) => a - b);
  const decisive = counted.at(-FRUITLESS_CALLS);
  return decisive === undefined ? undefined : decisive + WINDOW_MS;
}
