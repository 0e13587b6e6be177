/**
 * How much of what a query speaks of each of a few documents has: the postings of every term are looked at once, for all
 * of them. It judges nothing.
 */
import { FIELDS, type FieldName } from '../fulltext/fields.ts';
import { masksOf } from '../fulltext/holding.ts';
import type { LexicalIndex } from '../fulltext/lexical.ts';
import type { Query } from './query.ts';
import { coverOf } from './things.ts';

/** Shares of what the query speaks of, in per mille: had anywhere, and where the document says what it is. */
export type Covered = { readonly anywhere: number; readonly inHead: number };

const HEAD: readonly FieldName[] = ['identity', 'title', 'summary', 'aliases', 'keywords'];
/** Bits of the fields in which a document says what it is. */
const HEAD_MASK = FIELDS.filter(({ name }) => HEAD.includes(name)).reduce(
  (mask, { bit }) => mask | (1 << bit),
  0,
);

/** For each of `docs`, in their order. */
export function coveredBy({ terms, things }: Query, docs: readonly number[], index: LexicalIndex): Covered[] {
  const masks = masksOf(index, docs, terms);
  const placeOf = new Map(terms.map(({ termId }, at) => [termId, at]));
  let total = 0;
  for (const { weight } of things) total += weight;
  return docs.map((_, row) => {
    const maskOf = (term: number) => masks[row * terms.length + (placeOf.get(term) ?? -1)] ?? 0;
    let anywhere = 0;
    let inHead = 0;
    for (const thing of things) {
      const cover = coverOf(thing, (term) => maskOf(term) !== 0);
      if (cover === 0) continue;
      anywhere += thing.weight * cover;
      inHead += thing.weight * coverOf(thing, (term) => (maskOf(term) & HEAD_MASK) !== 0);
    }
    return { anywhere: Math.floor(anywhere / Math.max(1, total)), inHead: Math.floor(inHead / Math.max(1, total)) };
  });
}
