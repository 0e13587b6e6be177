/** capability-diff.v1: what differs between two catalogs, and whether it breaks callers. It answers command lines. */
import { z } from 'zod';
import { catalog } from './fields.ts';
import { replaySummary } from './replay-report.v1.ts';

const text = z.string();
const count = z.int().min(0);

export const capabilityDiffResponse = z.strictObject({
  version: z.literal('capability-diff.v1'),
  before: catalog,
  after: catalog,
  added: count,
  removed: count,
  changed: count,
  breaking: count.describe('Capabilities that a caller of before may call wrongly now.'),
  differences: z.array(
    z.strictObject({
      canonical_path: text,
      kind: z.enum(['added', 'removed', 'changed']),
      breaking: z.boolean(),
      changes: z.array(
        z.strictObject({
          at: text.describe('What of the capability differs.'),
          path: text.optional().describe('The place inside it.'),
          what: text,
          breaking: z.boolean(),
        }),
      ),
    }),
  ),
  replay: replaySummary.optional().describe('What old requests find now, where a file of them was given.'),
});

export type CapabilityDiff = z.infer<typeof capabilityDiffResponse>;
