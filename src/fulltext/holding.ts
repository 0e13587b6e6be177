/** What one document has of some terms, read from their postings. It knows neither queries nor which document matters. */
import { SHARE_OF_WHOLE } from '../text/token.ts';
import type { LexicalIndex } from './lexical.ts';

/** A term that is looked for, and how much of a whole occurrence it is (see Token.share). */
export type SoughtTerm = { readonly termId: number; readonly share: number };

/** Bits of the fields in which each term stands in the document, and the impacts of those that do, added up by share. */
export type Holding = { readonly masks: ReadonlyMap<number, number>; readonly strength: number };

/** Terms that the document lacks are absent from `masks`. Costs a binary search a term. */
export function holdingOf(index: LexicalIndex, doc: number, terms: readonly SoughtTerm[]): Holding {
  const masks = new Map<number, number>();
  let strength = 0;
  for (const { termId, share } of terms) {
    const { docs, impacts, masks: fields } = index.postings(termId);
    const at = placeOf(docs, doc);
    if (at < 0) continue;
    masks.set(termId, fields[at] as number);
    strength += (impacts[at] as number) * share;
  }
  return { masks, strength: Math.floor(strength / SHARE_OF_WHOLE) };
}

/**
 * The same for several documents: bits of the fields, document by document (docs.length × terms.length), 0 where a document
 * lacks a term. Each term's postings are looked up once.
 */
export function masksOf(index: LexicalIndex, docs: readonly number[], terms: readonly SoughtTerm[]): Uint8Array {
  const found = new Uint8Array(docs.length * terms.length);
  terms.forEach(({ termId }, column) => {
    const { docs: having, masks } = index.postings(termId);
    docs.forEach((doc, row) => {
      const at = placeOf(having, doc);
      if (at >= 0) found[row * terms.length + column] = masks[at] as number;
    });
  });
  return found;
}

/** Up to this length a row is looked through by the engine's own loop: 0.1 µs, and a halving by ours 1 µs in a cold process. */
const SHORT_ROW = 1024;

/** The place of a document in an ascending row of them, or -1. */
function placeOf(docs: Uint16Array | Uint32Array, doc: number): number {
  if (docs.length <= SHORT_ROW) return docs.indexOf(doc);
  let low = 0;
  let high = docs.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const here = docs[middle] as number;
    if (here === doc) return middle;
    if (here < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
