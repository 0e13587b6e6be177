/** trust-report.v1: which catalogs are trusted, so that their actions go by their own rules. It answers command lines. */
import { z } from 'zod';

const text = z.string();

export const trustReportResponse = z.strictObject({
  version: z.literal('trust-report.v1'),
  command: z.enum(['list', 'trust', 'forget']),
  trusted: z.array(
    z.strictObject({
      level: z.enum(['user', 'organisation']),
      hash: text.describe('SHA-256 of the snapshot file.'),
      note: text.describe('Where it lay when it was trusted; only the hash counts.'),
    }),
  ),
});

export type TrustReport = z.infer<typeof trustReportResponse>;
