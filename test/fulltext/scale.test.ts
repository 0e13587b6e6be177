/**
 * A hundred thousand made-up documents: the figures are printed for a person to read, what is asserted holds on any
 * machine. Words are as unevenly frequent as in real catalogs, so common terms stand in most documents.
 */
import { expect, test } from 'vitest';
import { scoreDocuments, type WeightedTerm } from '../../src/fulltext/bm25.ts';
import { openLexical } from '../../src/fulltext/read.ts';
import { plainSections } from '../../src/fulltext/section-view.ts';
import { buildLexical } from '../../src/fulltext/write.ts';
import { documentOf, sequence, splitAtSpaces } from './documents.ts';

const QUERIES = 200;
const TERMS_A_QUERY = 12;

test.each([1_000, 100_000])('%i documents', (count) => {
  const next = sequence(count);
  const vocabulary = Math.floor(count ** 0.75) + 2_000;
  // The density of the k-th word falls like 1/k, as it does in language.
  const word = () => `t${Math.floor(vocabulary ** (next(1_000_000) / 1_000_000))}`;
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  const documents = Array.from({ length: count }, (_, i) => {
    return documentOf({ identity: [`id${i}`], summary: [text(8)], description: [text(20)], parameters: [text(8)] });
  });
  const begun = performance.now();
  const sections = buildLexical(documents, splitAtSpaces);
  const built = performance.now() - begun;
  const index = openLexical(plainSections(sections));
  const queries = Array.from({ length: QUERIES }, () => {
    const ids = Array.from({ length: TERMS_A_QUERY }, () => index.termId(`w${word()}`));
    return [...new Set(ids)].filter((id) => id >= 0).map((termId): WeightedTerm => ({ termId, weight: 1 }));
  });
  const times = queries.map((terms) => {
    const start = performance.now();
    const { top, total } = scoreDocuments(index, terms, count, null, 20);
    const time = performance.now() - start;
    expect(top.length).toBe(Math.min(20, total));
    for (let i = 1; i < top.length; i++) {
      const [before, after] = [top[i - 1]!, top[i]!];
      expect(before.score > after.score || (before.score === after.score && before.doc < after.doc)).toBe(true);
    }
    return time;
  });
  times.sort((a, b) => a - b);
  const bytes = sections.reduce((sum, { data }) => sum + data.byteLength, 0);
  const lookups = Array.from({ length: 5_000 }, () => `w${word()}`);
  const lookupStart = performance.now();
  for (const key of lookups) index.termId(key);
  const lookup = (performance.now() - lookupStart) / lookups.length;
  const figures = {
    documents: count,
    terms: index.vocabularySize,
    buildMs: Math.round(built),
    bytesADocument: Math.round(bytes / count),
    queryP50Ms: Number(times[QUERIES / 2]!.toFixed(3)),
    queryP95Ms: Number(times[Math.floor(QUERIES * 0.95)]!.toFixed(3)),
    termLookupUs: Number((lookup * 1000).toFixed(2)),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
