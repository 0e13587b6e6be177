/** The shape of a policy file as a person writes it in YAML. Read when a policy is compiled, never on the quick path. */
import { z } from 'zod';
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import { MODES, ORIGINS } from './policy.ts';

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
    origins: list(z.enum(ORIGINS)).optional().describe('builtin: inside the executable; project: any other catalog.'),
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

export const policyForm = z.strictObject({
  version: z.literal('policy.v1'),
  mode: z
    .enum(MODES)
    .optional()
    .describe(
      'read-only: nothing that changes something. ask: what changes something is confirmed. auto: small local writes are not.',
    ),
  rules: z.array(rule).optional().describe('Rules only take away; of several that apply the strictest wins.'),
});

export type PolicyForm = z.infer<typeof policyForm>;
export type RuleForm = z.infer<typeof rule>;
export type ExampleForm = z.infer<typeof example>;
