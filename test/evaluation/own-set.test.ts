/** Figures of the own judgements over a search that is made up, so that each figure can be right and wrong. */
import { expect, test } from 'vitest';
import { type OwnQuery, ownFigures } from '../../src/evaluation/own-set.ts';

const row = (qid: string, query: string, more: Partial<OwnQuery>): OwnQuery => ({ qid, query, split: 'dev', ...more });
const candidates = (ids: readonly string[]) => ids.map((id) => ({ canonical_path: id }));

/** Answers a query with the ids that it consists of; "nothing" is abstained from; sub-queries by turns. */
const ask = (request: object) => {
  const { query, subqueries } = request as { query?: string; subqueries?: string[] };
  const words = (subqueries ?? [query ?? '']).join(' ').split(' ');
  return words[0] === 'nothing'
    ? { abstained: true, candidates: [] }
    : { abstained: false, candidates: candidates(words) };
};

test('each figure counts what its name says', () => {
  const figures = ownFigures(
    {
      single: [
        row('s1', 'a b', { lang: 'en', gold: ['a'], tags: ['typo'] }),
        row('s2', 'b a', { lang: 'zh', gold: ['a'], forbidden: ['b'] }),
        row('s3', 'nothing', { lang: 'zh', gold: ['a'] }),
        row('s4', 'a', { lang: 'zh', gold: ['absent'] }),
      ],
      identity: [row('i1', 'a b', { gold: ['a', 'b'] }), row('i2', 'a', { gold: ['a', 'b'] })],
      noAnswer: [row('n1', 'nothing', { domain: 'far' }), row('n2', 'a', { domain: 'near' })],
      vague: [
        row('v1', 'a', { acceptable: ['a'], forbidden: ['b'] }),
        row('v2', 'b', { acceptable: ['a'], forbidden: ['b'] }),
      ],
      compound: [row('c1', 'a', { subqueries: ['a', 'b'], gold: [['a'], ['b']] })],
    },
    new Set(['a', 'b']),
    ask,
  );
  const of = (name: string) => figures.find((one) => one.name === name);
  expect(of('single R@1')).toEqual({ name: 'single R@1', count: 3, percent: 100 / 3 });
  expect(of('single R@5')?.percent).toBeCloseTo(200 / 3);
  expect(of('  zh R@5')).toEqual({ name: '  zh R@5', count: 2, percent: 50 });
  expect(of('  typo R@1')).toEqual({ name: '  typo R@1', count: 1, percent: 100 });
  expect(of('single falsely abstained')?.percent).toBeCloseTo(100 / 3);
  expect(of('forbidden at 1')?.percent).toBeCloseTo(100 / 3);
  expect(of('identity all found')?.percent).toBe(50);
  expect(of('no answer recognised')?.percent).toBe(50);
  expect(of('  far')?.percent).toBe(100);
  expect(of('vague high impact at 1')?.percent).toBe(50);
  expect(of('vague acceptable at 1')?.percent).toBe(50);
  expect(of('compound given parts C@5')?.percent).toBe(100);
  expect(of('compound whole C@5')?.percent).toBe(0);
});
