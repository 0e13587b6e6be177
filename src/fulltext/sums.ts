/** What scoring asks of a place where the impacts of a query's terms add up; who keeps it, and how, is not known here. */
import type { Postings } from './lexical.ts';

export interface Sums {
  /** Begins a query over `count` documents, of which those with a zero in `eligible` do not count; null admits all. */
  start(count: number, eligible: Uint8Array | null): void;
  /** Adds `weight` times the impacts of a term. */
  add(postings: Postings, weight: number): void;
  /** The first eligible document from `from` on whose sum exceeds `threshold` (≥ 0); the number of documents if none does. */
  next(from: number, threshold: number): number;
  /** How many eligible documents with a sum above 0 `next` has passed. */
  readonly total: number;
  score(doc: number): number;
  /** How many of the terms the document has. */
  matched(doc: number): number;
  /** Bit per field in which any of the terms stands. */
  mask(doc: number): number;
}
