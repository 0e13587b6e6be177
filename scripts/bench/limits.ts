/** What the project promises of its costs, and whether a benchmark's figures keep it. Pure: figures in, verdicts out. */
import type { WarmTimes } from './cap-index.ts';
import type { Timing } from './round-robin.ts';

/** One contender's cold start: time and the most memory it held, each also as a multiple of the first contender's. */
export type ColdCost = Timing & { readonly peakKibibytes: number; readonly peakRatio: number };

/** Everything that was measured over one generated catalog. */
export type Scale = {
  readonly size: number;
  readonly cold: readonly ColdCost[];
  readonly indexes: readonly { readonly name: string; readonly milliseconds: number; readonly bytes: number }[];
  readonly buildPeakKibibytes: number;
  readonly warm: WarmTimes;
};

export type Figures = {
  readonly embedded: readonly ColdCost[];
  readonly scales: readonly Scale[];
  /** Size of the snapshot of 1,100 capabilities without the dictionary. */
  readonly snapshotBytes: number;
};

export type Verdict = {
  readonly what: string;
  readonly limit: number;
  readonly measured: number;
  readonly holds: boolean;
};

/** One row a limit; those whose catalog was not measured are left out. */
export function judge({ embedded, scales, snapshotBytes }: Figures): Verdict[] {
  const own = (rows: readonly ColdCost[]) => rows.filter(({ name }) => name.startsWith('cap search') || name === 'cap');
  const worst = (rows: readonly ColdCost[], of: 'ratio' | 'peakRatio') => Math.max(...own(rows).map((row) => row[of]));
  const at = (size: number) => scales.filter((scale) => scale.size === size);
  return [
    verdict('embedded: slowest search, × node', 1, worst(embedded, 'ratio')),
    verdict('embedded: most memory, × node', 1.5, worst(embedded, 'peakRatio')),
    ...at(100_000).flatMap(({ cold }) => [
      verdict('100,000: search, × node', 1.25, worst(cold, 'ratio')),
      verdict('100,000: memory, × node', 2.5, worst(cold, 'peakRatio')),
    ]),
    ...at(1_000).map(({ warm }) => verdict('1,000: warm search p95, ms', 1, warm.p95)),
    ...at(100_000).map(({ warm }) => verdict('100,000: warm search p95, ms', 10, warm.p95)),
    verdict('snapshot of 1,100, MiB', 4, snapshotBytes / 1024 / 1024),
  ];
}

function verdict(what: string, limit: number, measured: number): Verdict {
  return { what, limit, measured: Math.round(measured * 1000) / 1000, holds: measured <= limit };
}
