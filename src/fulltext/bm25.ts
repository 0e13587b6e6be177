/**
 * Scores documents for a query: adds the impacts of its terms and keeps the best. Whole numbers only, so the result
 * depends neither on the order of the terms nor on the machine.
 */
import type { LexicalIndex } from './lexical.ts';
import { BestDocuments } from './top.ts';

/** A term that the query asks for. `weight` is a whole number ≥ 1 that multiplies its impacts. */
export type WeightedTerm = { readonly termId: number; readonly weight: number };

/**
 * The most that a query's weights may add up to: times the largest impact, 65535, it still fits the 32-bit sums. A query
 * has at most about 700 terms (256 characters, each a unigram, a bigram and a word), so 46 is always safe for each.
 */
export const MAX_WEIGHT_SUM = 32_767;

/** A document and why it is here. */
export type ScoredDocument = {
  readonly doc: number;
  readonly score: number;
  /** Bit per field in which any of the terms stands. */
  readonly mask: number;
  /** How many of the terms it has. */
  readonly matched: number;
};

/** Best first (score descending, then document ascending), and how many eligible documents have any term at all. */
export type Scored = { readonly top: readonly ScoredDocument[]; readonly total: number };

/**
 * The best `limit` of the eligible documents. `eligible` has one byte a document, 0 shuts it out; null admits all. Each
 * term id may stand once. Throws RangeError when the weights add up to more than MAX_WEIGHT_SUM.
 */
export function scoreDocuments(
  index: LexicalIndex,
  terms: readonly WeightedTerm[],
  count: number,
  eligible: Uint8Array | null,
  limit: number,
): Scored {
  if (terms.reduce((sum, { weight }) => sum + weight, 0) > MAX_WEIGHT_SUM) {
    throw new RangeError(`the weights of a query add up to more than ${MAX_WEIGHT_SUM}`);
  }
  const scores = new Int32Array(count);
  const masks = new Uint8Array(count);
  const matched = new Uint16Array(count);
  for (const { termId, weight } of terms) {
    const { docs, impacts, masks: fields } = index.postings(termId);
    if (docs instanceof Uint16Array) add16(docs, impacts, fields, weight, scores, masks, matched);
    else add32(docs, impacts, fields, weight, scores, masks, matched);
  }
  const best = new BestDocuments(limit);
  let total = 0;
  for (let doc = 0; doc < count; doc++) {
    const score = scores[doc] as number;
    if (score === 0 || (eligible !== null && eligible[doc] === 0)) continue;
    total++;
    if (score > best.threshold) best.offer(doc, score);
  }
  const top = best.sorted().map(({ doc, score }) => {
    return { doc, score, mask: masks[doc] as number, matched: matched[doc] as number };
  });
  return { top, total };
}

/** Two copies of one loop, so that each sees one kind of array: a shared one runs at half the speed after both have. */
function add16(
  docs: Uint16Array,
  impacts: Uint16Array,
  fields: Uint8Array,
  weight: number,
  scores: Int32Array,
  masks: Uint8Array,
  matched: Uint16Array,
): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    scores[doc] = (scores[doc] as number) + (impacts[i] as number) * weight;
    masks[doc] = (masks[doc] as number) | (fields[i] as number);
    matched[doc] = (matched[doc] as number) + 1;
  }
}

function add32(
  docs: Uint32Array,
  impacts: Uint16Array,
  fields: Uint8Array,
  weight: number,
  scores: Int32Array,
  masks: Uint8Array,
  matched: Uint16Array,
): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    scores[doc] = (scores[doc] as number) + (impacts[i] as number) * weight;
    masks[doc] = (masks[doc] as number) | (fields[i] as number);
    matched[doc] = (matched[doc] as number) + 1;
  }
}
