/** replay-report.v1: what old requests find now. It answers command lines; in a file it is what a later replay compares with. */
import { z } from 'zod';
import { catalog } from './fields.ts';

const text = z.string();
const count = z.int().min(0);
const rank = z.int().min(1).nullable().describe('Best rank of a right answer; null: none came back.');

export const replayChange = z.strictObject({
  qid: text,
  asked: text.describe('The query, or the steps, one after the other.'),
  before: z.array(text),
  after: z.array(text),
  right: z
    .strictObject({ before: rank, after: rank })
    .optional()
    .describe('Of requests whose right answers are known: the answer that fell furthest, else the one that rose most.'),
  regression: z.boolean().describe('A right answer was among the first three and no longer is.'),
});

const counts = {
  requests: count,
  judged: count.describe('Requests whose right answers are known.'),
  moved: count.describe('Requests whose references or their order changed.'),
  risen: count.describe('Judged requests with a right answer earlier than before, and none later.'),
  regressions: count,
  unmatched: count.describe('Requests that what they are compared with does not have.'),
};

/** What moved, for reports that are about more than that. */
export const replaySummary = z.strictObject({ ...counts, changes: z.array(replayChange) });

export const replayReportResponse = z.strictObject({
  version: z.literal('replay-report.v1'),
  catalog,
  against: text.optional().describe('A snapshot or an earlier report; left out: nothing was compared.'),
  ...counts,
  changes: z.array(replayChange).describe('Requests that moved, in the order of the file.'),
  results: z
    .array(z.strictObject({ qid: text, ids: z.array(text) }))
    .optional()
    .describe('In the file only.'),
  files: z.array(text).optional().describe('What was written.'),
});

export type ReplayReport = z.infer<typeof replayReportResponse>;
export type ReplaySummary = z.infer<typeof replaySummary>;
