/** Each figure over observations that are made up, so that each can be right and wrong. */
import { describe, expect, test } from 'vitest';
import { calibrationOf } from '../../src/evaluation/calibration.ts';
import { figuresOf } from '../../src/evaluation/figures.ts';
import type { Kind, Observation, Question } from '../../src/evaluation/question.ts';

let count = 0;

function seen(kind: Kind, ids: string, question: Partial<Question>, more: Partial<Observation> = {}): Observation {
  count += 1;
  return {
    question: {
      qid: `q${count}`,
      kind,
      query: 'x',
      groups: [],
      forbidden: [],
      acceptable: [],
      language: 'en',
      tags: [],
      cluster: 'p',
      ...question,
    },
    ids: ids === '' ? [] : ids.split(' '),
    resolution: 'confident',
    abstained: false,
    bytes: 100,
    microseconds: 10,
    ...more,
  };
}

const wantsA = { groups: [['a']] };

describe('figures', () => {
  const figures = figuresOf([
    seen('single', 'a b', { ...wantsA, tags: ['typo'], forbidden: ['b'] }),
    seen('single', 'b a', { ...wantsA, language: 'zh', forbidden: ['b'], cluster: 'o' }),
    seen('single', '', { ...wantsA, language: 'zh' }, { abstained: true }),
    seen('identity', 'a b', { groups: [['a'], ['b']] }),
    seen('compound', 'a c b', { groups: [['a'], ['b']] }),
    seen('decomposed', 'a', { groups: [['a'], ['b']] }),
    seen('vague', 'b a', { acceptable: ['a'], forbidden: ['b'] }),
    seen('vague', 'a b', { acceptable: ['a'], forbidden: ['b'] }),
    seen('no_answer', '', { tags: ['far', 'plain'] }, { abstained: true }),
    seen('no_answer', 'a', { tags: ['near'] }),
  ]);
  const kind = (name: Kind) => figures.kinds.find((one) => one.kind === name)?.scores;
  const slice = (by: string, value: string) =>
    figures.slices.find((one) => one.by === by && one.value === value)?.scores;

  test('by kind', () => {
    expect(kind('single')).toMatchObject({ questions: 3, hit1: 1 / 3, recall5: 2 / 3, mrr10: 0.5 });
    expect(kind('identity')).toMatchObject({ questions: 1, complete5: 1 });
    expect(kind('compound')).toMatchObject({ complete5: 1, ndcg10: (1 + 1 / 2) / (1 + 1 / Math.log2(3)) });
    expect(kind('decomposed')).toMatchObject({ recall5: 0.5, complete5: 0 });
    expect(kind('vague')).toBeUndefined();
  });

  test('by slice, where there is more than one value', () => {
    expect(slice('language', 'zh')).toMatchObject({ questions: 2, recall1: 0, recall5: 0.5 });
    expect(slice('pack', 'o')).toMatchObject({ questions: 1 });
    expect(slice('tag', 'typo')).toBeUndefined();
    expect(figures.slices.map(({ by }) => by)).toEqual(['language', 'language', 'pack', 'pack']);
  });

  test('what came first and must not', () => {
    expect(figures.forbidden).toEqual({ guarded: 2, at1: { hits: 1, of: 3 }, at5: { hits: 2, of: 3 } });
    expect(figures.vague).toEqual({ highImpactAt1: { hits: 1, of: 2 }, acceptableAt1: { hits: 1, of: 2 } });
  });

  test('whether silence was right', () => {
    expect(figures.abstention).toEqual({
      recognised: { hits: 1, of: 2 },
      recognisedByTag: [
        { tag: 'far', rate: { hits: 1, of: 1 } },
        { tag: 'near', rate: { hits: 0, of: 1 } },
      ],
      right: { hits: 1, of: 2 },
      false: { hits: 1, of: 3 },
    });
  });
});

describe('calibration', () => {
  const asked = (ids: string, margin: number | undefined, resolution = 'confident') =>
    seen('single', ids, wantsA, { resolution, ...(margin === undefined ? {} : { margin }) });
  const { resolutions, margins, trust } = calibrationOf([
    asked('a', 1000),
    asked('a', 400),
    asked('b a', 10, 'ambiguous'),
    asked('a b', 0, 'ambiguous'),
    asked('a', undefined, 'exact'),
    seen('vague', 'a', {}),
  ]);

  test('by resolution', () => {
    expect(resolutions).toEqual([
      { resolution: 'ambiguous', questions: 2, top1: 0.5, recall5: 1 },
      { resolution: 'confident', questions: 2, top1: 1, recall5: 1 },
      { resolution: 'exact', questions: 1, top1: 1, recall5: 1 },
    ]);
  });

  test('by margin: every margin is in one bin, and the whole lead in the last', () => {
    expect(margins.filter(({ questions }) => questions > 0)).toEqual([
      { from: 0, to: 25, questions: 2, top1: 0.5, recall5: 1 },
      { from: 400, to: 600, questions: 1, top1: 1, recall5: 1 },
      { from: 600, to: 1000, questions: 1, top1: 1, recall5: 1 },
    ]);
  });

  test('by how likely an answer was held: the tenths, what was expected and what was', () => {
    expect(calibrationOf([asked('a', 10)]).answers).toEqual([]);
    const odds = (kind: Kind, logOdds: number) => seen(kind, 'a', kind === 'single' ? wantsA : {}, { logOdds });
    // Even odds twice, 95 in a hundred once, and what is certain stands in the last tenth.
    const { answers } = calibrationOf([
      odds('single', 0),
      odds('no_answer', 0),
      odds('single', 2944),
      odds('single', 99_000),
      odds('vague', 0),
    ]);
    expect(answers.filter(({ questions }) => questions > 0)).toEqual([
      { from: 0.5, to: 0.6, questions: 2, expected: 0.5, observed: 0.5 },
      { from: 0.9, to: 1, questions: 2, expected: expect.closeTo(0.975, 3), observed: 1 },
    ]);
  });

  test('trust falls with what is trusted', () => {
    expect(trust.map(({ questions }) => questions)).toEqual([1, 1, 2, 2, 2, 3, 3, 4, 4, 4]);
    expect(trust[4]?.top1).toBe(1);
    expect(trust.at(-1)).toEqual({ share: 1, questions: 4, top1: 0.75 });
  });
});
