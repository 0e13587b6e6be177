import { describe, expect, it } from 'vitest';
import { type Ask, queryWithinBudget, questionOf, rankingOf } from '../../src/evaluation/ask.ts';
import { mean, measure } from '../../src/evaluation/metrics.ts';

describe('rank metrics', () => {
  it.each([
    ['first place', [['a']], ['a', 'b'], { hit1: 1, recall1: 1, mrr10: 1, ndcg10: 1, complete5: 1 }],
    ['third place', [['a']], ['x', 'y', 'a'], { hit1: 0, recall1: 0, recall5: 1, mrr10: 1 / 3, ndcg10: 0.5 }],
    ['any of a group', [['a', 'b']], ['b', 'a'], { recall1: 1, ndcg10: 1, complete5: 1 }],
    ['two of two', [['a'], ['b']], ['a', 'b'], { recall1: 0.5, recall5: 1, ndcg10: 1, complete5: 1 }],
    ['one of two', [['a'], ['b']], ['a'], { recall5: 0.5, complete5: 0, complete10: 0 }],
    [
      'below ten',
      [['a']],
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a'],
      { recall10: 0, mrr10: 0, ndcg10: 0 },
    ],
    ['nothing', [['a']], [], { hit1: 0, ndcg10: 0, mrr10: 0 }],
  ])('%s', (_kind, groups, ranking, expected) => {
    expect(measure(groups, ranking)).toMatchObject(expected);
  });

  it('means are over queries', () => {
    expect(mean([measure([['a']], ['a']), measure([['a']], [])]).recall1).toBe(0.5);
    expect(mean([]).recall1).toBe(0);
  });
});

describe('asking', () => {
  it('keeps a short query as it is and condenses a long one to its content words, within the contract', () => {
    expect(queryWithinBudget('show the log')).toBe('show the log');
    const long = `${'please could you be so kind as to tell me about the '.repeat(8)} repository`;
    const condensed = queryWithinBudget(long);
    expect([...condensed].length).toBeLessThanOrEqual(256);
    expect(condensed).toContain('repository');
  });

  it('takes a text that does not fit apart, and only such a text', () => {
    const split = (text: string) => text.split('. ');
    expect(questionOf('show it. stop it', split)).toEqual({ query: 'show it. stop it' });
    const long = `${'show the repository '.repeat(10)}. ${'stop the process '.repeat(10)}`;
    expect(questionOf(long, split)).toEqual({ subqueries: long.split('. ').map((part) => queryWithinBudget(part)) });
    expect(questionOf(long, (text) => [text])).toEqual({ query: queryWithinBudget(long) });
  });

  it('asks on without what it knows until it has enough', () => {
    const catalog = ['a', 'b', 'c', 'd', 'e'];
    const asked: string[][] = [];
    const ask: Ask = (request) => {
      const { exclude_canonical: known = [] } = request as { exclude_canonical?: string[] };
      asked.push([...known]);
      const left = catalog.filter((id) => !known.includes(id)).slice(0, 2);
      return { answer: { candidates: left.map((id) => ({ canonical_path: id })) }, bytes: 0 };
    };
    const { ids } = rankingOf({ query: 'x' }, ask);
    expect(ids).toEqual(catalog);
    expect(asked).toEqual([[], ['a', 'b'], ['a', 'b', 'c', 'd'], catalog]);
  });
});
