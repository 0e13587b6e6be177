/** The shape of a policy file as a person writes it in YAML. Read when a policy is compiled, never on the quick path. */
import { z } from 'zod';
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import { MODES, ORIGINS } from './policy.ts';
import { AUDIT_DAYS, CONCURRENT_RUNS, JOURNAL_DAYS, TRACES } from './settings.ts';

const id = z
  .string()
  .regex(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/, 'must be an id such as git or git.commit')
  .describe('An id; it stands for all below it as well.');
const sentence = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'must be one line');
const list = <T extends z.ZodType>(item: T) => z.array(item).min(1);

const conditions = z
  .strictObject({
    ids: list(id).optional().describe('These and all below them.'),
    except_ids: list(id).optional().describe('But not these and what is below them.'),
    types: list(z.enum(CAPABILITY_TYPES)).optional(),
    side_effects: list(z.enum(SIDE_EFFECTS)).optional(),
    risk_levels: list(z.enum(RISK_LEVELS)).optional(),
    origins: list(z.enum(ORIGINS))
      .optional()
      .describe(
        'builtin: inside the executable; project: any other catalog; imported: of these, one that says that others wrote it.',
      ),
    principals: list(sentence).optional().describe('Names of users of this machine.'),
  })
  .describe('All conditions that are given must hold; none: everything.');

const example = z
  .union([
    id,
    z.strictObject({
      id,
      type: z.enum(CAPABILITY_TYPES).optional(),
      side_effect: z.enum(SIDE_EFFECTS).optional(),
      risk_level: z.enum(RISK_LEVELS).optional(),
      origin: z.enum(ORIGINS).optional(),
      principal: sentence.optional(),
    }),
  ])
  .describe('An id, or an id with the facts that the rule asks for.');

const rule = z.strictObject({
  name: sentence.describe('Every answer that this rule decides names it.'),
  because: sentence.optional().describe('Told to whoever is refused.'),
  applies_to: conditions,
  discover: z.literal('deny').optional().describe('Absent from search, lists, counts and errors.'),
  describe: z.literal('deny').optional().describe('Found, but its contract is not shown.'),
  execute: z
    .enum(['deny', 'human', 'ask'])
    .optional()
    .describe('Never; only with a yes from a human; only with a yes.'),
  must_match: list(example).describe('Checked whenever the policy is loaded.'),
  must_not_match: list(example).optional().describe('Checked whenever the policy is loaded.'),
});

/** Our own built-in tools need this much to start at all: a runtime reserves before it uses. */
const LEAST_MEMORY_MB = 768;

const milliseconds = z.int().min(100).max(3_600_000).optional();
const days = (about: string) => z.int().min(1).max(3650).optional().describe(about);

const limits = z
  .strictObject({
    concurrent_runs: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe(`Runs of one user at the same time; others wait. ${CONCURRENT_RUNS} when left out.`),
    memory_mb: z
      .int()
      .min(LEAST_MEMORY_MB)
      .max(1_048_576)
      .optional()
      .describe(
        'Private memory that each process of a run may hold, what it shares with others aside; where this machine cannot enforce it, that is said before a yes.',
      ),
    unenforced: z
      .literal('deny')
      .optional()
      .describe('Nothing runs where the limit of private memory cannot be enforced.'),
    timeout_ms: z
      .strictObject({ R: milliseconds, 'W-local': milliseconds, 'W-shared': milliseconds, I: milliseconds })
      .optional()
      .describe('The longest a run may take, by its side effect; the manifest may say less.'),
  })
  .describe('Of several policies the smallest value holds.');

const keep = z
  .strictObject({
    audit_days: days(`How long the audit is kept at least; ${AUDIT_DAYS} when left out.`),
    journal_days: days(`How long results and closed operations are kept; ${JOURNAL_DAYS} when left out.`),
    search_traces: z
      .enum(TRACES)
      .optional()
      .describe('Whether searches are noted: off (when left out), digest (a salted digest of the query), text.'),
  })
  .describe('Records. Of several policies the longest time holds, and the trace that tells least.');

export const policyForm = z.strictObject({
  version: z.literal('policy.v1'),
  mode: z
    .enum(MODES)
    .optional()
    .describe(
      'read-only: nothing that changes something or starts the code of a project. ask: what changes something is confirmed. auto: small local writes are not.',
    ),
  network: z
    .strictObject({
      private_hosts: list(
        z
          .string()
          .regex(
            /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?$/,
            'must be a host in lower case, with or without a port',
          ),
      )
        .optional()
        .describe(
          'Hosts on this machine or in a private network that requests may go to, as their URL names them: host for all its ports, host:8080 for one.',
        ),
      unenforced: z
        .literal('deny')
        .optional()
        .describe('What says network_policy none or loopback does not run where that cannot be enforced.'),
    })
    .optional()
    .describe('What may be reached. Of several files the strictest counts.'),
  limits: limits.optional(),
  keep: keep.optional(),
  rules: z.array(rule).optional().describe('Rules only take away; of several that apply the strictest wins.'),
});

export type PolicyForm = z.infer<typeof policyForm>;
export type RuleForm = z.infer<typeof rule>;
export type ExampleForm = z.infer<typeof example>;
