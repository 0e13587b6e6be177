/**
 * Two versions of one capability: what a caller can see or feel that differs, and whether a caller that was right before
 * may be wrong now. It knows no catalogs and no files.
 */
import { canonicalJson } from '../canon/json.ts';
import {
  type Capability,
  CONFIRMATIONS,
  IDEMPOTENCIES,
  NETWORK_POLICIES,
  RISK_LEVELS,
  SIDE_EFFECTS,
} from '../capability/capability.ts';
import { schemaChanges } from './schema-change.ts';

/** `at` is the wire's name of what differs; `path` a place inside it. */
export type Change = { readonly at: string; readonly path?: string; readonly what: string; readonly breaking: boolean };

/** In the order of a manifest, what is inside a schema by place. */
export function capabilityChanges(before: Capability, after: Capability): Change[] {
  return [
    ...typeChange(before, after),
    ...noteChanges(before, after),
    ...LEVELS.flatMap((level) => levelChange(level, before, after)),
    ...timeoutChange(before, after),
    ...requirementChanges(before, after),
    ...schemaChanges(before.argumentsSchema, after.argumentsSchema, 'arguments').map((one) =>
      inside('arguments_schema', one),
    ),
    ...outputChanges(before, after),
  ];
}

/**
 * What explains a capability or lets it be found, and how it is done: it changes what is found and felt, never what a
 * call means. Null: has a rule of its own below, or follows from another field. A new field must be decided here.
 */
const NOTES: Readonly<Record<keyof Capability, string | null>> = {
  id: null,
  cliPath: null,
  type: null,
  product: null,
  pack: null,
  version: 'version',
  title: 'title',
  summary: 'summary',
  description: 'description',
  aliases: 'aliases',
  intents: 'intents',
  entities: 'entities',
  qualifiers: 'qualifiers',
  symptoms: 'symptoms',
  whenToUse: 'when_to_use',
  whenNotToUse: 'when_not_to_use',
  sideEffect: null,
  effect: null,
  riskLevel: null,
  confirmation: null,
  idempotency: null,
  timeoutMs: null,
  networkPolicy: null,
  os: null,
  executables: null,
  hostView: 'host_view',
  requiredContext: null,
  argumentsSchema: null,
  outputSchema: null,
  examples: 'examples',
  produces: 'produces',
  verifies: 'verifies',
  affectedResources: 'affected_resources',
  verification: 'verification',
  compensation: 'compensation',
  retry: 'retry',
  preview: 'preview',
  mayStart: 'may_start',
  handler: 'handler',
  body: 'body',
};

type Level = {
  readonly at: string;
  readonly of: (capability: Capability) => string;
  /** Mildest first: to the right is breaking. */
  readonly order: readonly string[];
};

const LEVELS: readonly Level[] = [
  { at: 'side_effect', of: ({ sideEffect }) => sideEffect, order: SIDE_EFFECTS },
  { at: 'risk_level', of: ({ riskLevel }) => riskLevel, order: RISK_LEVELS },
  { at: 'confirmation', of: ({ confirmation }) => confirmation, order: CONFIRMATIONS },
  { at: 'network_policy', of: ({ networkPolicy }) => networkPolicy, order: NETWORK_POLICIES },
  // What may be repeated freely, what may with the backend's key, what may not.
  {
    at: 'idempotency',
    of: ({ idempotency }) => idempotency,
    order: [IDEMPOTENCIES[0], IDEMPOTENCIES[2], IDEMPOTENCIES[1]],
  },
];

function noteChanges(before: Capability, after: Capability): Change[] {
  return (Object.keys(NOTES) as (keyof Capability)[]).flatMap((field) => {
    const at = NOTES[field];
    return at === null || same(before[field] ?? null, after[field] ?? null) ? [] : [note(at, 'reads differently')];
  });
}

function typeChange({ type: was }: Capability, { type: is }: Capability): Change[] {
  return was === is ? [] : [{ at: 'type', what: `${was} → ${is}`, breaking: true }];
}

function levelChange({ at, of, order }: Level, before: Capability, after: Capability): Change[] {
  const [was, is] = [of(before), of(after)];
  return was === is ? [] : [{ at, what: `${was} → ${is}`, breaking: order.indexOf(is) > order.indexOf(was) }];
}

/** A request may name as much time as the manifest gives. */
function timeoutChange({ timeoutMs: was }: Capability, { timeoutMs: is }: Capability): Change[] {
  return was === is ? [] : [{ at: 'timeout_ms', what: `${was} → ${is}`, breaking: is < was }];
}

function requirementChanges(before: Capability, after: Capability): Change[] {
  const systems = (one: Capability) => (one.os.length === 0 ? 'all' : one.os.join(', '));
  const lost = after.os.length > 0 && (before.os.length === 0 || before.os.some((os) => !after.os.includes(os)));
  const needs = ({ executables }: Capability) =>
    executables.map(({ name, min_version: version }) => (version === undefined ? name : `${name} ≥ ${version}`));
  const [was, is] = [needs(before), needs(after)];
  const context = after.requiredContext.filter((one) => !before.requiredContext.includes(one));
  return [
    ...(systems(before) === systems(after)
      ? []
      : [{ at: 'requires', path: '/os', what: `${systems(before)} → ${systems(after)}`, breaking: lost }]),
    ...(same(was, is)
      ? []
      : [
          {
            at: 'requires',
            path: '/executables',
            what: `${was.join(', ') || 'none'} → ${is.join(', ') || 'none'}`,
            breaking: is.some((one) => !was.includes(one)),
          },
        ]),
    ...(same(before.requiredContext, after.requiredContext)
      ? []
      : [{ at: 'required_context', what: 'another context is needed', breaking: context.length > 0 }]),
  ];
}

function outputChanges({ outputSchema: was }: Capability, { outputSchema: is }: Capability): Change[] {
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [note('output_schema', 'described now')];
  if (is === undefined) return [{ at: 'output_schema', what: 'no longer described', breaking: true }];
  return schemaChanges(was, is, 'output').map((one) => inside('output_schema', one));
}

function inside(at: string, { path, what, breaking }: { path: string; what: string; breaking: boolean }): Change {
  return { at, ...(path === '' ? {} : { path }), what, breaking };
}

function note(at: string, what: string): Change {
  return { at, what, breaking: false };
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
