/** Lines of judgements as questions, and what is said of lines that are none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { BadJudgements, fileQuestions, OWN_FORMS, ownQuestions } from '../../src/evaluation/judgements.ts';
import { clusterOf } from '../../src/evaluation/question.ts';
import { halfHash } from '../../src/evaluation/sealed.ts';

const JUDGEMENTS = join(ROOT, 'golden', 'judgements');
const textOf = (file: string) => readFileSync(join(JUDGEMENTS, `${file}.jsonl`), 'utf8');
const line = (fields: object) => JSON.stringify({ qid: 'q', query: 'x', ...fields });

describe('the own judgements', () => {
  test('every line of every file is in one half; a compound task is asked whole and as its steps', () => {
    const files = readdirSync(JUDGEMENTS).filter((name) => name.endsWith('.jsonl') && name !== 'test-runs.jsonl');
    expect(files.sort()).toEqual(OWN_FORMS.map(({ file }) => `${file}.jsonl`).sort());
    const lines = OWN_FORMS.reduce((sum, { file }) => sum + textOf(file).trim().split('\n').length, 0);
    const questions = [...ownQuestions(textOf, 'dev'), ...ownQuestions(textOf, 'test')];
    const steps = questions.filter(({ kind }) => kind === 'decomposed');
    expect(questions.length - steps.length).toBe(lines);
    expect(steps.length).toBe(questions.filter(({ kind }) => kind === 'compound').length);
    expect(steps.every(({ subqueries, groups }) => subqueries?.length === groups.length)).toBe(true);
  });

  test('the test half is the one that is pinned', () => {
    const pinned = JSON.parse(readFileSync(join(JUDGEMENTS, 'sealed.json'), 'utf8')) as { test: string };
    expect(halfHash(textOf, 'test')).toBe(pinned.test);
  });
});

describe('one file', () => {
  test.each([
    ['single', line({ gold: ['a.b', 'a.c'] }), { kind: 'single', groups: [['a.b', 'a.c']], cluster: 'a' }],
    ['identity', line({ gold: ['a.b', 'c.d'] }), { kind: 'identity', groups: [['a.b'], ['c.d']] }],
    [
      'vague',
      line({ acceptable: ['a'], forbidden: ['b'] }),
      { kind: 'vague', groups: [], forbidden: ['b'], cluster: 'q' },
    ],
    ['no-answer', line({ domain: 'far', tags: ['plain'] }), { kind: 'no_answer', tags: ['plain', 'far'] }],
    [
      'queries',
      line({ gold: ['a.b', 'a.c'], lang: 'zh' }),
      { kind: 'single', groups: [['a.b'], ['a.c']], language: 'zh' },
    ],
    ['queries', line({ groups: [['a', 'b']] }), { kind: 'single', groups: [['a', 'b']] }],
  ])('%s: %s', (name, text, expected) => expect(fileQuestions(name, `${text}\n\n`)).toMatchObject([expected]));

  test.each([
    ['{"qid":', 'line 1 is not JSON'],
    ['3', 'question 1 is no object'],
    ['{"query":"x"}', 'question 1 has no qid'],
    ['{"qid":"q"}', 'question 1 has no query'],
    ['{"qid":"q","query":"x","gold":"a"}', 'question 1 has a list that is none'],
    ['{"qid":"a\\tb","query":"x"}', 'question 1 has a qid with a tab or a line break'],
    ['{"qid":"q","query":"x"}\n{"qid":"q","query":"y"}', 'question 2 has the qid of an earlier one'],
  ])('%s is said where it stands', (text, message) => {
    expect(() => fileQuestions('mine', text)).toThrow(new BadJudgements(`mine, ${message}`));
  });
});

test.each([
  ['system.port.who', 'system.port'],
  ['az account lock update', 'az account lock'],
  ['createPod', 'createPod'],
  ['.hidden', '.hidden'],
])('%s stands in the pack %s', (id, pack) => expect(clusterOf(id)).toBe(pack));
