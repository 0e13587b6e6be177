/** search-trace.v1: one line of the traces of searches. It is written by this program where a policy asks for it. */
import { z } from 'zod';

const text = z.string();

export const searchTraceResponse = z.strictObject({
  version: z.literal('search-trace.v1'),
  time: text.describe('ISO 8601 in UTC.'),
  query_digest: text
    .optional()
    .describe('HMAC-SHA-256 of the query with a key of the state directory: equal for equal queries, and no more.'),
  query: z.array(text).optional().describe('The query itself, where the user has chosen that; secrets are masked.'),
  source_hash: text,
  surface_hash: text,
  strategy: text,
  resolution: text,
  abstained: z.boolean(),
  total_matches: z.int(),
  returned: z.array(text).describe('Ids in the order of their ranks.'),
});
