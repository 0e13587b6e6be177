/**
 * Whether a query is about a common operation that somebody may want of a computer anywhere: where one fits better than
 * the first candidate, the catalog has probably nothing for it. It knows no candidates.
 */
import { scoreDocuments } from '../fulltext/bm25.ts';
import { holdingOf } from '../fulltext/holding.ts';
import type { Elsewhere } from '../snapshot/elsewhere.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { readText } from '../text/analyze.ts';
import { hasHan } from '../text/characters.ts';
import { fitOf, weightOf } from './evidence.ts';
import { type Query, understand } from './query.ts';
import { coverOf } from './things.ts';

/** The operation that fits best (fitOf, in per mille); none where no word is met. */
export type BestElsewhere = { readonly fit: number; readonly operation: number };

/** As many are looked at, those with the strongest terms first: with twenty the figures are the same. */
const LOOKED_AT = 5;

/** `query` must have been understood by the terms of `elsewhere`. */
export function bestElsewhere(query: Query, { index, count, usual }: Elsewhere): BestElsewhere | null {
  const language = hasHan(query.text) ? 'zh' : 'en';
  let best: BestElsewhere | null = null;
  for (const { doc } of scoreDocuments(index, query.terms, count, null, LOOKED_AT).top) {
    const { masks, strength } = holdingOf(index, doc, query.terms);
    let [total, covered] = [0, 0];
    for (const thing of query.things) {
      const cover = coverOf(thing, (term) => masks.has(term));
      const weight = weightOf(thing, cover, query);
      total += weight;
      covered += weight * cover;
    }
    const own = Math.max(1, usual(language, doc));
    const fit = fitOf(Math.floor(covered / Math.max(1, total)), Math.floor((1000 * strength) / own));
    if (best === null || fit > best.fit) best = { fit, operation: doc };
  }
  return best;
}

/** As many of a document's names say what it is. */
const MOST_NAMES = 12;

/**
 * Whether a document is that very operation, by its own account: at least half of its title and aliases are more like it
 * than like any other. A catalog that sends mail is then not said to lack sending mail.
 */
export function isOperation(doc: number, operation: number, { text }: Query, snapshot: Snapshot): boolean {
  const language = hasHan(text) ? 'zh' : 'en';
  const { elsewhere, words, lexicon } = snapshot;
  if (elsewhere === null) return false;
  const { title, aliases } = snapshot.contract(doc);
  const namesIn = (one: 'zh' | 'en') => [title[one] ?? [], aliases[one]].flat().slice(0, MOST_NAMES);
  const own = namesIn(language);
  const names = own.length > 0 ? own : namesIn(language === 'zh' ? 'en' : 'zh');
  const alike = names.filter((name) => {
    const query = understand(name, readText(name, words, lexicon), { lexical: elsewhere, lexicon });
    return bestElsewhere(query, elsewhere)?.operation === operation;
  });
  return names.length > 0 && 2 * alike.length >= names.length;
}
