/** error.v1: the envelope of every refusal. */
import { z } from 'zod';
import { REASONS, type Reason } from '../reason/reasons.ts';

const reasons = Object.keys(REASONS) as [Reason, ...Reason[]];

export const errorBody = z.strictObject({
  reason: z.enum(reasons),
  message: z.string(),
  path: z.string().optional(),
  expected: z.string().optional(),
  received: z.string().optional(),
  example: z.string().optional(),
  did_you_mean: z.string().optional(),
  executed: z.boolean().describe('False: nothing was executed.'),
});

export const errorResponse = z.strictObject({ version: z.literal('error.v1'), error: errorBody });

export type ErrorResponse = z.infer<typeof errorResponse>;
