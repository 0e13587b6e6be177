import { describe, expect, test } from 'vitest';
import { type Scored, scoreDocuments } from '../../src/fulltext/bm25.ts';
import { FIELDS, type FieldedDocument } from '../../src/fulltext/fields.ts';
import type { LexicalIndex } from '../../src/fulltext/lexical.ts';
import { RANKING } from '../../src/fulltext/ranking-config.ts';
import { openLexical } from '../../src/fulltext/read.ts';
import { plainSections } from '../../src/fulltext/section-view.ts';
import { buildLexical } from '../../src/fulltext/write.ts';
import { documentOf, sequence, splitAtSpaces } from './documents.ts';

function indexOf(documents: readonly FieldedDocument[]): LexicalIndex {
  return openLexical(plainSections(buildLexical(documents, splitAtSpaces)));
}

function ask(
  index: LexicalIndex,
  words: string,
  count: number,
  eligible: Uint8Array | null = null,
  limit = 10,
): Scored {
  const terms = words.split(' ').map((word) => ({ termId: index.termId(`w${word}`), weight: 1 }));
  const known = terms.filter(({ termId }) => termId >= 0);
  return scoreDocuments(index, known, count, eligible, limit);
}

const order = ({ top }: Scored): number[] => top.map(({ doc }) => doc);

/** Made-up documents: each field some words, frequent ones more often. */
function corpus(count: number, seed: number): FieldedDocument[] {
  const next = sequence(seed);
  const word = () => `t${Math.min(next(40), next(40))}`;
  const texts = (most: number) =>
    Array.from({ length: next(3) }, () => Array.from({ length: next(most) }, word).join(' '));
  return Array.from({ length: count }, () =>
    documentOf({
      identity: texts(3),
      summary: texts(8),
      description: texts(20),
      aliases: texts(4),
      parameters: texts(6),
    }),
  );
}

/** BM25F as its formula reads, in floating point, with nothing shared with the code under test. */
function naiveWeights(documents: readonly FieldedDocument[]): Map<string, number>[] {
  const bags = documents.map(({ fields }) =>
    FIELDS.map(({ name }) => fields[name].flatMap((text) => text.split(' ').filter((word) => word !== ''))),
  );
  const average = FIELDS.map((_, f) => {
    const lengths = bags.map((bag) => bag[f]!.length).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  });
  const raw = bags.map((bag) => {
    const weights = new Map<string, number>();
    for (const word of new Set(bag.flat())) {
      const df = bags.filter((other) => other.flat().includes(word)).length;
      const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
      const tf = FIELDS.reduce((sum, { weight, lengthNorm: b }, f) => {
        const own = bag[f]!.filter((other) => other === word).length;
        return own === 0 ? sum : sum + (weight * own) / (1 - b + (b * bag[f]!.length) / average[f]!);
      }, 0);
      weights.set(word, (tf / (RANKING.saturation + tf)) * idf ** RANKING.idfPower);
    }
    return weights;
  });
  const norms = raw.map((weights) => Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0)));
  const rms = Math.sqrt(norms.reduce((sum, norm) => sum + norm ** 2, 0) / norms.length);
  return raw.map((weights, doc) => {
    return new Map([...weights].map(([word, weight]) => [word, weight * (norms[doc]! / rms) ** RANKING.normExponent]));
  });
}

describe('the impacts', () => {
  test('are those of the formula, within one half of a step', () => {
    const documents = corpus(60, 3);
    const index = indexOf(documents);
    const naive = naiveWeights(documents);
    const most = Math.max(...naive.flatMap((weights) => [...weights.values()]));
    let largest = 0;
    let seen = 0;
    for (let termId = 0; termId < index.vocabularySize; termId++) {
      const { docs, impacts } = index.postings(termId);
      expect(index.documentFrequency(termId)).toBe(docs.length);
      docs.forEach((doc: number, i: number) => {
        const exact = (naive[doc]!.get(index.term(termId).slice(1))! / most) * 65535;
        expect(Math.abs(impacts[i]! - Math.max(1, exact))).toBeLessThanOrEqual(0.5001);
        largest = Math.max(largest, impacts[i]!);
        seen++;
      });
    }
    expect(largest).toBe(65535);
    expect(seen).toBe(naive.reduce((sum, weights) => sum + weights.size, 0));
  });

  test('order documents as the formula does', () => {
    const documents = corpus(60, 4);
    const index = indexOf(documents);
    const naive = naiveWeights(documents);
    for (const words of ['t1', 't0 t5 t9', 't2 t3 t30 t31', 't12 t4']) {
      const { top } = ask(index, words, 60, null, 60);
      const exact = top.map(({ doc }) => words.split(' ').reduce((sum, word) => sum + (naive[doc]!.get(word) ?? 0), 0));
      for (let i = 1; i < exact.length; i++) expect(exact[i - 1]! - exact[i]!).toBeGreaterThan(-1e-4);
    }
  });

  test('tell in which fields a term stands', () => {
    const index = indexOf([
      documentOf({ summary: ['port'], aliases: ['port who'] }),
      documentOf({ parameters: ['port'] }),
    ]);
    expect([...index.postings(index.termId('wport')).masks]).toEqual([(1 << 2) | (1 << 4), 1 << 6]);
  });

  test('rise with rarity, with the weight of the field, and fall with length', () => {
    const filler = Array.from({ length: 20 }, () => documentOf({ summary: ['common words here'] }));
    const rare = indexOf([documentOf({ summary: ['common rare x y'] }), ...filler]);
    const impact = (index: LexicalIndex, word: string) => index.postings(index.termId(`w${word}`)).impacts[0]!;
    expect(impact(rare, 'rare')).toBeGreaterThan(impact(rare, 'common'));
    const fields = indexOf([documentOf({ summary: ['a b'] }), documentOf({ description: ['a b'] })]);
    expect(order(ask(fields, 'a', 2))).toEqual([0, 1]);
    const lengths = indexOf([documentOf({ summary: ['a b c d e f'] }), documentOf({ summary: ['a b'] })]);
    expect(order(ask(lengths, 'a', 2))).toEqual([1, 0]);
  });

  test('leave stop words out', () => {
    const index = indexOf([documentOf({ summary: ['the port'] })]);
    expect([index.termId('wthe'), index.termId('wport'), index.vocabularySize]).toEqual([-1, 0, 1]);
  });
});

