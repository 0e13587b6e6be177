/** result-read.v1: the rest of an output that was too large for its answer. */
import { z } from 'zod';
import { line } from './fields.ts';

/** Which parts go together, in words. */
const TOGETHER = 'item without lines and grep, and bytes without lines';
const APART = [
  ['lines', 'item'],
  ['item', 'grep'],
  ['lines', 'bytes'],
] as const;

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
    bytes: z
      .strictObject({ from: z.int().min(0), to: z.int().min(1) })
      .meta({ examples: [{ from: 0, to: 32_768 }] })
      .optional()
      .describe('Bytes, counted from 0, without the last; beside item: of the text that it names.'),
    item: z
      .union([z.int().min(0), line(1024, 'A JSON pointer.').regex(/^\//)])
      .optional()
      .describe(
        'One part of a structured result: an index, counted from 0, where there is one list; or a JSON pointer as cuts name it.',
      ),
    grep: line(256, 'Only lines that hold this text; of a long line what stands around it.').optional(),
  })
  .refine((request) => !APART.some((pair) => pair.every((part) => request[part] !== undefined)), TOGETHER)
  .meta({
    not: { anyOf: APART.map((pair) => ({ required: [...pair] })) },
    examples: [{ version: 'result-read.v1', result_ref: 'r-0123456789abcdef' }],
  });

export const resultReadResponse = z.strictObject({
  version: z.literal('result-read.v1'),
  result_ref: z.string(),
  stream: z.enum(['stdout', 'stderr']),
  bytes: z.int().describe('Of the whole stream.'),
  text: z.string().optional(),
  item: z.unknown().optional(),
  cuts: z
    .array(z.strictObject({ path: z.string(), shown: z.int(), total: z.int() }))
    .optional()
    .describe('Where item was shortened: the JSON pointer that reads on, and how much of it is shown.'),
  lines: z.strictObject({ from: z.int(), to: z.int(), total: z.int() }).optional(),
  range: z
    .strictObject({ from: z.int(), to: z.int(), total: z.int() })
    .optional()
    .describe('The bytes that text stands for; where truncated, bytes from `to` on read on.'),
  truncated: z.boolean(),
});

export type ResultReadRequest = z.infer<typeof resultReadRequest>;
export type ResultReadResponse = z.infer<typeof resultReadResponse>;
