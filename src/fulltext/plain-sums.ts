/**
 * Sums of a query in plain arrays: for few postings, where setting up the WebAssembly module of kernel.ts costs a cold
 * process more than its loops save.
 */
import type { Postings } from './lexical.ts';
import type { Sums } from './sums.ts';
import type { BestDocuments } from './top.ts';

/** A document's facts in one word: how many terms matched below, the fields' bits above. */
const MATCHED_BITS = 16;

export class PlainSums implements Sums {
  private eligible: Uint8Array | null = null;
  private sums = new Int32Array(0);
  private facts = new Int32Array(0);

  start(count: number, eligible: Uint8Array | null): void {
    this.eligible = eligible;
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

  into(best: BestDocuments): number {
    return best.offerAll(this.sums);
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
