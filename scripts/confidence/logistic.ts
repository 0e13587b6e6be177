/** Logistic regression with weights, and what tells a good one: plain numbers in and out. */

export type Example = { readonly x: readonly number[]; readonly isTrue: boolean; readonly weight: number };

/** Weights by feature and the bias, of log-odds = Σ weight × x + bias. */
export type Fitted = { readonly weights: readonly number[]; readonly bias: number };

/** Keeps weights finite where the examples part cleanly. */
const RIDGE = 1e-3;
const STEPS = 30;

/** Newton's method on standardised features. */
export function fitLogistic(examples: readonly Example[]): Fitted {
  const size = examples[0]?.x.length ?? 0;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (value: (example: Example) => number) =>
    examples.reduce((sum, example) => sum + example.weight * value(example), 0) / total;
  const means = Array.from({ length: size }, (_, j) => meanOf(({ x }) => x[j] as number));
  const spreads = means.map((mean, j) => Math.sqrt(meanOf(({ x }) => ((x[j] as number) - mean) ** 2)) || 1);
  const rows = examples.map(({ x, isTrue, weight }) => ({
    z: [...x.map((value, j) => (value - (means[j] as number)) / (spreads[j] as number)), 1],
    y: isTrue ? 1 : 0,
    w: weight / total,
  }));
  const beta = new Array<number>(size + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = beta.map((value, j) => (j < size ? RIDGE * value : 0));
    const hessian = beta.map((_, j) => beta.map((__, k) => (j === k ? (j < size ? RIDGE : 1e-9) : 0)));
    for (const { z, y, w } of rows) {
      const p = 1 / (1 + Math.exp(-z.reduce((sum, value, j) => sum + value * (beta[j] as number), 0)));
      for (let j = 0; j <= size; j += 1) {
        gradient[j] = (gradient[j] as number) + w * (p - y) * (z[j] as number);
        const row = hessian[j] as number[];
        for (let k = 0; k <= size; k += 1)
          row[k] = (row[k] as number) + w * p * (1 - p) * (z[j] as number) * (z[k] as number);
      }
    }
    solve(hessian, gradient).forEach((change, j) => {
      beta[j] = (beta[j] as number) - change;
    });
  }
  const weights = spreads.map((spread, j) => (beta[j] as number) / spread);
  return {
    weights,
    bias: (beta[size] as number) - weights.reduce((sum, weight, j) => sum + weight * (means[j] as number), 0),
  };
}

export function logOddsOf({ weights, bias }: Fitted, x: readonly number[]): number {
  return weights.reduce((sum, weight, j) => sum + weight * (x[j] as number), bias);
}

/** The chance that a true example scores above a false one: the area under the ROC curve. */
export function areaUnderCurve(trues: readonly number[], falses: readonly number[]): number {
  const sorted = [...falses].sort((a, b) => a - b);
  const below = (value: number) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = trues.reduce((sum, value) => sum + (below(value) + below(value + 1e-9)) / 2, 0);
  return wins / Math.max(1, trues.length * falses.length);
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Gaussian elimination with pivots; the matrix is symmetric and positive. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const a = matrix.map((row, j) => [...row, right[j] as number]);
  const size = a.length;
  for (let j = 0; j < size; j += 1) {
    let best = j;
    for (let k = j + 1; k < size; k += 1) if (Math.abs(at(a, k, j)) > Math.abs(at(a, best, j))) best = k;
    [a[j], a[best]] = [a[best] as number[], a[j] as number[]];
    for (let k = j + 1; k < size; k += 1) {
      const factor = at(a, k, j) / at(a, j, j);
      for (let c = j; c <= size; c += 1) (a[k] as number[])[c] = at(a, k, c) - factor * at(a, j, c);
    }
  }
  const x = new Array<number>(size).fill(0);
  for (let j = size - 1; j >= 0; j -= 1) {
    let rest = at(a, j, size);
    for (let k = j + 1; k < size; k += 1) rest -= at(a, j, k) * (x[k] as number);
    x[j] = rest / at(a, j, j);
  }
  return x;
}

function at(a: readonly (readonly number[])[], j: number, k: number): number {
  return (a[j] as readonly number[])[k] as number;
}
