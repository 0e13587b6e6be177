/**
 * How much of what a query speaks of each of a few documents has: the postings of every term are looked at once, for all
 * of them. It judges nothing.
 */
import { fieldMask } from '../fulltext/fields.ts';
import { masksOf } from '../fulltext/holding.ts';
import type { LexicalIndex } from '../fulltext/lexical.ts';
import type { Query } from './query.ts';

/** Shares of what the query speaks of, in per mille: had anywhere, and where the document says what it is. */
export type Covered = { readonly anywhere: number; readonly inHead: number };

/** Bits of the fields in which a document says what it is. */
export const HEAD_MASK = fieldMask('identity', 'title', 'summary', 'aliases', 'keywords');

/** For each of `docs`, in their order. */
export function coveredBy({ terms, things }: Query, docs: readonly number[], index: LexicalIndex): Covered[] {
  const masks = masksOf(index, docs, terms);
  const columnOf = new Map(terms.map(({ termId }, at) => [termId, at]));
  const sought = things.map(({ weight, ways }) => ({
    weight,
    ways: ways.map(({ terms: said, perMille }) => ({ columns: columnsOf(said, columnOf), of: said.length, perMille })),
  }));
  let total = 0;
  for (const { weight } of things) total += weight;
  return docs.map((_, row) => {
    const own = masks.subarray(row * terms.length, (row + 1) * terms.length);
    let anywhere = 0;
    let inHead = 0;
    for (const { weight, ways } of sought) {
      let best = 0;
      let bestInHead = 0;
      for (const { columns, of, perMille } of ways) {
        let held = 0;
        let heldInHead = 0;
        for (const column of columns) {
          const mask = own[column] as number;
          if (mask === 0) continue;
          held += 1;
          if ((mask & HEAD_MASK) !== 0) heldInHead += 1;
        }
        if (held === 0) continue;
        best = Math.max(best, Math.floor((perMille * held) / of));
        bestInHead = Math.max(bestInHead, Math.floor((perMille * heldInHead) / of));
      }
      anywhere += weight * best;
      inHead += weight * bestInHead;
    }
    return { anywhere: Math.floor(anywhere / Math.max(1, total)), inHead: Math.floor(inHead / Math.max(1, total)) };
  });
}

/** The columns of the terms that the catalog has and the query asks for. */
function columnsOf(terms: readonly number[], columnOf: ReadonlyMap<number, number>): number[] {
  const columns: number[] = [];
  for (const term of terms) {
    const column = columnOf.get(term);
    if (column !== undefined) columns.push(column);
  }
  return columns;
}
