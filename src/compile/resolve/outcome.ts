/**
 * `verification` and `compensation`: the capability they name must be fit for it, and each argument must exist on both
 * sides. The ids themselves are checked with all other references.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../capability/capability.ts';
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type Draft, diagnostic } from '../validate.ts';
import { propertiesOf } from './arguments.ts';
import { type Bounded, CHECK_MS, endlessPattern } from './patterns.ts';

/** `drafts` may name any of `all`. */
export function checkOutcomes(drafts: readonly Draft[], all: readonly Draft[], bounded: Bounded): Diagnostic[] {
  const byId = new Map(all.map((draft) => [draft.manifest.id, draft]));
  return drafts.flatMap((draft) => [...checkVerification(draft, byId, bounded), ...checkCompensation(draft, byId)]);
}

type Drafts = ReadonlyMap<string, Draft>;

function checkVerification(draft: Draft, byId: Drafts, bounded: Bounded): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action' || manifest.verification === undefined) return [];
  const { action, took_effect, no_effect } = manifest.verification;
  const found: Diagnostic[] = [];
  const report = (field: string, message: string, expected?: string) =>
    found.push(diagnostic(draft.source, ['verification', field], 'bad_outcome', message, { expected }));
  if (!(manifest.verifies ?? []).includes(action)) {
    report('action', `${action} is not in verifies`, 'one of the ids in verifies');
  }
  const other = byId.get(action)?.manifest;
  if (other !== undefined && (other.type !== 'action' || other.side_effect !== 'R')) {
    report('action', `${action} is no action that only reads`, 'an action with side_effect R');
  }
  for (const [field, schema] of Object.entries({ took_effect, no_effect })) {
    const problem = schema === undefined ? undefined : unusable(schema, manifest.arguments_schema);
    if (problem !== undefined) report(field, `${field} cannot be used: ${problem}`, 'a JSON Schema');
  }
  const rest = [...checkPlaceholders(draft), ...checkWhen(draft, bounded)];
  return [...found, ...checkSources(draft, 'verification', byId), ...rest];
}

/** `when` speaks of arguments of this action, each with values that it can have. */
function checkWhen({ manifest, source }: Draft, bounded: Bounded): Diagnostic[] {
  if (manifest.type !== 'action') return [];
  const schemas = propertiesOf(manifest.arguments_schema);
  return Object.entries(manifest.verification?.when ?? {}).flatMap(([name, values]) => {
    const at = ['verification', 'when', name];
    if (!Object.hasOwn(schemas, name)) {
      const details = { received: name, did_you_mean: nearest(name, Object.keys(schemas)) };
      return [diagnostic(source, at, 'unknown_argument', `${manifest.id} has no argument ${name}`, details)];
    }
    return values.flatMap((value) => {
      const accepted =
        value === null ? { value: true } : bounded(CHECK_MS, () => accepts(schemas[name] as Json, value));
      if (accepted?.value === true) return [];
      const text = JSON.stringify(value);
      const endless = accepted === undefined ? endlessPattern(schemas[name] as Json, value, bounded) : undefined;
      const long = `${endless === undefined ? 'the schema' : `the pattern ${endless.pattern}`} takes longer than ${CHECK_MS} ms to decide on ${text}`;
      return [diagnostic(source, at, 'bad_outcome', accepted === undefined ? long : `${name} is never ${text}`)];
    });
  });
}

/** True as well for a schema that cannot be judged by itself, as one that refers to its whole. */
function accepts(schema: Json, value: Json): boolean {
  try {
    return withValidator(schema, (ajv) => ajv.validate(schema as JsonObject, value));
  } catch {
    return true;
  }
}

/** Made once for many schemas: making one compiles its meta-schema, which takes longer than all schemas of a pack. */
let spare: Ajv2020 | undefined;

