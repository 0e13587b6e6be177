/** Which families of verbs a text speaks of: what it wants done, whatever word it uses for it. */
import { type Token, TokenClass } from '../token.ts';
import type { Lexicon } from './lexicon.ts';

/** The families in the order of the text, each once. Parts of compounds and ambiguous words do not count. */
export function familiesOf(tokens: readonly Token[], lexicon: Lexicon): number[] {
  const found: number[] = [];
  for (const { cls, term } of tokens) {
    if (cls !== TokenClass.CONCEPT) continue;
    const family = lexicon.family(Number.parseInt(term.slice(1), 36));
    if (family > 0 && !found.includes(family)) found.push(family);
  }
  return found;
}
