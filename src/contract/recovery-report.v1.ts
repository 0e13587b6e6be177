/** recovery-report.v1: operations that came to no known end, and what is safe to do about each. It answers command lines. */
import { z } from 'zod';

const text = z.string();

export const recoveryReportResponse = z.strictObject({
  version: z.literal('recovery-report.v1'),
  command: z.enum(['list', 'close', 'verify', 'reset_circuits']),
  verdict: z
    .strictObject({ by: text, verdict: z.enum(['took_effect', 'no_effect', 'unclear']), message: text })
    .optional()
    .describe('What a look at the world has said.'),
  confirmation: z
    .strictObject({
      summary: text,
      confirmation_token: text,
      expires_at: text,
      approver: z.literal('caller'),
      next: text.describe('What to do to go on.'),
    })
    .optional()
    .describe('The end that is asked for lets the same change be made once more, and waits for a yes.'),
  operations: z.array(
    z.strictObject({
      operation_id: text,
      canonical_path: text,
      state: z.enum([
        'prepared',
        'sent',
        'acknowledged',
        'rejected',
        'unknown',
        'verified',
        'committed',
        'compensated',
        'handed_off',
      ]),
      since: text.describe('ISO 8601 in UTC.'),
      standing: z
        .enum(['closed', 'running', 'never_sent', 'repeatable', 'verify_first'])
        .describe('never_sent and repeatable: it may be done again. verify_first: find out before anything else.'),
      next: text,
      arguments: z.record(text, z.unknown()).describe('Secrets are masked.'),
    }),
  ),
});

export type RecoveryReport = z.infer<typeof recoveryReportResponse>;
