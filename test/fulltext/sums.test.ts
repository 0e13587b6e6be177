/** Few postings and many add up in different places: both must come to the same. */
import { expect, test } from 'vitest';
import { Accumulator } from '../../src/fulltext/kernel.ts';
import { PlainSums } from '../../src/fulltext/plain-sums.ts';
import type { Sums } from '../../src/fulltext/sums.ts';
import { BestDocuments } from '../../src/fulltext/top.ts';
import { sequence } from './documents.ts';

const COUNT = 5_000;

test.each([1, 7, 100, 3_000])('both places keep the same %i documents, with the same sums and facts', (limit) => {
  const next = sequence(limit);
  const eligible = Uint8Array.from({ length: COUNT }, () => (next(10) < 7 ? 1 : 0));
  const terms = Array.from({ length: 6 }, (_, term) => {
    const docs = Uint16Array.from(Array.from({ length: COUNT }, (_, doc) => doc).filter(() => next(6) <= term));
    // Few different impacts, so that many sums are equal and the order of documents decides.
    return {
      docs,
      impacts: Uint16Array.from(docs, () => 1 + next(4)),
      masks: Uint8Array.from(docs, () => 1 << next(8)),
    };
  });
  const answer = (sums: Sums, admitted: Uint8Array | null) => {
    sums.start(COUNT, admitted);
    terms.forEach((postings, term) => {
      sums.add(postings, term + 1);
    });
    const best = new BestDocuments(limit, COUNT);
    const total = sums.into(best);
    const top = best.sorted();
    return { total, top: top.map((hit) => ({ ...hit, mask: sums.mask(hit.doc), matched: sums.matched(hit.doc) })) };
  };
  for (const admitted of [eligible, null]) {
    const plain = answer(new PlainSums(), admitted);
    expect(answer(new Accumulator(), admitted)).toEqual(plain);
    expect(plain.top).toHaveLength(Math.min(limit, plain.total));
    const ordered = [...plain.top].sort((a, b) => b.score - a.score || a.doc - b.doc);
    expect(plain.top).toEqual(ordered);
  }
});
