/**
 * The circuit of one call: when the same call comes to nothing again, be it that it fails or that it finds nothing, and
 * nothing else has changed, the third is not tried. Pure.
 */

/** Milliseconds since 1970 of past calls that came to nothing, and of the last time that anything was changed successfully. */
export type CircuitFacts = { readonly fruitless: readonly number[]; readonly progress: number; readonly now: number };

/** Two tries may be bad luck; a third of the same would tell nothing new. */
export const FRUITLESS_CALLS = 2;
/** After this the world counts as another one: what waits for something to appear asks again then. */
export const WINDOW_MS = 5 * 60_000;

/** Undefined: it may be tried; else the moment from which it may be tried again. */
export function openUntil({ fruitless, progress, now }: CircuitFacts): number | undefined {
  // Those that count are recent, with no change of anything since.
  const counted = fruitless.filter((time) => time > now - WINDOW_MS && time <= now && time > progress);
  const decisive = counted.toSorted((a, b) => a - b).at(-FRUITLESS_CALLS);
  return decisive === undefined ? undefined : decisive + WINDOW_MS;
}
