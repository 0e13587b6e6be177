/** Which families of verbs a text speaks of: what it wants done, whatever word it uses for it. */
import { conceptOf, SHARE_OF_WHOLE, type Token, TokenClass } from '../token.ts';
import type { Lexicon } from './lexicon.ts';

/** The families in the order of the text, each once. Parts of compounds do not count: a backup plan is no plan to make. */
export function familiesOf(tokens: readonly Token[], lexicon: Lexicon): number[] {
  const found: number[] = [];
  /** Where the last word began that means one thing: what it holds begins there too, and counts less. */
  let compoundAt = -1;
  for (const { cls, term, share, start } of tokens) {
    if (cls !== TokenClass.CONCEPT) continue;
    if (share === SHARE_OF_WHOLE) compoundAt = start;
    else if (start === compoundAt) continue;
    const family = lexicon.family(conceptOf(term));
    if (family > 0 && !found.includes(family)) found.push(family);
  }
  return found;
}
