import { expect, test } from 'vitest';
import { ln, power } from '../../src/fulltext/exact-math.ts';
import { sequence } from './documents.ts';

test('logarithm and power agree with the engine to 14 digits', () => {
  const next = sequence(7);
  for (let i = 0; i < 20_000; i++) {
    const x = 2 ** (next(4000) / 100 - 20) * (1 + next(1000) / 1000);
    const exponent = next(200) / 100 - 1;
    expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(Math.log(x))));
    expect(Math.abs(power(x, exponent) / x ** exponent - 1)).toBeLessThanOrEqual(1e-14);
  }
});

test('exact where the answer is exact', () => {
  expect(ln(1)).toBe(0);
  expect(power(1, -0.65)).toBe(1);
  expect(power(5, 0)).toBe(1);
});
