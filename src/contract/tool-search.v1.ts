/** tool-search.v1: plain words in, a handful of light references out. */
import { z } from 'zod';
import {
  canonicalPath,
  capabilityType,
  catalog,
  confirmation,
  effect,
  idempotency,
  line,
  riskLevel,
  sideEffect,
} from './fields.ts';
import { QUERY_BYTES, QUERY_CODE_POINTS, SUBQUERIES, utf8Bytes } from './text-limits.ts';

/** No byte limit of its own: 256 code points are at most 1,024 bytes. */
const query = line(QUERY_CODE_POINTS, 'What is wanted, in plain words: Chinese, English or mixed.').meta({
  examples: ['which process holds port 3000'],
});
const text = z.string();

export const toolSearchRequest = z
  .strictObject({
    version: z.literal('tool-search.v1'),
    query: query.optional(),
    subqueries: z
      .array(query)
      .min(1)
      .max(SUBQUERIES)
      .refine(
        (list) => list.reduce((sum, item) => sum + utf8Bytes(item), 0) <= QUERY_BYTES,
        `exceeds ${QUERY_BYTES} bytes`,
      )
      .optional()
      .describe(
        `The steps of a compound task, each searched on its own (after the query, where there is one) and merged in turn; together at most ${QUERY_BYTES} bytes.`,
      ),
    limit: z.int().min(1).max(20).optional().describe('How many references come back; default 5.'),
    candidate_limit: z.int().min(1).max(100).optional().describe('How many candidates each query ranks; default 20.'),
    within: canonicalPath('Only capabilities below this pack.')
      .meta({ examples: ['system'] })
      .optional(),
    product_ids: z
      .array(canonicalPath('A top-level pack.').meta({ examples: ['git'] }))
      .min(1)
      .max(64)
      .optional()
      .describe('Only capabilities of these top-level packs.'),
    types: z
      .array(capabilityType)
      .min(1)
      .max(5)
      .optional()
      .describe('Only these types; left out: everything but packs.'),
    effects: z.array(effect).min(1).max(3).optional().describe('Only capabilities with these effects.'),
    side_effect_max: sideEffect
      .optional()
      .describe('The strongest side effect that may be shown, in the order R, W-local, W-shared, I.'),
    exclude_canonical: z
      .array(canonicalPath('An id that must not come back.'))
      .max(256)
      .optional()
      .describe('Ids that must not come back.'),
    explain: z
      .boolean()
      .optional()
      .describe('Adds score_breakdown to each reference, and what was understood of each query.'),
    use_history: z.boolean().optional().describe('Lets past successful runs count, weakly; default false.'),
  })
  .refine(
    (request) => request.query !== undefined || request.subqueries !== undefined,
    'query or subqueries is required',
  )
  .meta({
    anyOf: [{ required: ['query'] }, { required: ['subqueries'] }],
    examples: [{ version: 'tool-search.v1', query: 'which process holds port 3000' }],
  });

const RESOLUTIONS = ['exact', 'exact_filtered', 'confident', 'ambiguous', 'no_confident_match'] as const;

const signal = z.strictObject({ signal: text, delta: z.int(), why: text });

const candidate = z.strictObject({
  rank: z.int().min(1),
  canonical_path: text,
  cli_path: text,
  type: capabilityType,
  product_id: text,
  title: text,
  summary: text,
  side_effect: sideEffect,
  effect,
  risk_level: riskLevel,
  confirmation,
  idempotency,
  availability: z.enum(['available']).describe('Offered on this operating system; what is not is never a candidate.'),
  matched_fields: z.array(text),
  rank_sources: z.array(text),
  truncated_fields: z.array(text).optional(),
  twins: z
    .array(text)
    .optional()
    .describe('Others that were found and run the very same operation; they take no place of their own.'),
  requires_inspect: z.boolean(),
  next_step: z.strictObject({ command: text, request: z.record(z.string(), z.unknown()) }),
  clause: z.int().min(0).optional().describe('Where several were searched: which of clauses it answers, from 0.'),
  score_breakdown: z
    .strictObject({ total: z.int(), lexical: z.int(), signals: z.array(signal), clause: z.int() })
    .optional()
    .describe('With explain only. An order, never a probability or a permission.'),
});

export const toolSearchResponse = z.strictObject({
  version: z.literal('tool-search.v1'),
  catalog,
  query: text.optional(),
  subqueries: z.array(text).optional(),
  strategy: z.enum([
    'exact_guard',
    'exact_filtered',
    'fielded_bm25',
    'browse',
    'decomposed_round_robin',
    'decomposed_exact_filtered',
  ]),
  resolution: z.enum(RESOLUTIONS),
  clauses: z
    .array(z.strictObject({ text, resolution: z.enum(RESOLUTIONS) }))
    .optional()
    .describe(
      'Where several were searched, as the caller or the sentence itself parted them: each with its own resolution.',
    ),
  candidates: z.array(candidate),
  exact_filtered: z
    .strictObject({
      canonical_path: line(256, 'The capability that was named and is filtered out.'),
      reason: z.enum([
        'excluded',
        'scope_mismatch',
        'product_mismatch',
        'type_mismatch',
        'effect_mismatch',
        'unavailable',
      ]),
    })
    .optional(),
  abstained: z.boolean(),
  weak_match: z.boolean(),
  truncated: z.boolean(),
  total_matches: z.int().min(0),
  hint: text.optional(),
  recovered: z
    .array(z.strictObject({ written: text, read_as: text }))
    .optional()
    .describe('With explain only: mistyped words, and what they were read as.'),
  understanding: z
    .array(
      z.strictObject({
        clause: z.int(),
        text,
        intents: z.array(text),
        entities: z.array(text),
        symptoms: z.array(text),
        constraints: z.array(text),
        forbidden_intents: z.array(text),
        answer_log_odds: z
          .int()
          .optional()
          .describe('How likely there is an answer: natural log-odds × 1000. What the search abstains by.'),
      }),
    )
    .optional()
    .describe('With explain only: what each query was taken to ask for, by the names of the lexicon.'),
  search_meta: z.strictObject({
    planned_retrievers: z.array(text),
    completed_retrievers: z.array(text),
    candidate_count: z.int(),
    returned_count: z.int(),
  }),
});

export type ToolSearchRequest = z.infer<typeof toolSearchRequest>;
export type ToolSearchResponse = z.infer<typeof toolSearchResponse>;
