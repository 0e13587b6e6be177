/** catalog-report.v1: what building, verifying, linting, extending or testing a catalog found. It answers command lines, not requests. */
import { z } from 'zod';
import { capabilityType, catalog } from './fields.ts';

const text = z.string();

export const catalogReportResponse = z.strictObject({
  version: z.literal('catalog-report.v1'),
  command: z.enum(['build', 'verify', 'lint', 'new', 'test']),
  file: text.optional().describe('The snapshot that was written or verified; left out: the one inside the executable.'),
  bytes: z.int().optional().describe('Size of the snapshot that was written.'),
  catalog: catalog.optional(),
  capabilities: z.int().min(0),
  by_type: z.partialRecord(capabilityType, z.int().min(1)).describe('How many capabilities there are of each type.'),
  builtin: z.int().min(0).optional().describe('How many of them came from the executable, taken along into the file.'),
  overrides: z
    .array(z.strictObject({ canonical_path: text, file: text, replaced: text }))
    .optional()
    .describe('Manifests of a later directory that took the place of an earlier one.'),
  written: z.array(text).optional().describe('Files that were made.'),
  examples: z
    .array(
      z.strictObject({
        canonical_path: text,
        example: z.int().min(1).describe('Which of its examples, from 1.'),
        outcome: z.enum(['passed', 'failed', 'not_run']),
        message: text.describe('What failed, or why it was not run; empty when it passed.'),
      }),
    )
    .optional()
    .describe('Examples of capabilities, and what became of each.'),
  findings: z
    .array(z.strictObject({ canonical_path: text, rule: text, message: text }))
    .optional()
    .describe('What is allowed but not good enough.'),
});

export type CatalogReport = z.infer<typeof catalogReportResponse>;
