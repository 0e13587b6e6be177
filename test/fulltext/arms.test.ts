import { describe, expect, test } from 'vitest';
import type { ArmMaterial } from '../../src/fulltext/arm.ts';
import { ARMS } from '../../src/fulltext/arms.ts';
import { openLexical } from '../../src/fulltext/read.ts';
import { plainSections } from '../../src/fulltext/section-view.ts';
import { buildLexical } from '../../src/fulltext/write.ts';
import { documentOf, splitAtSpaces } from './documents.ts';

const documents = [
  documentOf({ summary: ['show disk usage'] }),
  documentOf({ summary: ['show port owner'] }),
  documentOf({ summary: ['kill process on port'] }),
];

function material(): ArmMaterial {
  const index = openLexical(plainSections(buildLexical(documents, splitAtSpaces)));
  return { index, count: documents.length, documents: () => documents, analyze: splitAtSpaces };
}

function query(text: string, { index }: ArmMaterial) {
  const ids = splitAtSpaces(text).map(({ term }) => index.termId(term));
  return { text, terms: ids.filter((id) => id >= 0).map((termId) => ({ termId, weight: 1 })) };
}

test('the table has the three arms', () =>
  expect(ARMS.map(({ name }) => name)).toEqual(['bm25f', 'tfidf', 'flexsearch']));

describe.each(ARMS)('$name', ({ name, open }) => {
  test('puts the document first that has all the words', async () => {
    const own = material();
    const arm = await open(own);
    expect(arm.name).toBe(name);
    const { top, total } = arm.search(query('port owner', own), null, 5);
    expect(top[0]?.doc).toBe(1);
    expect(total).toBe(2);
    expect(top.every(({ score }) => Number.isInteger(score) && score > 0)).toBe(true);
  });

  test('sees eligible documents only, and finds nothing for unknown words', async () => {
    const own = material();
    const arm = await open(own);
    expect(arm.search(query('port owner', own), Uint8Array.of(1, 0, 1), 5).top.map(({ doc }) => doc)).toEqual([2]);
    expect(arm.search(query('weather', own), null, 5)).toEqual({ top: [], total: 0 });
  });
});
