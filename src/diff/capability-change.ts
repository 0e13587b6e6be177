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
    ...TEXTS.flatMap(({ at, of }) => (same(of(before), of(after)) ? [] : [note(at, 'reads differently')])),
    ...LEVELS.flatMap((level) => levelChange(level, before, after)),
    ...timeoutChange(before, after),
    ...requirementChanges(before, after),
    ...schemaChanges(before.argumentsSchema, after.argumentsSchema, 'arguments').map((one) =>
      inside('arguments_schema', one),
    ),
    ...outputChanges(before, after),
    ...handlerChange(before, after),
  ];
}

type Text = { readonly at: string; readonly of: (capability: Capability) => unknown };

/** What explains a capability or lets it be found: it changes what is found, never what a call means. */
const TEXTS: readonly Text[] = [
  { at: 'version', of: ({ version }) => version },
  { at: 'title', of: ({ title }) => title },
  { at: 'summary', of: ({ summary }) => summary },
  { at: 'description', of: ({ description }) => description },
  { at: 'aliases', of: ({ aliases }) => aliases },
  { at: 'vocabulary', of: ({ intents, entities, qualifiers }) => [intents, entities, qualifiers] },
  { at: 'symptoms', of: ({ symptoms }) => symptoms },
  { at: 'when_to_use', of: ({ whenToUse }) => whenToUse },
  { at: 'when_not_to_use', of: ({ whenNotToUse }) => whenNotToUse },
  { at: 'body', of: ({ body }) => body ?? null },
  { at: 'examples', of: ({ examples }) => examples },
  { at: 'produces', of: ({ produces }) => produces },
  { at: 'verifies', of: ({ verifies }) => verifies },
  { at: 'affected_resources', of: ({ affectedResources }) => affectedResources },
];

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

/** How it is done: felt, but no promise. */
function handlerChange({ handler: was }: Capability, { handler: is }: Capability): Change[] {
  return same(was ?? null, is ?? null) ? [] : [note('handler', 'works differently')];
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
