/**
 * Where a schema marks values as secret: by its own words, and behind everything in it that may apply to a value. What
 * only may apply counts as applying, as a value shown too much cannot be taken back. It runs no pattern that could take long.
 */
import type { Json, JsonObject } from '../capability/capability.ts';

/** What is known of a value at one place: all parts of the schema that may say something about it. */
export type Rules = {
  readonly secret: boolean;
  readonly property: (name: string) => Rules;
  readonly item: (index: number) => Rules;
};

const KNOWS_NOTHING: Rules = { secret: false, property: () => KNOWS_NOTHING, item: () => KNOWS_NOTHING };

/** Keywords that hold a schema for the same value, or several of them. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'];
/** The same by the names of properties that the value has to have: nobody asks whether it has them. */
const SAME_VALUE_BY_NAME = ['dependentSchemas', 'dependencies'];
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Names longer than this, and patterns that may come back to a character, are not tried: they count as matching. */
const LONGEST_NAME = 256;
const PLAIN_PATTERN = /^[^(){}|*+?]*(?:[*+?][^(){}|*+?]*)?$/;

/** What the schema says of the values that it describes. */
export function secretMarks(schema: Json | undefined): Rules {
  if (!marksSecret(schema)) return KNOWS_NOTHING;
  const objects: JsonObject[] = [];
  collect(schema, objects);
  const targets = new Map<string, readonly JsonObject[]>();
  const targetsOf = (reference: string) => {
    const found = targets.get(reference) ?? findTargets(reference, objects);
    targets.set(reference, found);
    return found;
  };
  const rulesOf = (schemas: readonly (Json | undefined)[]): Rules => {
    const parts = new Set<JsonObject>();
    for (const one of schemas) expand(one, targetsOf, parts);
    const all = [...parts];
    if (all.length === 0) return KNOWS_NOTHING;
    // Found out once a name, and once for all items of a list behind its own first ones.
    const known = new Map<string | number, Rules>();
    const once = (key: string | number, find: () => (Json | undefined)[]): Rules => {
      const rules = known.get(key) ?? rulesOf(find());
      known.set(key, rules);
      return rules;
    };
    const first = Math.max(...all.map((part) => firstItems(part).length));
    return {
      secret: all.some(isMarked),
      property: (name) =>
        once(all.some((part) => mayName(part, name)) ? `=${name}` : '', () =>
          all.flatMap((part) => forProperty(part, name)),
        ),
      item: (index) => once(Math.min(index, first), () => all.flatMap((part) => forItem(part, Math.min(index, first)))),
    };
  };
  return rulesOf([schema]);
}

/** Whether a schema marks anything at all as secret, however deep. */
export function marksSecret(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some((item: Json) => marksSecret(item));
  const rules = objectOf(schema);
  return rules !== undefined && (hasMark(rules) || Object.values(rules).some((below) => marksSecret(below)));
}

type Targets = (reference: string) => readonly JsonObject[];

/** All parts of a schema that may speak of the same value. A part that was met before is not entered again. */
function expand(schema: Json | undefined, targetsOf: Targets, into: Set<JsonObject>): void {
  const rules = objectOf(schema);
  if (rules === undefined || into.has(rules)) return;
  into.add(rules);
  for (const keyword of SAME_VALUE) {
    const below = rules[keyword];
    for (const branch of Array.isArray(below) ? (below as readonly Json[]) : [below]) expand(branch, targetsOf, into);
  }
  for (const keyword of SAME_VALUE_BY_NAME) {
    for (const branch of Object.values(objectOf(rules[keyword]) ?? {})) expand(branch, targetsOf, into);
  }
  for (const keyword of REFERENCES) {
    const to = rules[keyword];
    if (to === undefined) continue;
    const found = typeof to === 'string' ? targetsOf(to) : [];
    // Nobody knows what stands there, and something in this schema is secret.
    for (const target of found.length > 0 ? found : [UNKNOWN]) expand(target, targetsOf, into);
  }
}

const UNKNOWN: JsonObject = { secret: true };

/** Whether a part may say something of this name that it does not say of all others. */
function mayName({ properties, patternProperties }: JsonObject, name: string): boolean {
  return patternProperties !== undefined || Object.hasOwn(objectOf(properties) ?? {}, name);
}

function forProperty(part: JsonObject, name: string): (Json | undefined)[] {
  const properties = objectOf(part.properties) ?? {};
  const patterns = Object.entries(objectOf(part.patternProperties) ?? {});
  const matching = patterns.filter(([pattern]) => matches(pattern, name) !== false).map(([, below]) => below);
  const own = Object.hasOwn(properties, name);
  const named = own || patterns.some(([pattern]) => matches(pattern, name) === true);
  const rest = named ? [] : [part.additionalProperties, part.unevaluatedProperties];
  return [...(own ? [properties[name]] : []), ...matching, ...rest];
}

function forItem(part: JsonObject, index: number): (Json | undefined)[] {
  const { items } = part;
  const own = firstItems(part)[index];
  const rest = Array.isArray(items) ? [part.additionalItems] : [items];
  return [...(own === undefined ? [...rest, part.unevaluatedItems] : [own]), part.contains];
}

function firstItems({ items, prefixItems }: JsonObject): readonly Json[] {
  const first = Array.isArray(prefixItems) ? prefixItems : items;
  return Array.isArray(first) ? (first as readonly Json[]) : [];
}

/** Undefined where trying it could take long, or where it is no pattern. */
function matches(pattern: string, name: string): boolean | undefined {
  if (name.length > LONGEST_NAME || !PLAIN_PATTERN.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return undefined;
  }
}

/** A reference into the same schema: the whole, a JSON pointer, or every part of that name; nothing for any other. */
function findTargets(reference: string, objects: readonly JsonObject[]): readonly JsonObject[] {
  // A part with an address of its own has its own whole, and its own pointers: each of them may be meant.
  const wholes = objects.filter((part, index) => index === 0 || isText(part.$id) || isText(part.id));
  const [address = '', fragment = ''] = reference.split('#', 2);
  const from = address === '' ? wholes : wholes.filter(({ $id, id }) => $id === address || id === address);
  if (fragment === '') return from;
  if (fragment.startsWith('/')) {
    return from.map((whole) => objectOf(at(whole, fragment))).filter((target) => target !== undefined);
  }
  const names = ['$anchor', '$dynamicAnchor', '$id', 'id'];
  return objects.filter((part) => names.some((name) => part[name] === fragment || part[name] === `#${fragment}`));
}

function collect(value: Json | undefined, into: JsonObject[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) into.push(value as JsonObject);
  for (const below of Object.values(value as JsonObject)) collect(below, into);
}

function at(whole: Json, pointer: string): Json | undefined {
  let here: Json | undefined = whole;
  for (const step of pointer.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as JsonObject)[name];
  }
  return here;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The schema's own words; and what can be masked only as a whole: a text with a schema of its own, and names. */
function isMarked(schema: JsonObject): boolean {
  return hasMark(schema) || marksSecret(schema.contentSchema) || marksSecret(schema.propertyNames);
}

function hasMark(schema: JsonObject): boolean {
  const { secret, writeOnly, format } = schema;
  return secret === true || schema['x-secret'] === true || writeOnly === true || format === 'password';
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
