/**
 * Sums of a query in plain arrays: for few postings, where setting up the WebAssembly module of kernel.ts costs a cold
 * process more than its loops save.
 */
import type { Postings } from './lexical.ts';
import type { Sums } from './sums.ts';

/** A document's facts in one word: how many terms matched below, the fields' bits above. */
const MATCHED_BITS = 16;

export class PlainSums implements Sums {
  total = 0;
  private count = 0;
  private eligible: Uint8Array | null = null;
  private sums = new Int32Array(0);
  private facts = new Int32Array(0);

  start(count: number, eligible: Uint8Array | null): void {
    this.count = count;
    this.eligible = eligible;
    this.total = 0;
    this.sums = new Int32Array(count);
    this.facts = new Int32Array(count);
  }

  add({ docs, impacts, masks }: Postings, weight: number): void {
    const { sums, facts, eligible } = this;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      if (eligible !== null && eligible[doc] === 0) continue;
      sums[doc] = (sums[doc] as number) + (impacts[i] as number) * weight;
      facts[doc] = ((facts[doc] as number) + 1) | ((masks[i] as number) << MATCHED_BITS);
    }
  }

  next(from: number, threshold: number): number {
    const { sums, count } = this;
    for (let doc = from; doc < count; doc++) {
      const sum = sums[doc] as number;
      if (sum === 0) continue;
      this.total++;
      if (sum > threshold) return doc;
    }
    return count;
  }

  score(doc: number): number {
    return this.sums[doc] as number;
  }

  matched(doc: number): number {
    return (this.facts[doc] as number) & 0xffff;
  }

  mask(doc: number): number {
    return (this.facts[doc] as number) >>> MATCHED_BITS;
  }
}
