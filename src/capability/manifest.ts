/**
 * The shape of a manifest as an author writes it in YAML: one strict zod schema a kind, with a description on every field
 * so that the generated JSON Schema helps in an editor. Read at compile time only; it knows nothing of files or positions.
 */
import { z } from 'zod';
import {
  CONFIRMATIONS,
  HOST_VIEWS,
  IDEMPOTENCIES,
  NETWORK_POLICIES,
  OPERATING_SYSTEMS,
  RISK_LEVELS,
  SIDE_EFFECTS,
} from './capability.ts';
import { placedFiles } from './fixture.ts';
import { handler } from './manifest-handler.ts';
import { compensation, retry, verification } from './manifest-outcome.ts';
import {
  bilingual,
  executable,
  id,
  jsonObject,
  LANGUAGES_MESSAGE,
  line,
  MAX_BODY_CODE_POINTS,
  MAX_DESCRIPTION_CODE_POINTS,
  MAX_SUMMARY_CODE_POINTS,
  MAX_TITLE_CODE_POINTS,
  phrase,
  phrases,
  terms,
  text,
  UNSAFE_IN_BLOCK,
} from './manifest-text.ts';

const boundary = z
  .strictObject({
    zh: phrase.optional().describe('In Chinese.'),
    en: phrase.optional().describe('In English.'),
    instead: id.optional().describe('The sibling to take; it must exist.'),
  })
  .refine((value) => value.zh !== undefined || value.en !== undefined, { message: LANGUAGES_MESSAGE });

const executableRequirement = z.strictObject({
  name: executable.describe('Looked up in the absolute directories of PATH.'),
  min_version: z
    .string()
    .regex(/^\d+(?:\.\d+)*$/, { message: 'is not a dotted version number' })
    .optional()
    .describe('Quoted, as in "2.30".'),
});

const requires = z
  .strictObject({
    os: z.array(z.enum(OPERATING_SYSTEMS)).min(1).optional().describe('Where it works; everywhere when left out.'),
    executables: z.array(executableRequirement).min(1).optional().describe('Every executable that it starts.'),
  })
  .describe('What this machine must have.');

const example = z
  .strictObject({
    arguments: jsonObject.describe('Valid against arguments_schema.'),
    note: bilingual(phrase, 'What the example does.').optional(),
    files: placedFiles
      .optional()
      .describe('Files that `cap catalog test` puts into a fresh directory before it runs the example: path → text.'),
  })
  .describe('One call.');

/** What every kind of capability says about itself. */
const common = {
  id: id.describe('Canonical id: the pack, a dot, the name. It never changes once published.'),
  version: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Raised when arguments, effect or meaning change; action_version on the wire.'),
  title: bilingual(line(MAX_TITLE_CODE_POINTS), 'What it does, in the words of a person.'),
  summary: bilingual(line(MAX_SUMMARY_CODE_POINTS), 'One or two sentences: what comes back and from what.'),
  description: bilingual(text(MAX_DESCRIPTION_CODE_POINTS, UNSAFE_IN_BLOCK), 'More, for who inspects it.').optional(),
  aliases: phrases('What people say when they want this; unique over the catalog.').optional(),
  entities: terms('domain', 'What it is about.').min(1),
  qualifiers: terms('qualifier', 'What narrows it.').optional(),
  symptoms: phrases('Error messages and complaints that lead here.').optional(),
  when_to_use: z.array(bilingual(phrase, 'One situation.')).min(1).max(12).describe('When this is the right one.'),
  when_not_to_use: z.array(boundary).min(1).max(12).describe('When it is the wrong one, and which is right.'),
  requires: requires.optional(),
  required_context: z.array(phrase).max(12).optional().describe('What the caller must know beforehand.'),
};

const intents = terms('action', 'What a person wants to have done.').min(1);

