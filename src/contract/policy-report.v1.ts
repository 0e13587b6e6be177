/** policy-report.v1: whether the policy files that hold here can be used, and what they say of one capability. It answers command lines. */
import { z } from 'zod';

const text = z.string();
const answer = z.strictObject({
  allowed: z.boolean(),
  rule: text.optional().describe('The rule that decided; left out where no rule has anything against it.'),
  message: text.optional(),
});

export const policyReportResponse = z.strictObject({
  version: z.literal('policy-report.v1'),
  command: z.enum(['check', 'compile', 'explain']),
  files: z
    .array(z.strictObject({ level: z.enum(['user', 'project', 'organisation']), path: text }))
    .describe('The policy files that hold, or that were checked.'),
  usable: z.boolean().describe('False: everything is denied until the problems are repaired.'),
  problems: z.array(z.strictObject({ file: text, line: z.int(), column: z.int(), message: text })),
  findings: z
    .array(z.strictObject({ file: text, line: z.int(), column: z.int(), message: text, did_you_mean: text.optional() }))
    .optional()
    .describe(
      'What does not fit this catalog: ids that it does not have, examples of what is otherwise in it, rules that nothing in it meets. The policy holds nevertheless: it may be shared with other catalogs.',
    ),
  compiled: z
    .strictObject({ path: text, believed: z.boolean(), written: z.boolean(), message: text })
    .optional()
    .describe('The compiled form beside the organisation’s file, and whether it was written just now.'),
  mode: z.enum(['read-only', 'ask', 'auto']).optional(),
  rules: z.int().optional().describe('How many rules there are.'),
  capability: z
    .strictObject({
      canonical_path: text,
      origin: z.enum(['builtin', 'project', 'imported']).optional().describe('Where its catalog comes from.'),
      discover: answer,
      describe: answer,
      execute: z.strictObject({
        answer: z.enum(['allowed', 'caller', 'human', 'denied']).describe('Who has to say yes, if it may be executed.'),
        rule: text,
        message: text.optional(),
      }),
    })
    .optional(),
});

export type PolicyReport = z.infer<typeof policyReportResponse>;
