/** Two runs against each other: which questions are paired, on which metric, and in which direction. */
import { expect, test } from 'vitest';
import { compareRuns } from '../../src/evaluation/comparison.ts';
import type { Kind, Observation } from '../../src/evaluation/question.ts';

function seen(qid: string, kind: Kind, ids: readonly string[], forbidden: readonly string[] = []): Observation {
  const groups = kind === 'vague' ? [] : [['a']];
  const judged = { groups, forbidden, acceptable: [], language: '', tags: [], cluster: qid };
  return {
    question: { qid, kind, query: 'x', ...judged },
    ids,
    resolution: '',
    abstained: false,
    bytes: 0,
    microseconds: 0,
  };
}

test('by question and kind; what one run alone has is left out; less that is forbidden is less than zero', () => {
  const before = [
    seen('1', 'single', ['b', 'a']),
    seen('2', 'single', ['a']),
    seen('1', 'identity', ['a']),
    seen('v', 'vague', ['b']),
    seen('gone', 'single', []),
  ];
  const after = [
    seen('1', 'single', ['a', 'b'], ['b']),
    seen('2', 'single', ['a']),
    seen('1', 'identity', []),
    seen('v', 'vague', ['a'], ['b']),
    seen('new', 'single', ['a']),
  ];
  const rows = compareRuns(before, after).map(({ kind, metric, questions, before: was, after: is, delta }) => {
    return [kind, metric, questions, was, is, delta];
  });
  expect(rows.filter(([kind]) => kind === 'single')).toEqual([
    ['single', 'hit1', 2, 0.5, 1, 0.5],
    ['single', 'recall5', 2, 1, 1, 0],
    ['single', 'mrr10', 2, 0.75, 1, 0.25],
    ['single', 'ndcg10', 2, (1 + 1 / Math.log2(3)) / 2, 1, (1 - 1 / Math.log2(3)) / 2],
    ['single', 'forbidden1', 1, 1, 0, -1],
  ]);
  expect(rows.filter(([kind]) => kind === 'identity')[0]).toEqual(['identity', 'hit1', 1, 1, 0, -1]);
  expect(rows.filter(([kind]) => kind === 'vague')).toEqual([['vague', 'forbidden1', 1, 1, 0, -1]]);
});
