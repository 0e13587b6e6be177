/** The schemas of an action: valid JSON Schema, closed, described; and its examples, which must be valid calls. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { secretMarks } from '../../audit/secret-marks.ts';
import type { Json, JsonObject } from '../../capability/capability.ts';
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Path } from '../parse.ts';
import { type Draft, diagnostic, printPath, valueAt } from '../validate.ts';
import { type Bounded, CHECK_MS, endlessPattern, slowPattern } from './patterns.ts';

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
const DRAFT_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** `{name}` in affected_resources and produces stands for the argument of that name. */
const TEMPLATE = /\{([^{}]*)\}/g;

export function checkArguments(draft: Draft, bounded: Bounded): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action') return [];
  const found = [...checkSchema(draft, 'arguments_schema'), ...checkForm(draft)];
  if (manifest.output_schema !== undefined) found.push(...checkSchema(draft, 'output_schema'));
  if (found.length > 0) return found;
  const examples = checkExamples(draft, bounded);
  return [...(examples.length > 0 ? examples : checkPatterns(draft, bounded)), ...checkTemplates(draft)];
}

/** The properties of a schema's top level, by name. */
export function propertiesOf(schema: JsonObject): { readonly [name: string]: Json } {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? (properties as JsonObject)
    : {};
}

function checkSchema(draft: Draft, field: 'arguments_schema' | 'output_schema'): Diagnostic[] {
  const schema = valueAt(draft.source.value, [field]) as JsonObject;
  const dialect = schema.$schema;
  if (dialect !== undefined && !(typeof dialect === 'string' && (DRAFT_07.test(dialect) || DRAFT_2020.test(dialect)))) {
    const expected = 'draft-07 or 2020-12';
    return [diagnostic(draft.source, [field, '$schema'], 'bad_schema', 'this dialect is not supported', { expected })];
  }
  const dynamic = findKey(schema, [field], (key) => DYNAMIC.has(key));
  if (dynamic !== undefined) {
    const expected = '$ref';
    return [
      diagnostic(draft.source, dynamic, 'bad_schema', 'a reference must lead to one place, known beforehand', {
        expected,
      }),
    ];
  }
  const remote = findKey(
    schema,
    [field],
    (key, value) => key === '$ref' && typeof value === 'string' && !value.startsWith('#'),
  );
  if (remote !== undefined) {
    return [diagnostic(draft.source, remote, 'bad_schema', '$ref may only lead into this schema', { expected: '#…' })];
  }
  const validator = ajvFor(schema);
  if (validator.validateSchema(schema) !== true) {
    return distinct(validator.errors ?? []).map((error) => {
      const path = [...[field], ...pointer(error.instancePath, schema)];
      return diagnostic(draft.source, path, 'bad_schema', `${printPath(path)} ${error.message ?? 'is not a schema'}`);
    });
  }
  try {
    compileSchema(schema);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [diagnostic(draft.source, [field], 'bad_schema', `${field} cannot be used: ${reason}`)];
  }
}

function checkForm(draft: Draft): Diagnostic[] {
  const field = 'arguments_schema';
  const schema = valueAt(draft.source.value, [field]) as JsonObject;
  const report = (path: Path, message: string, expected: string) =>
    diagnostic(draft.source, path, 'bad_schema', message, { expected });
  const found: Diagnostic[] = [];
  if (schema.type !== 'object')
    found.push(report([field, 'type'], 'arguments_schema must describe an object', 'type: object'));
  if (schema.additionalProperties !== false) {
    const path = [field, 'additionalProperties'];
    found.push(report(path, 'arguments_schema must be closed', 'additionalProperties: false'));
  }
  const properties = propertiesOf(schema);
  for (const [name, property] of Object.entries(properties)) {
    const path = [field, 'properties', name];
    const description = valueAt(property, ['description']) ?? valueAt(property, ['x-description-zh']);
    if (typeof description !== 'string' || description.trim() === '') {
      found.push(report(path, `${printPath(path)} has no description`, 'description'));
    }
  }
  const { required } = schema;
  for (const [i, name] of (Array.isArray(required) ? (required as readonly Json[]) : []).entries()) {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) continue;
    const details = { received: name, did_you_mean: nearest(name, Object.keys(properties)) };
    const message = `${name} is required but not described`;
    found.push(diagnostic(draft.source, [field, 'required', i], 'bad_schema', message, details));
  }
  return found;
}

function checkExamples(draft: Draft, bounded: Bounded): Diagnostic[] {
  const schema = valueAt(draft.source.value, ['arguments_schema']) as JsonObject;
  const examples = valueAt(draft.source.value, ['examples']) as readonly JsonObject[];
  const validate = compileSchema(schema);
  return examples.flatMap((example, i) => {
    const checked = bounded(CHECK_MS, () => validate(example.arguments));
    if (checked === undefined) return [endless(draft, i, example.arguments as Json, bounded)];
    if (checked.value) return [];
    return distinct(validate.errors ?? []).map((error) => {
      const base: Path = ['examples', i, 'arguments'];
      const path = [...base, ...pointer(error.instancePath, example.arguments as Json)];
      const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined;
      const at = extra === undefined ? path : [...path, extra];
      const message = `${printPath(at)} ${extra === undefined ? error.message : 'is not an argument'}`;
      const meant = extra === undefined ? undefined : nearest(extra, Object.keys(propertiesOf(schema)));
      const place = extra === undefined ? draft.source.locate(at) : draft.source.locateKey(at);
      return diagnostic(draft.source, at, 'bad_example', message, { did_you_mean: meant }, place);
    });
  });
}

