/** Fitting the weights of the signals: what it sums is what the search sums, and it finds what tells right from wrong. */
import { expect, test } from 'vitest';
import { type Features, featuresOf, WEIGHT_NAMES } from '../../scripts/relevance/features.ts';
import { fitWeights } from '../../scripts/relevance/fit.ts';
import type { Question } from '../../src/evaluation/question.ts';
import { understand } from '../../src/search/query.ts';
import { rank } from '../../src/search/rank.ts';
import { retrieve } from '../../src/search/retrieve.ts';
import { WEIGHTS } from '../../src/search/weights.ts';
import { readText } from '../../src/text/analyze.ts';
import { capability, snapshotOf } from './catalog.ts';

const snapshot = snapshotOf([
  capability('file.delete', 'Delete a file', 'Deletes one file for good'),
  capability('file.show', 'Show a file', 'Shows the text of a file'),
  capability('file.add', 'Add a file', 'Adds a file to a folder'),
  capability('mail.show', 'Show a mail', 'Shows the text of a mail'),
]);
const TEXT = 'is there any file that shows text';
const asked = { qid: '1', kind: 'single', query: TEXT, groups: [['file.show']] } as unknown as Question;

test('sums by weight are the scores of the search', () => {
  const features = featuresOf('own', TEXT, asked, snapshot) as Features;
  const query = understand(TEXT, readText(TEXT, snapshot.words, snapshot.lexicon), snapshot);
  const { top } = retrieve(query, snapshot, snapshot.common.openOn('linux').bitmap, 50);
  const best = top[0]?.score ?? 1;
  const scores = new Map(rank(top, query, snapshot, 50).map(({ doc, score }) => [doc, score / best]));
  expect(scores.size).toBeGreaterThan(2);
  top.forEach(({ doc }, at) => {
    const sum = WEIGHT_NAMES.reduce(
      (all, name, weight) => all + WEIGHTS[name] * (features.byWeight[weight]?.[at] ?? 0),
      features.fixed[at] ?? 0,
    );
    expect(sum).toBeCloseTo(scores.get(doc) ?? 0, 2);
  });
  expect(features.right).toEqual([[top.findIndex(({ doc }) => doc === snapshot.find('file.show'))]]);
});

test('nothing found, nothing to fit', () => {
  expect(featuresOf('own', 'zebra', asked, snapshot)).toBeUndefined();
});

test('the weight that tells right from wrong is found, the others stay', () => {
  const questions = Array.from({ length: 20 }, (_, at): Features => {
    const right = at % 2;
    const isRight = Float64Array.of(right === 0 ? 0.001 : 0, right === 0 ? 0 : 0.001);
    const nothing = Float64Array.of(0, 0);
    return {
      set: at % 3 === 0 ? 'one' : 'other',
      fixed: Float64Array.of(1, 0.9),
      byWeight: WEIGHT_NAMES.map((name) => (name === 'opposite' ? isRight : nothing)),
      right: [[right]],
    };
  });
  const weights = fitWeights(questions);
  expect(weights.opposite).toBeGreaterThan(100);
  expect(WEIGHT_NAMES.filter((name) => weights[name] !== 0)).toEqual(['opposite']);
});
