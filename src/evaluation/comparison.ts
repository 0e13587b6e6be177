/** Two runs over the same questions, metric by metric, with what may be chance. It knows no rankers. */
import { bootstrap, type Interval } from './bootstrap.ts';
import { measure } from './metrics.ts';
import { KINDS, type Kind, type Observation, type Question } from './question.ts';

/** A question and the ranking that it got, from a run of now or from an earlier report. */
export type RankedQuestion = {
  readonly question: Pick<Question, 'qid' | 'kind'>;
  readonly ids: readonly string[];
};

export type ComparedMetric = 'hit1' | 'recall5' | 'mrr10' | 'ndcg10' | 'forbidden1';

export type ComparisonRow = Interval & {
  readonly kind: Kind;
  readonly metric: ComparedMetric;
  readonly questions: number;
  readonly clusters: number;
  readonly before: number;
  readonly after: number;
};

/** Metrics that are measured on the same questions, so that one bootstrap draws for all of them. */
type Family = {
  readonly metrics: readonly ComparedMetric[];
  readonly applies: (question: Question) => boolean;
  readonly values: (question: Question, ids: readonly string[]) => readonly number[];
};

const FAMILIES: readonly Family[] = [
  {
    metrics: ['hit1', 'recall5', 'mrr10', 'ndcg10'],
    applies: ({ groups }) => groups.length > 0,
    values: ({ groups }, ids) => {
      const { hit1, recall5, mrr10, ndcg10 } = measure(groups, ids);
      return [hit1, recall5, mrr10, ndcg10];
    },
  },
  {
    metrics: ['forbidden1'],
    applies: ({ forbidden }) => forbidden.length > 0,
    values: ({ forbidden }, [first = '']) => [forbidden.includes(first) ? 1 : 0],
  },
];

/** Compares question by question; those that only one run has are left out. Judged as the run of now judges. */
export function compareRuns(before: readonly RankedQuestion[], after: readonly Observation[]): ComparisonRow[] {
  const keyOf = ({ question }: RankedQuestion) => `${question.kind} ${question.qid}`;
  const earlier = new Map(before.map((one) => [keyOf(one), one.ids]));
  return KINDS.flatMap((kind) =>
    FAMILIES.flatMap((family) => {
      const pairs = after.flatMap((one) => {
        const { question, ids } = one;
        const old = earlier.get(keyOf(one));
        if (question.kind !== kind || old === undefined || !family.applies(question)) return [];
        return [{ cluster: question.cluster, was: family.values(question, old), is: family.values(question, ids) }];
      });
      return pairs.length === 0 ? [] : rowsOf(kind, family.metrics, pairs);
    }),
  );
}

type Measured = { readonly cluster: string; readonly was: readonly number[]; readonly is: readonly number[] };

function rowsOf(kind: Kind, metrics: readonly ComparedMetric[], pairs: readonly Measured[]): ComparisonRow[] {
  const differences = pairs.map(({ cluster, was, is }) => ({
    cluster,
    differences: is.map((value, at) => value - (was[at] ?? 0)),
  }));
  const { clusters, intervals } = bootstrap(differences, metrics.length);
  const meanOf = (side: 'was' | 'is', at: number) =>
    pairs.reduce((sum, pair) => sum + (pair[side][at] ?? 0), 0) / pairs.length;
  return metrics.map((metric, at) => ({
    kind,
    metric,
    questions: pairs.length,
    clusters,
    before: meanOf('was', at),
    after: meanOf('is', at),
    ...(intervals[at] as Interval),
  }));
}
