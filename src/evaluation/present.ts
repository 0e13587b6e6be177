/** From figures to eval-report.v1: the only file of this room that speaks the report's names. Shares are rounded here. */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { EvalReport } from '../contract/eval-report.v1.ts';
import { calibrationOf } from './calibration.ts';
import type { ComparisonRow } from './comparison.ts';
import type { Disclosure } from './disclosure.ts';
import { figuresOf, type Rate, type Scores } from './figures.ts';
import type { Observation } from './question.ts';
import type { SetRun } from './run-set.ts';

type SetReport = EvalReport['sets'][number];
type WireRow = NonNullable<EvalReport['comparisons']>[number]['rows'][number];

/** One set's figures; `withResults` adds what each question got. */
export function presentSet(run: SetRun, withResults: boolean): SetReport {
  const { observations } = run;
  const { kinds, slices, forbidden, vague, abstention } = figuresOf(observations);
  return {
    name: run.name,
    ...(run.half === undefined ? {} : { half: run.half }),
    judgements_hash: run.judgementsHash,
    capabilities: run.capabilities,
    questions: observations.length,
    left_out: run.leftOut,
    kinds: kinds.map(({ kind, scores }) => ({ kind, ...presentScores(scores) })),
    slices: slices.map(({ by, value, scores }) => ({ by, value, ...presentScores(scores) })),
    ...(forbidden.guarded === 0
      ? {}
      : {
          forbidden: {
            guarded: forbidden.guarded,
            at_1: presentRate(forbidden.at1),
            at_5: presentRate(forbidden.at5),
          },
        }),
    ...(vague.highImpactAt1.of === 0
      ? {}
      : {
          vague: {
            high_impact_at_1: presentRate(vague.highImpactAt1),
            acceptable_at_1: presentRate(vague.acceptableAt1),
          },
        }),
    abstention: {
      ...(abstention.recognised.of === 0 ? {} : { recognised: presentRate(abstention.recognised) }),
      recognised_by_tag: abstention.recognisedByTag.map(({ tag, rate }) => ({ tag, rate: presentRate(rate) })),
      ...(abstention.recognised.of === 0 ? {} : { right: presentRate(abstention.right) }),
      false: presentRate(abstention.false),
    },
    calibration: presentCalibration(observations),
    ...(run.disclosure === undefined ? {} : { disclosure: presentDisclosure(run.disclosure) }),
    ...(withResults ? { results: observations.map(presentResult) } : {}),
  };
}

export function presentRow(set: string, row: ComparisonRow): WireRow {
  const { kind, metric, questions, clusters, before, after, delta, low, high, p } = row;
  const shares = {
    before: six(before),
    after: six(after),
    delta: six(delta),
    low: six(low),
    high: six(high),
    p: six(p),
  };
  return { set, kind, metric: METRIC_NAMES[metric], questions, clusters, ...shares };
}

/** The latencies of one set; undefined where nothing was asked. */
export function presentTiming({ name, observations }: SetRun): NonNullable<EvalReport['timing']>[number] | undefined {
  const sorted = observations.map(({ microseconds }) => microseconds).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const [median, p95, p99, max] = [at(0.5), at(0.95), at(0.99), sorted.at(-1)];
  if (median === undefined || p95 === undefined || p99 === undefined || max === undefined) return undefined;
  return { set: name, queries: sorted.length, median_us: median, p95_us: p95, p99_us: p99, max_us: max };
}

/** The hash of what two machines must agree on. */
export function figuresHash(figures: Pick<EvalReport, 'configuration' | 'sets' | 'comparisons'>): string {
  const { configuration, sets, comparisons } = figures;
  return sha256Hex(canonicalJson({ configuration, sets, comparisons }));
}

const METRIC_NAMES = {
  hit1: 'top_1',
  recall5: 'recall_at_5',
  mrr10: 'mrr_at_10',
  ndcg10: 'ndcg_at_10',
  forbidden1: 'forbidden_at_1',
} as const;

function presentScores(scores: Scores) {
  return {
    questions: scores.questions,
    top_1: six(scores.hit1),
    recall_at_1: six(scores.recall1),
    recall_at_5: six(scores.recall5),
    recall_at_10: six(scores.recall10),
    mrr_at_10: six(scores.mrr10),
    ndcg_at_10: six(scores.ndcg10),
    complete_at_5: six(scores.complete5),
    complete_at_10: six(scores.complete10),
  };
}

function presentRate({ hits, of }: Rate) {
  return { hits, of, share: six(hits / Math.max(1, of)) };
}

function presentCalibration(observations: readonly Observation[]): SetReport['calibration'] {
  const { resolutions, margins, answers, trust } = calibrationOf(observations);
  const shares = ({ top1, recall5 }: { top1: number; recall5: number }) => {
    return { top_1: six(top1), recall_at_5: six(recall5) };
  };
  return {
    resolutions: resolutions.map((one) => ({
      resolution: one.resolution,
      questions: one.questions,
      ...shares(one),
    })),
    margins: margins.map((bin) => ({ from: bin.from, to: bin.to, questions: bin.questions, ...shares(bin) })),
    answers: answers.map(({ from, to, questions, expected, observed }) => {
      return { from: six(from), to: six(to), questions, expected: six(expected), observed: six(observed) };
    }),
    trust: trust.map(({ share, questions, top1 }) => ({ share, questions, top_1: six(top1) })),
  };
}

function presentDisclosure({ tasks, searchBytes, inspectBytes, allBytes }: Disclosure) {
  return { tasks, search_bytes: searchBytes, inspect_bytes: inspectBytes, all_bytes: allBytes };
}

function presentResult({ question, ids, resolution, abstained }: Observation) {
  const { qid, kind, query, groups } = question;
  return { qid, kind, query, groups: groups.map((group) => [...group]), ids: [...ids], resolution, abstained };
}

/** Six digits: the last bits of a mean say nothing. */
function six(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
