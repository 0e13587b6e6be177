/** schema-inspect.v1: one capability, exactly, with its full contract; bound to the catalog that the search saw. */
import { z } from 'zod';
import {
  canonicalPath,
  capabilityType,
  catalog,
  confirmation,
  effect,
  hash,
  idempotency,
  openObject,
  riskLevel,
  sideEffect,
} from './fields.ts';

const text = z.string();
const bilingual = z.strictObject({ zh: text.optional(), en: text.optional(), instead: text.optional() });
const bilingualList = z.strictObject({ zh: z.array(text), en: z.array(text) });

export const schemaInspectRequest = z
  .strictObject({
    version: z.literal('schema-inspect.v1'),
    canonical_path: canonicalPath(),
    expected_source_hash: hash('The source_hash of the search.').optional(),
    expected_surface_hash: hash('The surface_hash of the search.').optional(),
    detail: z
      .enum(['compact', 'full'])
      .optional()
      .describe('full adds both languages, all aliases and all examples; default compact.'),
  })
  .refine(
    (request) => (request.expected_source_hash === undefined) === (request.expected_surface_hash === undefined),
    'both hashes or neither',
  )
  .meta({
    dependentRequired: {
      expected_source_hash: ['expected_surface_hash'],
      expected_surface_hash: ['expected_source_hash'],
    },
    examples: [{ version: 'schema-inspect.v1', canonical_path: 'system.port.who' }],
  });

const toolSpec = z.strictObject({
  identity: z.strictObject({
    canonical_path: text,
    cli_path: text,
    aliases: z.array(text),
    type: capabilityType,
    product_id: text,
    version: z.int().min(1),
  }),
  title: text,
  summary: text,
  when_to_use: z.array(text),
  when_not_to_use: z.array(z.strictObject({ when: text, instead: text.optional() })),
  arguments_schema: openObject('JSON Schema of the arguments.'),
  output_schema: openObject('JSON Schema of the result.').optional(),
  side_effect: sideEffect,
  effect,
  risk_level: riskLevel,
  confirmation,
  idempotency,
  timeout_ms: z.int().describe('Milliseconds.'),
  network_policy: z.enum(['none', 'loopback', 'outbound']),
  required_context: z.array(text),
  examples: z.array(z.strictObject({ arguments: openObject('Arguments that fit the schema.'), note: text.optional() })),
  produces: z.array(text),
  verifies: z.array(text).describe('Capabilities that check whether this one took effect.'),
  affected_resources: z.array(text).describe('What is changed, with {argument} places.'),
  requires: z.strictObject({
    os: z.array(text).describe('Empty: every operating system.'),
    executables: z.array(z.strictObject({ name: text, min_version: text.optional() })),
  }),
  body: text.optional().describe('The text of a recipe or prompt; {cap:ID} in it names a capability.'),
  texts: z
    .strictObject({
      title: bilingual,
      summary: bilingual,
      description: bilingual.optional(),
      aliases: bilingualList,
      symptoms: bilingualList,
      when_to_use: z.array(bilingual),
      when_not_to_use: z.array(bilingual),
      body: bilingual.optional(),
    })
    .optional()
    .describe('With detail full: every text in both languages.'),
  spec_hash: hash('Hash of the whole capability as it was compiled: the same in the compact and the full form.'),
});

export const schemaInspectResponse = z.strictObject({
  version: z.literal('schema-inspect.v1'),
  catalog,
  tool_spec: toolSpec,
});

export type SchemaInspectRequest = z.infer<typeof schemaInspectRequest>;
export type SchemaInspectResponse = z.infer<typeof schemaInspectResponse>;