function withValidator<T>(schema: Json, use: (ajv: Ajv2020) => T): T {
  // A schema with names of its own could take those of another one, or of the dialect: it gets a validator to itself.
  const isNamed = JSON.stringify(schema).includes('"$id"');
  const ajv = (isNamed ? undefined : spare) ?? new Ajv2020({ strict: false, logger: false });
  // Whoever breaks this off skips the end as well: nothing is known of a validator that was left in the middle.
  spare = undefined;
  try {
    return use(ajv);
  } finally {
    if (typeof schema === 'object' && schema !== null) ajv.removeSchema(schema);
    if (!isNamed) spare = ajv;
  }
}

/** `{"$arg": NAME}` in the two schemas stands for an argument of this action. */
function checkPlaceholders(draft: Draft): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action') return [];
  const names = Object.keys(propertiesOf(manifest.arguments_schema));
  return (['took_effect', 'no_effect'] as const).flatMap((field) => {
    const used = JSON.stringify(manifest.verification?.[field] ?? null).matchAll(/\{"\$arg":"([^"]*)"\}/g);
    return [...used].flatMap(([, name = '']) => {
      if (names.includes(name)) return [];
      const details = { received: name, did_you_mean: nearest(name, names) };
      const message = `${manifest.id} has no argument ${name}`;
      return [diagnostic(draft.source, ['verification', field], 'unknown_argument', message, details)];
    });
  });
}

function checkCompensation(draft: Draft, byId: Drafts): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action' || manifest.compensation === undefined) return [];
  const { action } = manifest.compensation;
  const other = byId.get(action)?.manifest;
  const found =
    other === undefined || (other.type === 'action' && other.side_effect !== 'R')
      ? []
      : [diagnostic(draft.source, ['compensation', 'action'], 'bad_outcome', `${action} changes nothing`)];
  return [...found, ...checkSources(draft, 'compensation', byId)];
}

function checkSources(draft: Draft, field: 'verification' | 'compensation', byId: Drafts): Diagnostic[] {
  const { manifest } = draft;
  const given = manifest.type === 'action' ? manifest[field] : undefined;
  if (manifest.type !== 'action' || given === undefined) return [];
  const ours = Object.keys(propertiesOf(manifest.arguments_schema));
  const other = byId.get(given.action)?.manifest;
  const theirs = other?.type === 'action' ? Object.keys(propertiesOf(other.arguments_schema)) : undefined;
  const unknown = (path: string[], name: string, names: readonly string[], owner: string) =>
    diagnostic(draft.source, [field, 'arguments', ...path], 'unknown_argument', `${owner} has no argument ${name}`, {
      received: name,
      did_you_mean: nearest(name, names),
    });
  return Object.entries(given.arguments).flatMap(([name, from]) => [
    ...(theirs === undefined || theirs.includes(name) ? [] : [unknown([name], name, theirs, given.action)]),
    ...('arg' in from && !ours.includes(from.arg) ? [unknown([name, 'arg'], from.arg, ours, manifest.id)] : []),
    ...('args' in from ? from.args : [])
      .filter((one) => !ours.includes(one))
      .map((one) => unknown([name, 'args'], one, ours, manifest.id)),
  ]);
}

function unusable(schema: JsonObject, argumentsSchema: JsonObject): string | undefined {
  // A placeholder stands where a value will: one of its kind is as good for this.
  const filled = JSON.parse(
    JSON.stringify(schema).replaceAll(/\{"\$arg":"([^"]*)"\}/g, (_, name: string) => anyOf(name, argumentsSchema)),
  ) as JsonObject;
  try {
    withValidator(filled, (ajv) => ajv.compile(filled));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Some value of this argument, as JSON. */
function anyOf(name: string, argumentsSchema: JsonObject): string {
  const properties = propertiesOf(argumentsSchema);
  const type = Object.hasOwn(properties, name) ? (properties[name] as JsonObject).type : undefined;
  return type === 'array' ? '[1]' : type === 'boolean' ? 'true' : type === 'string' ? '"1"' : '1';
}
