/** What scoring asks of a place where the impacts of a query's terms add up; who keeps it, and how, is not known here. */
import type { Postings } from './lexical.ts';
import type { BestDocuments } from './top.ts';

export interface Sums {
  /** Begins a query over `count` documents, of which those with a zero in `eligible` do not count; null admits all. */
  start(count: number, eligible: Uint8Array | null): void;
  /** Adds `weight` times the impacts of a term. */
  add(postings: Postings, weight: number): void;
  /** Offers the eligible documents to `best`, ascending, and gives how many of them have a sum above 0. */
  into(best: BestDocuments): number;
  score(doc: number): number;
  /** How many of the terms the document has. */
  matched(doc: number): number;
  /** Bit per field in which any of the terms stands. */
  mask(doc: number): number;
}
