/**
 * The shape of a manifest as an author writes it in YAML: one strict zod schema a kind, with a description on every field
 * so that the generated JSON Schema helps in an editor. Read at compile time only; it knows nothing of files or positions.
 */
import { z } from 'zod';
import {
  CONFIRMATIONS,
  IDEMPOTENCIES,
  type Json,
  type JsonObject,
  NETWORK_POLICIES,
  OPERATING_SYSTEMS,
  RISK_LEVELS,
  SIDE_EFFECTS,
} from './capability.ts';

/** A response carries at most this much of a summary (tool-search.v1), so a longer one could never be shown whole. */
export const MAX_SUMMARY_CODE_POINTS = 256;
/** One line of a terminal table. */
export const MAX_TITLE_CODE_POINTS = 80;
/** A boundary, a note or an alias is a sentence, not a page. */
export const MAX_PHRASE_CODE_POINTS = 400;
/** Long enough for a page of explanation, short enough that a contract stays within 16 KiB. */
export const MAX_DESCRIPTION_CODE_POINTS = 4_000;
/** A recipe is read in one go by an agent: about 8,000 Chinese characters. */
export const MAX_BODY_CODE_POINTS = 16_000;
/** Segments of lower-case words joined by dots; the last one names the capability, the others its pack. */
export const ID_PATTERN = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;
const TERM_PATTERN = /^[a-z][a-z0-9_]*$/;
/** A bare name that is looked up in the allow-listed PATH: no separator, so never a relative or absolute path. */
const EXECUTABLE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
const ENVIRONMENT_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ARGUMENT_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** C0 and C1 controls and the bidirectional overrides: they can make a shown text differ from what it says. */
const UNSAFE_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNSAFE_IN_BLOCK = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const codePoints = (text: string): number => [...text].length;

function text(maximum: number, unsafe: RegExp) {
  return z
    .string()
    .min(1)
    .refine((value) => value.trim() !== '', { message: 'is blank' })
    .refine((value) => codePoints(value) <= maximum, { message: `is longer than ${maximum} characters` })
    .refine((value) => !unsafe.test(value), { message: 'holds a control or bidirectional character' })
    .refine((value) => value.isWellFormed(), { message: 'holds a lone surrogate' })
    .meta({ maxLength: maximum });
}

const line = (maximum: number) => text(maximum, UNSAFE_IN_LINE);
const phrase = line(MAX_PHRASE_CODE_POINTS);

const LANGUAGES_MESSAGE = 'needs zh or en';

function bilingual<T extends z.ZodType>(each: T, description: string) {
  return z
    .strictObject({
      zh: each.optional().describe('In Chinese.'),
      en: each.optional().describe('In English.'),
    })
    .refine((value) => value.zh !== undefined || value.en !== undefined, { message: LANGUAGES_MESSAGE })
    .describe(description);
}

function phrases(description: string) {
  return bilingual(z.array(phrase).max(40), description);
}

const id = z.string().max(128).regex(ID_PATTERN, { message: 'is not an id: lower-case words joined by dots' });
const terms = (layer: string, description: string) =>
  z
    .array(z.string().max(64).regex(TERM_PATTERN, { message: 'is not a vocabulary term' }))
    .max(8)
    .describe(`${description} Terms of the layer "${layer}" of lexicon/vocabulary.yaml.`);

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
const jsonObject = z.record(z.string(), json) as unknown as z.ZodType<JsonObject>;
const argument = z
  .string()
  .regex(ARGUMENT_PATTERN, { message: 'is not an argument name' })
  .describe('The name of a property of arguments_schema.');

const argumentReference = z.strictObject({ arg: argument });

const argvItem = z
  .union([
    z.string().describe('A literal: exactly one argv element.'),
    z
      .strictObject({
        flag: z.string().min(1).describe('The literal element, such as "--all".'),
        when: argument.describe('The argument that decides: present when it is true, or equals `equals`.'),
        equals: json.optional().describe('Present when the argument has exactly this value (enums).'),
      })
      .describe('A literal that depends on an argument.'),
    z
      .strictObject({
        arg: argument.describe('The argument whose value becomes one argv element; nothing when it is absent.'),
        prefix: z.string().min(1).optional().describe('Put in front within the same element: "--max-count=".'),
        each: z.boolean().optional().describe('For an array argument: one element an item.'),
        default: z.string().optional().describe('The element when the argument is absent.'),
        path: z.boolean().optional().describe('A file path: "./" goes in front where it would start with "-".'),
      })
      .describe('An element built from an argument.'),
  ])
  .describe('One argv element, or none.');

const outputField = z.strictObject({
  name: z.string().regex(TERM_PATTERN, { message: 'is not a field name' }).describe('Key in the result.'),
  type: z.enum(['string', 'integer', 'number', 'boolean']).describe('How the text of the field is read.'),
});

const separator = z.string().min(1).max(8);

