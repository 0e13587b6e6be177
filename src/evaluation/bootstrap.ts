/**
 * Paired bootstrap over clusters (Efron and Tibshirani, 1993, chapter 16; clusters as in Cameron, Gelbach and Miller,
 * 2008): how far a mean difference may be chance, when queries about one pack succeed and fail together. It knows no
 * metrics and no rankers.
 */
import { drawBelow, type Seed, xoshiro128 } from './random.ts';

/** One query under two configurations: `differences` is now minus before, a number for each metric. */
export type Pair = { readonly cluster: string; readonly differences: readonly number[] };

export type Interval = {
  readonly delta: number;
  /** Ends of the 95% interval. */
  readonly low: number;
  readonly high: number;
  /** Two-sided share of resamples on the other side of zero, 0..1; 1 where nothing differs. */
  readonly p: number;
};

export type Bootstrap = { readonly clusters: number; readonly intervals: readonly Interval[] };

/** Enough that the ends of a 95% interval stand still in the third digit. */
export const RESAMPLES = 10_000;
/** Any would do; a fixed one makes two runs agree. */
const SEED: Seed = [0x63617065, 0x76616c31, 0x9e3779b9, 0x243f6a88];

/** The interval of each metric's mean difference. Clusters are drawn with replacement, all queries of one together. */
export function bootstrap(pairs: readonly Pair[], metrics: number, resamples = RESAMPLES): Bootstrap {
  const clusters = clustersOf(pairs, metrics);
  const next = xoshiro128(SEED);
  const means = Array.from({ length: metrics }, () => new Float64Array(resamples));
  const sums = new Float64Array(metrics);
  for (let round = 0; round < resamples; round += 1) {
    sums.fill(0);
    let count = 0;
    for (let drawn = 0; drawn < clusters.length; drawn += 1) {
      const cluster = clusters[drawBelow(next, clusters.length)] as Cluster;
      count += cluster.count;
      for (let metric = 0; metric < metrics; metric += 1) {
        sums[metric] = (sums[metric] as number) + (cluster.sums[metric] as number);
      }
    }
    means.forEach((values, metric) => {
      values[round] = (sums[metric] as number) / count;
    });
  }
  const intervals = means.map((values, metric) => intervalOf(values, meanOf(pairs, metric)));
  return { clusters: clusters.length, intervals };
}

type Cluster = { count: number; readonly sums: number[] };

/** In the order of their names, so that the order of queries changes nothing. */
function clustersOf(pairs: readonly Pair[], metrics: number): Cluster[] {
  const byName = new Map<string, Cluster>();
  for (const { cluster, differences } of pairs) {
    const found = byName.get(cluster) ?? { count: 0, sums: new Array<number>(metrics).fill(0) };
    byName.set(cluster, found);
    found.count += 1;
    for (let metric = 0; metric < metrics; metric += 1) {
      found.sums[metric] = (found.sums[metric] ?? 0) + (differences[metric] ?? 0);
    }
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cluster]) => cluster);
}

function intervalOf(values: Float64Array, delta: number): Interval {
  if (values.length === 0 || Number.isNaN(values[0])) return { delta: 0, low: 0, high: 0, p: 1 };
  values.sort();
  const at = (share: number) => values[Math.round(share * (values.length - 1))] as number;
  const atMostZero = values.filter((value) => value <= 0).length;
  const atLeastZero = values.filter((value) => value >= 0).length;
  const p = Math.min(1, (2 * Math.min(atMostZero, atLeastZero)) / values.length);
  return { delta, low: at(0.025), high: at(0.975), p };
}

function meanOf(pairs: readonly Pair[], metric: number): number {
  return pairs.reduce((sum, { differences }) => sum + (differences[metric] ?? 0), 0) / Math.max(1, pairs.length);
}
