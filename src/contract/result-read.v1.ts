/** result-read.v1: the rest of an output that was too large for its answer. */
import { z } from 'zod';
import { line } from './fields.ts';

const AT_MOST_ONE = 'at most one of lines, item and grep';

export const resultReadRequest = z
  .strictObject({
    version: z.literal('result-read.v1'),
    result_ref: line(64, 'The result_ref of an action-run.v1 answer.').meta({ examples: ['r-0123456789abcdef'] }),
    stream: z.enum(['stdout', 'stderr']).optional().describe('Default stdout.'),
    lines: z
      .strictObject({ from: z.int().min(1), to: z.int().min(1) })
      .meta({ examples: [{ from: 1, to: 100 }] })
      .optional()
      .describe('Lines, counted from 1, both ends included.'),
    item: z.int().min(0).optional().describe('One item of a structured result, counted from 0.'),
    grep: line(256, 'Only lines that hold this text.').optional(),
  })
  .refine(
    (request) => [request.lines, request.item, request.grep].filter((part) => part !== undefined).length <= 1,
    AT_MOST_ONE,
  )
  .meta({
    not: { anyOf: [{ required: ['lines', 'item'] }, { required: ['lines', 'grep'] }, { required: ['item', 'grep'] }] },
    examples: [{ version: 'result-read.v1', result_ref: 'r-0123456789abcdef' }],
  });

export const resultReadResponse = z.strictObject({
  version: z.literal('result-read.v1'),
  result_ref: z.string(),
  stream: z.enum(['stdout', 'stderr']),
  bytes: z.int(),
  text: z.string().optional(),
  item: z.unknown().optional(),
  lines: z.strictObject({ from: z.int(), to: z.int(), total: z.int() }).optional(),
  truncated: z.boolean(),
});

export type ResultReadRequest = z.infer<typeof resultReadRequest>;
export type ResultReadResponse = z.infer<typeof resultReadResponse>;
