/** approval.v1: a human's yes to one call, given on a terminal with `cap approve`. It answers command lines. */
import { z } from 'zod';

export const approvalResponse = z.strictObject({
  version: z.literal('approval.v1'),
  approved: z.boolean(),
  canonical_path: z.string(),
  summary: z.string(),
  input_hash: z.string().describe('The frozen call that was approved, and no other.'),
});

export type Approval = z.infer<typeof approvalResponse>;
