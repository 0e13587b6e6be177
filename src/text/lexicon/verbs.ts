/** Where a row of units says what to do: the places of its verbs. */
import type { Lexicon } from './lexicon.ts';
import { conceptTokens } from './match.ts';
import type { Unit } from './unit.ts';

/** Verbs by the unit at which they begin, from left to right. */
export function verbsAt(
  units: readonly Unit[],
  lexicon: Lexicon,
): { readonly from: number; readonly family: number }[] {
  const unitAtStart = new Map(units.map(({ start }, i) => [start, i]));
  return conceptTokens(units, lexicon).flatMap(({ term, start }) => {
    const family = lexicon.family(Number.parseInt(term.slice(1), 36));
    const from = unitAtStart.get(start);
    return family > 0 && from !== undefined ? [{ from, family }] : [];
  });
}