const actionManifest = z
  .strictObject({
    ...common,
    type: z.literal('action').describe('An executable leaf.'),
    intents,
    side_effect: z
      .enum(SIDE_EFFECTS)
      .describe('What a run may change: nothing, this machine, shared state, or for good.'),
    risk_level: z.enum(RISK_LEVELS).describe('How much harm a wrong call can do.'),
    confirmation: z.enum(CONFIRMATIONS).describe('Who must say yes; never none when side_effect is not R.'),
    idempotency: z.enum(IDEMPOTENCIES).describe('What a second identical call does.'),
    timeout_ms: z.int().min(100).max(3_600_000).describe('Milliseconds until the process tree is ended.'),
    network_policy: z.enum(NETWORK_POLICIES).describe('Which network the run may reach.'),
    host_view: z
      .array(z.enum(HOST_VIEWS))
      .min(1)
      .optional()
      .describe(
        'What it looks at that a process shut off from the network does not see: sockets and interfaces of this machine, what other processes have open, who owns files.',
      ),
    arguments_schema: jsonObject.describe(
      'JSON Schema (draft-07 or 2020-12): an object, additionalProperties false, each property with a description and x-description-zh.',
    ),
    output_schema: jsonObject.optional().describe('JSON Schema of evidence.result.'),
    examples: z.array(example).min(1).max(10).describe('Calls that work; two or more where there are arguments.'),
    produces: z
      .array(phrase)
      .max(12)
      .optional()
      .describe('What exists afterwards; "{name}" stands for an argument, and alone on its line it is a file.'),
    verifies: z.array(id).max(12).optional().describe('Capabilities that check the result of this one.'),
    affected_resources: z
      .array(phrase)
      .max(12)
      .optional()
      .describe('What is touched; "{name}" stands for an argument.'),
    preview: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .optional()
      .describe('A built-in tool that only looks: given the same arguments it tells what would be touched.'),
    may_start: z
      .array(executable)
      .min(1)
      .max(40)
      .optional()
      .describe(
        'Programs that it starts where they are there, by their names: a yes is for these very ones, and for none that appears later.',
      ),
    verification: verification.optional(),
    compensation: compensation.optional(),
    retry: retry.optional(),
    handler,
  })
  .refine((value) => value.side_effect === 'R' || value.confirmation !== 'none', {
    path: ['confirmation'],
    message: 'is none although side_effect is not R',
  })
  .refine((value) => value.side_effect !== 'R' || value.verification === undefined, {
    path: ['verification'],
    message: 'is for what changes something; a result that was read is its own evidence',
  })
  .refine((value) => value.side_effect !== 'R' || value.compensation === undefined, {
    path: ['compensation'],
    message: 'is for what changes something; there is nothing to undo here',
  })
  .refine((value) => value.side_effect === 'R' || value.idempotency === 'backend_key' || value.retry === undefined, {
    path: ['retry'],
    message: 'is for what only reads, or hands a key to its backend: a change could happen twice',
  })
  .describe('An action.');

const body = bilingual(text(MAX_BODY_CODE_POINTS, UNSAFE_IN_BLOCK), 'Markdown; {cap:ID} refers to a capability.');

const recipeManifest = z
  .strictObject({ ...common, type: z.literal('recipe').describe('Know-how, read on demand.'), intents, body })
  .describe('A recipe.');

const resourceManifest = z
  .strictObject({ ...common, type: z.literal('resource').describe('Readable context.'), intents, body })
  .describe('A resource.');

const promptManifest = z
  .strictObject({ ...common, type: z.literal('prompt').describe('A template of a prompt.'), intents, body })
  .describe('A prompt.');

const packManifest = z
  .strictObject({
    ...common,
    type: z.literal('pack').describe('A group of capabilities.'),
    intents: intents.optional(),
  })
  .describe('A pack.');

/** Any manifest; `type` decides which fields it has. */
export const Manifest = z.discriminatedUnion('type', [
  actionManifest,
  recipeManifest,
  packManifest,
  resourceManifest,
  promptManifest,
]);
export type Manifest = z.infer<typeof Manifest>;
export type ActionManifest = z.infer<typeof actionManifest>;

/** The JSON Schema of manifests, as it is published and as an editor reads it beside a catalog. */
export function manifestJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(Manifest, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: 'capability-manifest.v1', ...rest };
}
