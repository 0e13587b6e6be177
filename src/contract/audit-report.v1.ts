/** audit-report.v1: whether the audit log holds, and what stands in it. It answers command lines. */
import { z } from 'zod';
import { auditEventResponse } from './audit-event.v1.ts';

const text = z.string();

export const auditReportResponse = z.strictObject({
  version: z.literal('audit-report.v1'),
  command: z.enum(['verify', 'list', 'show', 'export', 'prune']),
  total: z.int().optional().describe('How many events are kept.'),
  holds: z.boolean().optional().describe('True: nothing was changed, removed, reordered or cut.'),
  findings: z.array(z.strictObject({ file: text, line: z.int(), message: text })).optional(),
  events: z.array(auditEventResponse).optional(),
  end: z
    .strictObject({ seq: z.int(), hash: text })
    .optional()
    .describe(
      'The last event. Noted down elsewhere, it proves later that nothing before it was lost: verify --noted SEQ:HASH.',
    ),
  file: text.optional().describe('Where the events were written to.'),
  removed: z.array(text).optional().describe('Log files that were removed by their age.'),
  removed_events: z
    .int()
    .optional()
    .describe('How many events were removed by their age, with those files or without.'),
  records: z
    .strictObject({ results: z.int(), operations: z.int(), traces: z.int(), scripts: z.int() })
    .optional()
    .describe('How many results, closed operations, files of traces and placed scripts went with them.'),
});

export type AuditReport = z.infer<typeof auditReportResponse>;
