/** eval-report.v1: how well a search answers judged questions. It answers command lines, and stands whole in a file. */
import { z } from 'zod';
import { catalog, hash } from './fields.ts';

const text = z.string();
const count = z.int().min(0);
const share = z.number().min(0).max(1).describe('0..1, six digits.');
const difference = z.number().min(-1).max(1).describe('-1..1, six digits.');

const KINDS = ['single', 'identity', 'compound', 'decomposed', 'vague', 'no_answer'] as const;
const kind = z
  .enum(KINDS)
  .describe(
    'single: one thing is looked for; identity: capabilities are named; compound: several tasks in one sentence; decomposed: the same as steps; vague and no_answer: nothing in particular, and nothing that there is.',
  );

const scores = {
  questions: count,
  top_1: share.describe('The first is right.'),
  recall_at_1: share,
  recall_at_5: share,
  recall_at_10: share,
  mrr_at_10: share,
  ndcg_at_10: share,
  complete_at_5: share.describe('All that was asked for is among the first five.'),
  complete_at_10: share,
};

const rate = z.strictObject({ hits: count, of: count, share });

const comparisonRow = z.strictObject({
  set: text,
  kind,
  metric: z.enum(['top_1', 'recall_at_5', 'mrr_at_10', 'ndcg_at_10', 'forbidden_at_1']),
  questions: count,
  clusters: count.describe('Packs: what is drawn again and again by the bootstrap.'),
  before: share,
  after: share,
  delta: difference,
  low: difference.describe('Lower end of the 95% interval.'),
  high: difference.describe('Upper end of the 95% interval.'),
  p: share.describe('Two-sided: how often the resampled difference lies on the other side of zero.'),
});

const result = z.strictObject({
  qid: text,
  kind,
  query: text,
  groups: z.array(z.array(text)),
  ids: z.array(text).describe('The first ten.'),
  resolution: text,
  abstained: z.boolean(),
});

const set = z.strictObject({
  name: text,
  half: z.enum(['dev', 'test']).optional(),
  judgements_hash: hash('Hash of the questions and their answers.'),
  capabilities: count,
  questions: count,
  left_out: count.describe('Questions whose answers the catalog does not hold.'),
  kinds: z.array(z.strictObject({ kind, ...scores })),
  slices: z.array(z.strictObject({ by: z.enum(['language', 'pack', 'tag', 'answers']), value: text, ...scores })),
  forbidden: z
    .strictObject({
      guarded: count.describe('Questions that name ids which must not come first.'),
      at_1: rate,
      at_5: rate,
    })
    .optional(),
  vague: z.strictObject({ high_impact_at_1: rate, acceptable_at_1: rate }).optional(),
  abstention: z.strictObject({
    recognised: rate.optional().describe('Of the questions without an answer: recall.'),
    recognised_by_tag: z.array(z.strictObject({ tag: text, rate })),
    right: rate.optional().describe('Of the abstentions: precision.'),
    false: rate.describe('Of the questions that have an answer.'),
  }),
  calibration: z.strictObject({
    resolutions: z.array(z.strictObject({ resolution: text, questions: count, top_1: share, recall_at_5: share })),
    margins: z
      .array(z.strictObject({ from: count, to: count, questions: count, top_1: share, recall_at_5: share }))
      .describe('By how far the first stands before the second, in per mille of its score.'),
    answers: z
      .array(z.strictObject({ from: share, to: share, questions: count, expected: share, observed: share }))
      .describe('By how likely the search held an answer to be: how often there is one. Empty where all have one.'),
    trust: z
      .array(z.strictObject({ share, questions: count, top_1: share }))
      .describe('How often the first is right among the surest answers.'),
  }),
  disclosure: z
    .strictObject({ tasks: count, search_bytes: count, inspect_bytes: count, all_bytes: count })
    .optional()
    .describe('Mean bytes that one task discloses, against the definitions of all tools at once.'),
  results: z.array(result).optional().describe('In the file only, and never of a sealed half.'),
});

const timing = z
  .strictObject({
    set: text,
    queries: count,
    median_us: count,
    p95_us: count,
    p99_us: count,
    max_us: count,
  })
  .describe('Microseconds from request to answer in a warm process.');

export const evalReportResponse = z.strictObject({
  version: z.literal('eval-report.v1'),
  configuration: z
    .strictObject({
      hash: hash('Hash of the rest of this object.'),
      arm: text,
      catalog: catalog.optional().describe('Left out where each set brings a catalog of its own.'),
      analyzer: text,
      ranking_hash: hash('Hash of the constants of the lexical score.'),
      behaviour_hash: hash('Hash of every answer that this configuration gives outside a sealed half.'),
    })
    .describe('What was measured.'),
  sets: z.array(set),
  comparisons: z
    .array(
      z.strictObject({
        against: text.describe('An arm, or an earlier report.'),
        purpose: z.enum(['comparison', 'ablation']),
        resamples: count,
        rows: z.array(comparisonRow),
      }),
    )
    .optional()
    .describe('Differences to other runs over the same questions: paired bootstrap, clustered by pack.'),
  figures_hash: hash('Hash of everything above: equal where two machines measured the same.'),
  recorded: z
    .boolean()
    .optional()
    .describe('True: this configuration was run on the sealed half before, and these are the figures of then.'),
  timing: z.array(timing).optional().describe('Of this machine, this time.'),
  files: z.array(text).optional().describe('What was written.'),
});

export type EvalReport = z.infer<typeof evalReportResponse>;