const outputFormat = z
  .discriminatedUnion('format', [
    z.strictObject({
      format: z.literal(['text', 'json', 'jsonl']).describe('Plain text, one JSON document, JSON a line.'),
    }),
    z.strictObject({
      format: z.literal('lines').describe('A list of strings.'),
      separator: separator.describe('"\\n" or "\\0".'),
    }),
    z.strictObject({
      format: z.literal('key_value').describe('An object from lines of key and value.'),
      separator: separator.describe('Between key and value: the first occurrence in a line.'),
    }),
    z.strictObject({
      format: z.literal('records').describe('A list of objects.'),
      record_separator: separator.describe('Ends a record.'),
      field_separator: separator.describe('Between two fields.'),
      fields: z.array(outputField).min(1).max(40).describe('The fields in order; the last one takes the rest.'),
      skip_first: z.int().min(0).max(20).optional().describe('Header records to leave out.'),
      collapse_space: z.boolean().optional().describe('Runs of spaces count as one separator.'),
    }),
  ])
  .describe('How stdout becomes evidence.result. Stable porcelain formats only.');

const exitCode = z.int().min(0).max(255);

const commandHandler = z
  .strictObject({
    kind: z.literal('command').describe('Starts an executable with an argument vector, never a shell.'),
    executable: z
      .string()
      .max(64)
      .regex(EXECUTABLE_PATTERN, { message: 'is not a bare executable name' })
      .describe('A bare name, looked up in the allow-listed PATH.'),
    argv: z.array(argvItem).max(80).describe('The argument vector, one item an element.'),
    cwd: argumentReference.optional().describe("The argument that names the working directory; else the caller's."),
    env: z
      .record(z.string().regex(ENVIRONMENT_PATTERN, { message: 'is not a variable name' }), z.string())
      .optional()
      .describe('Literal variables. LC_ALL and LANG are always C.UTF-8.'),
    stdin: argumentReference.optional().describe('The argument that is written to stdin.'),
    exit: z
      .strictObject({
        ok: z.array(exitCode).min(1).describe('Codes of success.'),
        empty: z.array(exitCode).optional().describe('Codes of success with nothing found.'),
      })
      .optional()
      .describe('What exit codes mean; 0 alone is success by default.'),
    output: outputFormat,
  })
  .describe('A command of the system.');

const builtinHandler = z
  .strictObject({
    kind: z.literal('builtin').describe('A tool of cap itself, run as a child process.'),
    tool: z
      .string()
      .max(64)
      .regex(TERM_PATTERN, { message: 'is not a tool name' })
      .describe('A name of the toolbox table, such as port_holders.'),
  })
  .describe('A tool inside the executable.');

const handler = z
  .discriminatedUnion('kind', [commandHandler, builtinHandler])
  .describe('What a run starts: exactly one process.');

const boundary = z
  .strictObject({
    zh: phrase.optional().describe('In Chinese.'),
    en: phrase.optional().describe('In English.'),
    instead: id.optional().describe('The sibling to take; it must exist.'),
  })
  .refine((value) => value.zh !== undefined || value.en !== undefined, { message: LANGUAGES_MESSAGE });

const executableRequirement = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(EXECUTABLE_PATTERN, { message: 'is not a bare executable name' })
    .describe('Looked up in the allow-listed PATH.'),
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
    arguments_schema: jsonObject.describe(
      'JSON Schema (draft-07 or 2020-12): an object, additionalProperties false, each property with a description and x-description-zh.',
    ),
    output_schema: jsonObject.optional().describe('JSON Schema of evidence.result.'),
    examples: z.array(example).min(1).max(10).describe('Calls that work; two or more where there are arguments.'),
    produces: z.array(phrase).max(12).optional().describe('What exists afterwards; "{name}" stands for an argument.'),
    verifies: z.array(id).max(12).optional().describe('Capabilities that check the result of this one.'),
    affected_resources: z
      .array(phrase)
      .max(12)
      .optional()
      .describe('What is touched; "{name}" stands for an argument.'),
    handler,
  })
  .refine((value) => value.side_effect === 'R' || value.confirmation !== 'none', {
    path: ['confirmation'],
    message: 'is none although side_effect is not R',
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

const term = z.strictObject({ zh: line(MAX_TITLE_CODE_POINTS), en: line(MAX_TITLE_CODE_POINTS) });
const layer = (description: string) =>
  z.record(z.string().regex(TERM_PATTERN, { message: 'is not a vocabulary term' }), term).describe(description);

/** The controlled vocabulary, lexicon/vocabulary.yaml: three layers of terms with their names. */
export const VocabularyManifest = z
  .strictObject({
    version: z.int().min(1).describe('Raised when a term is removed or changes its meaning.'),
    domain: layer('What capabilities are about: allowed in entities.'),
    action: layer('What people want: allowed in intents.'),
    qualifier: layer('What narrows the two: allowed in qualifiers.'),
  })
  .describe('The controlled vocabulary of a catalog.');
export type VocabularyManifest = z.infer<typeof VocabularyManifest>;
