/** Two runs over the same questions, metric by metric, with what may be chance. It knows no rankers. */
import { bootstrap, type Interval } from './bootstrap.ts';
import { measure, type QueryMetrics } from './metrics.ts';
import { KINDS, type Kind, type Question } from './question.ts';

/** A question and the ranking that it got, from a run of now or from an earlier report. */
export type RankedQuestion = {
  readonly question: Pick<Question, 'qid' | 'kind' | 'groups' | 'cluster'>;
  readonly ids: readonly string[];
};

export const COMPARED = ['hit1', 'recall5', 'mrr10', 'ndcg10'] as const satisfies readonly (keyof QueryMetrics)[];

export type ComparisonRow = Interval & {
  readonly kind: Kind;
  readonly metric: (typeof COMPARED)[number];
  readonly questions: number;
  readonly clusters: number;
  readonly before: number;
  readonly after: number;
};

/** Compares question by question; those that only one run has are left out. Judged as the run of now judges. */
export function compareRuns(before: readonly RankedQuestion[], after: readonly RankedQuestion[]): ComparisonRow[] {
  const keyOf = ({ question }: RankedQuestion) => `${question.kind} ${question.qid}`;
  const earlier = new Map(before.map((one) => [keyOf(one), one.ids]));
  return KINDS.flatMap((kind) => {
    const pairs = after.flatMap((one) => {
      const { groups, cluster } = one.question;
      const ids = earlier.get(keyOf(one));
      if (one.question.kind !== kind || groups.length === 0 || ids === undefined) return [];
      return [{ cluster, was: measure(groups, ids), is: measure(groups, one.ids) }];
    });
    return pairs.length === 0 ? [] : rowsOf(kind, pairs);
  });
}

type Measured = { readonly cluster: string; readonly was: QueryMetrics; readonly is: QueryMetrics };

function rowsOf(kind: Kind, pairs: readonly Measured[]): ComparisonRow[] {
  const differences = pairs.map(({ cluster, was, is }) => ({
    cluster,
    differences: COMPARED.map((metric) => is[metric] - was[metric]),
  }));
  const { clusters, intervals } = bootstrap(differences, COMPARED.length);
  const meanOf = (side: 'was' | 'is', metric: keyof QueryMetrics) =>
    pairs.reduce((sum, pair) => sum + pair[side][metric], 0) / pairs.length;
  return COMPARED.map((metric, at) => ({
    kind,
    metric,
    questions: pairs.length,
    clusters,
    before: meanOf('was', metric),
    after: meanOf('is', metric),
    ...(intervals[at] as Interval),
  }));
}
