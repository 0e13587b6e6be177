/** The arithmetic by which the search's confidence is fitted. */
import { expect, test } from 'vitest';
import { areaUnderCurve, fitLogistic, logOddsOf, quantile } from '../../scripts/confidence/logistic.ts';

test('finds the weights that made the examples', () => {
  const truth = { weights: [3, -2], bias: 0.5 };
  const examples = [];
  for (let a = -10; a <= 10; a++) {
    for (let b = -10; b <= 10; b++) {
      const x = [a / 5, b / 5];
      const share = 1 / (1 + Math.exp(-logOddsOf(truth, x)));
      examples.push({ x, isTrue: true, weight: share }, { x, isTrue: false, weight: 1 - share });
    }
  }
  const fitted = fitLogistic(examples);
  // The ridge draws all of them a little towards nothing.
  const found = [...fitted.weights, fitted.bias];
  const wanted = [...truth.weights, truth.bias];
  for (const [at, value] of found.entries()) {
    expect(Math.abs(value / (wanted[at] as number) - 1)).toBeLessThan(0.1);
  }
});

test('the area under the curve counts the pairs in order, ties half', () => {
  expect(areaUnderCurve([2, 3], [0, 1])).toBe(1);
  expect(areaUnderCurve([0, 1], [2, 3])).toBe(0);
  expect(areaUnderCurve([1, 1], [1])).toBe(0.5);
  expect(areaUnderCurve([0, 2], [1])).toBe(0.5);
});

test('a quantile is the value below which that share lies', () => {
  expect(quantile([5, 1, 4, 2, 3], 0.4)).toBe(3);
  expect(quantile([7], 0.99)).toBe(7);
});
