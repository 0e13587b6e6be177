/** Where a row of units says what to do: the places of its verbs. */
import { conceptOf, type Token, TokenClass } from '../token.ts';
import type { Lexicon } from './lexicon.ts';
import type { Unit } from './unit.ts';

/** Verbs by the unit at which they begin, from left to right. Units and tokens are those of one reading. */
export function verbsAt(
  units: readonly Unit[],
  tokens: readonly Token[],
  lexicon: Lexicon,
): { readonly from: number; readonly family: number }[] {
  const unitAtStart = new Map(units.map(({ start }, i) => [start, i]));
  return tokens.flatMap(({ cls, term, start }) => {
    if (cls !== TokenClass.CONCEPT) return [];
    const family = lexicon.family(conceptOf(term));
    const from = unitAtStart.get(start);
    return family > 0 && from !== undefined ? [{ from, family }] : [];
  });
}
