/** The generator against its published numbers, and fair draws. */
import { expect, test } from 'vitest';
import { drawBelow, xoshiro128 } from '../../src/evaluation/random.ts';

test('gives the words that the authors of xoshiro128** publish for the seed 1, 2, 3, 4', () => {
  const next = xoshiro128([1, 2, 3, 4]);
  const published = [
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ];
  expect(Array.from({ length: 10 }, next)).toEqual(published);
});

test('draws each number about as often as any other', () => {
  const next = xoshiro128([5, 6, 7, 8]);
  const counts = new Array<number>(7).fill(0);
  for (let drawn = 0; drawn < 70_000; drawn += 1) {
    const number = drawBelow(next, 7);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  expect(counts).toHaveLength(7);
  // Four standard deviations of a binomial count.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(4 * Math.sqrt(10_000 * (6 / 7)));
});

test('words beyond the last full round are drawn again', () => {
  const words = [0xffff_ffff, 5];
  expect(drawBelow(() => words.shift() ?? 0, 3)).toBe(2);
  expect(words).toEqual([]);
});
