/** The bootstrap against what statistics says by formula, where there is one. */
import { expect, test } from 'vitest';
import { bootstrap, type Pair } from '../../src/evaluation/bootstrap.ts';
import { drawBelow, xoshiro128 } from '../../src/evaluation/random.ts';

/** Differences −1, 0 and 1, each in a cluster of its own. */
function pairs(count: number): Pair[] {
  const next = xoshiro128([9, 8, 7, 6]);
  return Array.from({ length: count }, (_, at) => {
    return { cluster: `c${at}`, differences: [[-1, 0, 0, 1, 1][drawBelow(next, 5)] as number] };
  });
}

function spread(of: readonly Pair[]): { mean: number; error: number } {
  const values = of.map(({ differences }) => differences[0] ?? 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, error: Math.sqrt(variance / values.length) };
}

test('the interval of independent questions is the one of the normal distribution', () => {
  const given = pairs(400);
  const { mean, error } = spread(given);
  const [interval] = bootstrap(given, 1).intervals;
  expect(interval?.delta).toBeCloseTo(mean, 12);
  expect(interval?.low).toBeCloseTo(mean - 1.96 * error, 2);
  expect(interval?.high).toBeCloseTo(mean + 1.96 * error, 2);
});

test('questions of one cluster count once: repeating each nine times narrows nothing', () => {
  const once = pairs(60);
  const often = once.flatMap((pair) => new Array<Pair>(9).fill(pair));
  expect(bootstrap(often, 1)).toMatchObject({ clusters: 60 });
  const [narrow, wide] = [bootstrap(often, 1).intervals[0], bootstrap(once, 1).intervals[0]];
  expect(narrow?.low).toBeCloseTo(wide?.low ?? Number.NaN, 10);
  expect(narrow?.high).toBeCloseTo(wide?.high ?? Number.NaN, 10);
});

test('the same on each run and in any order; a clear difference is clear, none is none', () => {
  const given = pairs(50);
  expect(bootstrap([...given].reverse(), 1)).toEqual(bootstrap(given, 1));
  const all = (value: number) => given.map((pair) => ({ ...pair, differences: [value] }));
  expect(bootstrap(all(1), 1).intervals).toEqual([{ delta: 1, low: 1, high: 1, p: 0 }]);
  expect(bootstrap(all(0), 1).intervals).toEqual([{ delta: 0, low: 0, high: 0, p: 1 }]);
  expect(bootstrap([], 1)).toEqual({ clusters: 0, intervals: [{ delta: 0, low: 0, high: 0, p: 1 }] });
});

test('metrics are resampled together', () => {
  const given = pairs(80).map(({ cluster, differences: [value = 0] }) => ({ cluster, differences: [value, -value] }));
  const [one, other] = bootstrap(given, 2).intervals;
  expect(other?.low).toBeCloseTo(-(one?.high ?? Number.NaN), 10);
  expect(other?.high).toBeCloseTo(-(one?.low ?? Number.NaN), 10);
});
