/** From the resolved capability to schema-inspect.v1's tool_spec: the only file of this room that speaks the wire's names. */
import type { Bilingual, Capability } from '../capability/capability.ts';
import type { SchemaInspectResponse } from '../contract/schema-inspect.v1.ts';
import type { Snapshot } from '../snapshot/read.ts';

type ToolSpec = SchemaInspectResponse['tool_spec'];

/** How many examples the compact form keeps. */
const COMPACT_EXAMPLES = 2;
/** How many aliases of each language: they are there to be found by, and an answer of some 4 KB had 1 KB of them. */
const COMPACT_ALIASES = 4;

/** The answer for one capability; `full` adds every text in both languages and all examples. */
export function present(capability: Capability, snapshot: Snapshot, detail: 'compact' | 'full'): SchemaInspectResponse {
  const specHash = snapshot.specHash(snapshot.find(capability.id));
  return {
    version: 'schema-inspect.v1',
    catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
    tool_spec: { ...toolSpec(capability, detail), spec_hash: specHash } as ToolSpec,
  };
}

function toolSpec(capability: Capability, detail: 'compact' | 'full'): Omit<ToolSpec, 'spec_hash'> {
  const full = detail === 'full';
  const { zh, en } = capability.aliases;
  const aliases = full ? [zh, en] : [zh.slice(0, COMPACT_ALIASES), en.slice(0, COMPACT_ALIASES)];
  const examples = full ? capability.examples : capability.examples.slice(0, COMPACT_EXAMPLES);
  return {
    identity: {
      canonical_path: capability.id,
      cli_path: capability.cliPath,
      aliases: aliases.flat(),
      type: capability.type,
      product_id: capability.product,
      version: capability.version,
    },
    title: one(capability.title),
    summary: one(capability.summary),
    when_to_use: capability.whenToUse.map(one),
    when_not_to_use: capability.whenNotToUse.map((line) => ({
      when: one(line),
      ...(line.instead === undefined ? {} : { instead: line.instead }),
    })),
    arguments_schema: capability.argumentsSchema,
    ...(capability.outputSchema === undefined ? {} : { output_schema: capability.outputSchema }),
    side_effect: capability.sideEffect,
    effect: capability.effect,
    risk_level: capability.riskLevel,
    confirmation: capability.confirmation,
    idempotency: capability.idempotency,
    timeout_ms: capability.timeoutMs,
    network_policy: capability.networkPolicy,
    required_context: [...capability.requiredContext],
    examples: examples.map((example) => ({
      arguments: example.arguments,
      ...(example.note === undefined ? {} : { note: one(example.note) }),
    })),
    produces: [...capability.produces],
    verifies: [...capability.verifies],
    affected_resources: [...capability.affectedResources],
    requires: { os: [...capability.os], executables: [...capability.executables] },
    ...(capability.body === undefined ? {} : { body: one(capability.body) }),
    ...(full ? { texts: texts(capability) } : {}),
  } as Omit<ToolSpec, 'spec_hash'>;
}

/** Both languages of everything a person reads, for the full form. */
function texts(capability: Capability) {
  const { title, summary, description, symptoms, whenToUse, whenNotToUse, body } = capability;
  return {
    title,
    summary,
    ...(description.zh === undefined && description.en === undefined ? {} : { description }),
    aliases: capability.aliases,
    symptoms,
    when_to_use: whenToUse,
    when_not_to_use: whenNotToUse,
    ...(body === undefined ? {} : { body }),
  };
}

/** One language for a reader of schemas: English where it exists. */
function one(text: Bilingual): string {
  return text.en ?? text.zh ?? '';
}