describe('the bytes of an index', () => {
  test('are the same for the same documents', () => {
    const [one, two] = [buildLexical(corpus(40, 5), splitAtSpaces), buildLexical(corpus(40, 5), splitAtSpaces)];
    expect(two).toEqual(one);
  });

  test('hold nothing for no documents', () => {
    const index = indexOf([]);
    expect([index.vocabularySize, index.termId('wport')]).toEqual([0, -1]);
    expect(ask(index, 'port', 0)).toEqual({ top: [], total: 0 });
  });

  test('take four bytes a document number where two are too few', () => {
    const documents = Array.from({ length: 65_537 }, (_, i) =>
      documentOf({ summary: [i === 65_536 ? 'last' : 'word'] }),
    );
    const index = indexOf(documents);
    expect([...index.postings(index.termId('wlast')).docs]).toEqual([65_536]);
    expect(order(ask(index, 'last', documents.length))).toEqual([65_536]);
  });
});

describe('scoring', () => {
  const twins = Array.from({ length: 30 }, () => documentOf({ summary: ['same text'] }));

  test('breaks ties by document number, at the edge of the limit too', () => {
    expect(order(ask(indexOf(twins), 'same', 30, null, 7))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('keeps the best k, whatever the order in which they come', () => {
    const documents = corpus(300, 6);
    const index = indexOf(documents);
    const all = order(ask(index, 't1 t2 t3 t17', 300, null, 300));
    for (const limit of [0, 1, 2, 5, 50]) {
      expect(order(ask(index, 't1 t2 t3 t17', 300, null, limit))).toEqual(all.slice(0, limit));
    }
  });

  test('sees and counts eligible documents only', () => {
    const eligible = new Uint8Array(30);
    eligible[3] = 1;
    eligible[9] = 1;
    expect(ask(indexOf(twins), 'same', 30, eligible)).toMatchObject({ top: [{ doc: 3 }, { doc: 9 }], total: 2 });
    expect(ask(indexOf(twins), 'same', 30).total).toBe(30);
  });

  test('tells fields and how many terms matched, and adds weights', () => {
    const index = indexOf([documentOf({ summary: ['a b'], aliases: ['c'] }), documentOf({ summary: ['a'] })]);
    expect(ask(index, 'a b c', 2).top[0]).toMatchObject({ doc: 0, mask: (1 << 2) | (1 << 4), matched: 3 });
    const termId = index.termId('wa');
    const single = scoreDocuments(index, [{ termId, weight: 1 }], 2, null, 2).top;
    const triple = scoreDocuments(index, [{ termId, weight: 3 }], 2, null, 2).top;
    expect(triple.map(({ score }) => score)).toEqual(single.map(({ score }) => score * 3));
  });

  test('refuses weights that could overflow a sum', () => {
    const index = indexOf(twins);
    expect(() => scoreDocuments(index, [{ termId: 0, weight: 32_768 }], 30, null, 1)).toThrow(RangeError);
  });

  test('the prefix of a term lists its continuations', () => {
    const index = indexOf([documentOf({ summary: ['port ports portal pot'] })]);
    const { from, to } = index.prefixRange('wport');
    expect(Array.from({ length: to - from }, (_, i) => index.term(from + i))).toEqual(['wport', 'wportal', 'wports']);
  });
});

test('a document tells how long it is against the others, in eighths of a doubling', () => {
  const of = (words: number) =>
    documentOf({ description: [Array.from({ length: words }, (_, i) => `x${i}`).join(' ')] });
  const index = indexOf([of(1), of(7), of(31), of(127)]);
  // Doublings 1, 3, 5, 7: the middle is 4.
  expect([0, 1, 2, 3].map((doc) => index.relativeLength(doc))).toEqual([-24, -8, 8, 24]);
});
