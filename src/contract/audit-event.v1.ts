/** audit-event.v1: one line of the audit log. It is written and read by this program; nobody asks for it on the wire. */
import { z } from 'zod';
import { hash } from './fields.ts';

const text = z.string();

export const auditEventResponse = z.strictObject({
  version: z.literal('audit-event.v1'),
  seq: z.int().min(1).describe('Counts without a gap.'),
  time: text.describe('ISO 8601 in UTC.'),
  user: text,
  kind: z
    .enum([
      'intent',
      'outcome',
      'verified',
      'asked',
      'approved',
      'declined',
      'denied',
      'settled',
      'answered',
      'circuits_reset',
      'restarted',
    ])
    .describe(
      'intent before the start, outcome after the end, verified after a look whether it took effect; asked for a confirmation, approved or declined by the approver that details name (a human on a terminal, or a caller who sent the token), denied; settled: an operation of unknown outcome was given an end, from one state to another, by the word of that approver, or by the operation that compensated or retried it (a look that settles one is verified, with both states); answered: the caller had made this very call before, and was told what became of it; circuits_reset: calls that kept failing may be tried again; or a log begun anew.',
    ),
  operation_id: text,
  canonical_path: text,
  tool_call_id: text,
  input_hash: text.nullable(),
  arguments: z.record(text, z.unknown()).optional().describe('Secrets are masked.'),
  masked: z.array(text).optional().describe('JSON pointers of what was masked or shortened.'),
  details: z.record(text, z.unknown()),
  prev: hash('The hash of the event before; zeros for the first.'),
  hash: hash('SHA-256 over everything else of this event in canonical JSON (RFC 8785).'),
});
