/** action-run.v1: run one capability under control; the answer says what is known of transport, tool and business apart. */
import { z } from 'zod';
import { errorBody } from './error.v1.ts';
import { canonicalPath, HASH_EXAMPLE, hash, line, network, openObject } from './fields.ts';

const text = z.string();

export const actionRunRequest = z
  .strictObject({
    version: z.literal('action-run.v1'),
    canonical_path: canonicalPath(),
    action_version: z.int().min(1).describe('The version that inspect gave.'),
    expected_source_hash: hash('The source_hash of the inspection.'),
    expected_surface_hash: hash('The surface_hash of the inspection.'),
    tool_call_id: line(128, "The caller's own name for this call.").meta({ examples: ['call-1'] }),
    arguments: openObject('Checked against the arguments_schema of the capability.'),
    dry_run: z.boolean().optional().describe('Gives the plan and executes nothing.'),
    confirmation_token: line(
      512,
      'The token of a confirmation_required answer. It fits the same request only, with the same programs and, where it changes any, over the same files with the same content: the order of keys may vary, a default may be spelled out or left out, and so may what is in a directory that is not taken as a whole and what programs of others read and start by themselves; nothing else.',
    ).optional(),
    idempotency_key: line(128, 'Passed on where the backend takes one.').optional(),
    cwd: line(4096, "Directory to run in; the caller's own when left out.").optional(),
    timeout_ms: z.int().min(100).max(3_600_000).optional().describe("Milliseconds, at most the manifest's timeout_ms."),
  })
  .meta({
    examples: [
      {
        version: 'action-run.v1',
        canonical_path: 'system.port.who',
        action_version: 1,
        expected_source_hash: HASH_EXAMPLE,
        expected_surface_hash: HASH_EXAMPLE,
        tool_call_id: 'call-1',
        arguments: { port: 3000 },
      },
    ],
  });

const known = z.enum(['succeeded', 'failed', 'unknown']);

const artifact = z.strictObject({
  path: text.describe('As the arguments name it; relative to the directory that the action ran in.'),
  kind: z.enum(['file', 'directory', 'other', 'missing']),
  bytes: z.int().nullable(),
  sha256: text.nullable().describe('Of its content; null for what is no file, or a very large one.'),
});

const verification = z.strictObject({
  canonical_path: text.describe('The reading capability that was asked.'),
  verdict: z.enum(['took_effect', 'no_effect', 'unclear']),
  message: text,
});

const stream = z.strictObject({
  text: text.describe('Bounded; control and escape sequences are neutralised.'),
  bytes: z.int().describe('Bytes that the stream had in all.'),
  truncated: z.boolean(),
});

const evidence = z.strictObject({
  exit_code: z.int().nullable(),
  signal: text.nullable(),
  duration_ms: z.int().min(0),
  attempts: z
    .int()
    .min(2)
    .optional()
    .describe(
      'How often it was tried, as retry of the manifest lets it be; left out when once. The rest is of the last one.',
    ),
  stdout: stream,
  stderr: stream,
  truncated: z.boolean(),
  result_ref: text.nullable().describe('Reads the whole output with cap result.'),
  result: z.unknown().optional().describe("The output as the manifest's format says, bounded by structure."),
  cuts: z
    .array(z.strictObject({ path: text, shown: z.int(), total: z.int() }))
    .optional()
    .describe(
      'Where result was shortened: JSON pointer, and how many items, members or characters of how many are shown.',
    ),
  empty: z.boolean().optional().describe('True: it worked and found nothing.'),
  stored: z.boolean().describe('Whether the store holds the whole output.'),
  note: text.optional().describe('One sentence on what could not be read of the output.'),
  unenforced: z.array(text).optional().describe('Limits of the policy that this machine could not enforce.'),
  artifacts: z.array(artifact).optional().describe('Files that the action makes or changes, as they are now.'),
  verified: known.describe('Whether another capability has looked and found that it took effect.'),
  verification: verification.optional(),
  network,
});

const plan = z.strictObject({
  executable: text,
  argv: z.array(text),
  programs: z
    .array(text)
    .optional()
    .describe('Other programs that it may start, as they were found; absent without any.'),
  cwd: text,
  environment: z.array(text).describe('Names only.'),
  affected_resources: z.array(text),
  timeout_ms: z.int(),
  network,
  memory: z
    .strictObject({
      limit_mb: z.int().describe('Of each process.'),
      state: z.enum(['enforced', 'unenforced']),
      how: text.describe('By what, or why not.'),
    })
    .optional()
    .describe('What the policy limits memory to; absent where no policy does.'),
  request: z
    .unknown()
    .optional()
    .describe(
      'What will be sent, secrets by their names: a request over HTTP, a call of a tool of a server, or the start of what a program gets on its stdin.',
    ),
});

export const actionRunResponse = z.strictObject({
  version: z.literal('action-run.v1'),
  status: z.enum([
    'succeeded',
    'failed',
    'dry_run',
    'confirmation_required',
    'denied',
    'invalid_arguments',
    'catalog_changed',
    'unavailable',
    'circuit_open',
    'timed_out',
    'interrupted',
    'outcome_unknown',
  ]),
  invocation: z.strictObject({
    operation_id: text,
    canonical_path: text,
    tool_call_id: text,
    input_hash: text
      .nullable()
      .describe(
        'SHA-256 of the frozen invocation without its secrets, which the token of a confirmation binds; null when it was refused before it was frozen.',
      ),
  }),
  rule: text
    .optional()
    .describe(
      'The rule that decided whether this call may be executed, and after whose yes; left out when it was refused before that.',
    ),
  executed: z.boolean(),
  transport_status: known,
  tool_status: known,
  business_status: z
    .enum(['succeeded', 'failed', 'schema_mismatch', 'unknown'])
    .describe(
      'Whether the purpose is reached. schema_mismatch: the tool ended well, and its result is not what output_schema promises.',
    ),
  evidence: evidence.optional(),
  plan: plan.optional(),
  confirmation: z
    .strictObject({
      summary: text,
      affected_resources: z.array(text),
      confirmation_token: text.nullable(),
      expires_at: text.nullable(),
      approver: z.enum(['caller', 'human']),
      rule: text.describe('Why a yes is needed: the rule that asks for it.'),
      next: text.describe('What to do to go on.'),
    })
    .optional(),
  earlier: z
    .strictObject({
      operation_id: text,
      state: z.enum(['acknowledged', 'verified', 'committed']),
      since: text.describe('ISO 8601 in UTC.'),
      result_ref: text.nullable().describe('Reads what it gave with cap result; null when nothing of that is known.'),
      message: text,
    })
    .optional()
    .describe(
      'This very call was made before under the same tool_call_id, and this is what is known of it by now. Nothing was executed for this answer. Another tool_call_id makes it once more.',
    ),
  verify: text.optional().describe('What to do to learn the outcome.'),
  errors: z.array(errorBody).optional(),
});

export type ActionRunRequest = z.infer<typeof actionRunRequest>;
export type ActionRunResponse = z.infer<typeof actionRunResponse>;