/** A caller chooses the text, and a tool the result: no pattern may be slow with any. */
function checkPatterns(draft: Draft, bounded: Bounded): Diagnostic[] {
  const { value } = draft.source;
  const known = valueAt(value, ['examples']) as Json;
  return [
    ['arguments_schema'],
    ['output_schema'],
    ['verification', 'took_effect'],
    ['verification', 'no_effect'],
  ].flatMap((field) => {
    const schema = valueAt(value, field) as Json | undefined;
    const slow = schema === undefined ? undefined : slowPattern(schema, known, bounded);
    if (slow === undefined) return [];
    const message = `the pattern ${slow.pattern} does not come to an end with a text such as ${shortly(slow.text)}`;
    const details = { expected: 'a pattern in which no repeated group can take the same text in two ways' };
    return [diagnostic(draft.source, [...field, ...slow.path], 'bad_schema', message, details)];
  });
}

/** Most of such a text is the same over and over. */
function shortly(text: string): string {
  return text.length <= 24
    ? JSON.stringify(text)
    : `${JSON.stringify(`${text.slice(0, 12)}\u2026${text.slice(-4)}`)} (${text.length} characters)`;
}

function endless(draft: Draft, i: number, values: Json, bounded: Bounded): Diagnostic {
  const found = endlessPattern(valueAt(draft.source.value, ['arguments_schema']) as Json, values, bounded);
  const path = found === undefined ? ['examples', i, 'arguments'] : ['arguments_schema', ...found.path];
  const what = found === undefined ? 'the schema' : `the pattern ${found.pattern}`;
  const message = `${what} takes longer than ${CHECK_MS} ms to decide on examples[${i}]`;
  return diagnostic(draft.source, path, 'bad_schema', message, { expected: 'a pattern that decides at once' });
}

function checkTemplates(draft: Draft): Diagnostic[] {
  const schema = valueAt(draft.source.value, ['arguments_schema']) as JsonObject;
  const names = Object.keys(propertiesOf(schema));
  const marks = secretMarks(schema);
  return ['affected_resources', 'produces'].flatMap((field) => {
    const lines = (valueAt(draft.source.value, [field]) ?? []) as readonly string[];
    return lines.flatMap((line, i) =>
      [...line.matchAll(TEMPLATE)].flatMap(([text, name = '']) => {
        const at = draft.source.locateText([field, i], text);
        if (names.includes(name) && marks.property(name).secret) {
          const message = `${field}: ${name} is secret, and these lines are shown to whoever is asked`;
          return [diagnostic(draft.source, [field, i], 'secret_shown', message, { received: name }, at)];
        }
        if (names.includes(name)) return [];
        const details = { received: name, did_you_mean: nearest(name, names) };
        return [diagnostic(draft.source, [field, i], 'unknown_argument', `${field}: no argument ${name}`, details, at)];
      }),
    );
  });
}

/** One validator a dialect: making one compiles its meta-schema, which takes longer than all schemas of a pack. */
const VALIDATORS = new Map<boolean, Ajv>();

function ajvFor(schema: JsonObject): Ajv {
  const draft07 = typeof schema.$schema === 'string' && DRAFT_07.test(schema.$schema);
  // A schema with names of its own could take those of another one, or of the dialect: it gets a validator to itself.
  if (JSON.stringify(schema).includes('"$id"')) return newAjv(draft07);
  const known = VALIDATORS.get(draft07) ?? newAjv(draft07);
  VALIDATORS.set(draft07, known);
  return known;
}

function newAjv(draft07: boolean): Ajv {
  const options = { strict: false, allErrors: true, logger: false } as const;
  const ajv = draft07 ? new Ajv(options) : (new Ajv2020(options) as unknown as Ajv);
  (addFormats as unknown as (to: Ajv) => void)(ajv);
  return ajv;
}

/** Compiles a schema without keeping it. Throws when it cannot be used. */
function compileSchema(schema: JsonObject): ValidateFunction {
  const ajv = ajvFor(schema);
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Of errors about the same node the first is enough: the branches of anyOf complain one by one. */
function distinct(errors: readonly ErrorObject[]): ErrorObject[] {
  const seen = new Set<string>();
  return errors.filter(({ instancePath, params, keyword }) => {
    const key = `${instancePath} ${keyword === 'additionalProperties' ? String(params.additionalProperty) : ''}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

/** A JSON pointer as a path into this value: list indexes become numbers. */
function pointer(text: string, value: Json): Path {
  const path: (string | number)[] = [];
  let here: Json | undefined = value;
  for (const step of text.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(here) ? Number(name) : name);
    here = valueAt(here, [path.at(-1) as string | number]);
  }
  return path;
}

/** References whose end depends on the way to them, and the places that these may lead to: they confuse a validator, too. */
const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']);

function findKey(value: Json, path: Path, wanted: (key: string, value: Json) => boolean): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, below] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (wanted(key, below as Json)) return at;
    const found = findKey(below as Json, at, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
