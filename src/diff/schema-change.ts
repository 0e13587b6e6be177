/**
 * Two versions of an arguments or output schema: each change of a place, and whether a caller that was right before may
 * be wrong now. It knows the keywords of JSON Schema that manifests use; any other that differs counts as breaking,
 * since nobody can say what it does.
 */
import { canonicalJson } from '../canon/json.ts';
import type { Json, JsonObject } from '../capability/capability.ts';

/** Who is bound by the schema: the caller writes arguments and reads outputs. */
export type Direction = 'arguments' | 'output';

export type SchemaChange = { readonly path: string; readonly what: string; readonly breaking: boolean };

/** Keywords that say nothing about what is valid. */
const NOTES = new Set([
  'description',
  'x-description-zh',
  'title',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'secret',
]);
/** Upper bounds: a smaller one allows less. */
const UPPER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
/** Lower bounds: a larger one allows less. */
const LOWER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
/** Read together with `properties` and `type`, each by its own rule below. */
const BY_RULE = new Set(['properties', 'required', 'additionalProperties', 'items', 'type', 'enum', 'const']);

/** The changes in order of the place; texts that only explain are one change that never breaks. */
export function schemaChanges(before: JsonObject, after: JsonObject, direction: Direction): SchemaChange[] {
  return compare(before, after, '', direction).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function compare(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const other = names.filter((name) => !BY_RULE.has(name) && !same(before[name], after[name]));
  return [
    ...other.map((name) => keywordChange(name, before[name], after[name], path, direction)),
    ...valueChanges(before, after, path, direction),
    ...propertyChanges(before, after, path, direction),
    ...requiredChanges(before, after, path, direction),
    ...opennessChange(before, after, path, direction),
    ...itemChanges(before, after, path, direction),
  ];
}

/** `narrower`: less is valid now, so who writes may be wrong; else more is, so who reads may be surprised. */
function change(path: string, what: string, narrower: boolean, direction: Direction): SchemaChange {
  return { path, what, breaking: direction === 'arguments' ? narrower : !narrower };
}

function keywordChange(
  name: string,
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  direction: Direction,
): SchemaChange {
  if (NOTES.has(name)) return { path, what: `${name} reads differently`, breaking: false };
  const what = `${name}: ${shown(before)} → ${shown(after)}`;
  // A call that left the argument out means something else now; before, leaving it out meant nothing that was promised.
  if (name === 'default') return { path, what, breaking: before !== undefined };
  if (UPPER.has(name) || LOWER.has(name)) {
    const limit = UPPER.has(name) ? Infinity : -Infinity;
    const [was, is] = [numberOr(before, limit), numberOr(after, limit)];
    return change(path, what, UPPER.has(name) ? is < was : is > was, direction);
  }
  if (before === undefined) return change(path, what, true, direction);
  if (after === undefined) return change(path, what, false, direction);
  return { path, what, breaking: true };
}

/** Types and enums are sets: what left one of them is no longer valid, what came is new. */
function valueChanges(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  return (['type', 'enum', 'const'] as const).flatMap((name) => {
    if (same(before[name], after[name])) return [];
    const [was, is] = [setOf(before[name], name), setOf(after[name], name)];
    const what = `${name}: ${shown(before[name])} → ${shown(after[name])}`;
    const gone = is !== undefined && (was === undefined || was.some((value) => !covers(is, value)));
    const come = was !== undefined && (is === undefined || is.some((value) => !covers(was, value)));
    if (!gone && !come) return [];
    return [{ path, what, breaking: direction === 'arguments' ? gone : come }];
  });
}

function propertyChanges(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  const [was, is] = [objectOr(before.properties), objectOr(after.properties)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names.flatMap((name) => {
    const place = `${path}/${name}`;
    const [old, now] = [was[name], is[name]];
    if (old === undefined) return [{ path: place, what: 'added', breaking: false }];
    if (now === undefined) return [{ path: place, what: 'removed', breaking: true }];
    return compare(objectOr(old), objectOr(now), place, direction);
  });
}

function requiredChanges(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  const [was, is] = [listOf(before.required), listOf(after.required)];
  const stillThere = objectOr(after.properties);
  const came = is.filter((name) => !was.includes(name));
  const left = was.filter((name) => !is.includes(name) && stillThere[name] !== undefined);
  return [
    ...came.map((name) => change(`${path}/${name}`, 'required now', true, direction)),
    ...left.map((name) => change(`${path}/${name}`, 'optional now', false, direction)),
  ];
}

function opennessChange(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  if (same(before.additionalProperties, after.additionalProperties) || isOpen(before) === isOpen(after)) return [];
  const closed = !isOpen(after);
  return [change(path, closed ? 'other members are refused now' : 'other members are allowed now', closed, direction)];
}

function itemChanges(before: JsonObject, after: JsonObject, path: string, direction: Direction): SchemaChange[] {
  if (same(before.items, after.items)) return [];
  if (before.items === undefined) return [change(`${path}/*`, 'items are described now', true, direction)];
  if (after.items === undefined) return [change(`${path}/*`, 'items may be anything now', false, direction)];
  return compare(objectOr(before.items), objectOr(after.items), `${path}/*`, direction);
}

function isOpen(schema: JsonObject): boolean {
  return schema.additionalProperties !== false;
}

/** An integer is a number; everything else covers itself only. */
function covers(set: readonly Json[], value: Json): boolean {
  return set.some((one) => same(one, value)) || (value === 'integer' && set.includes('number'));
}

function setOf(value: Json | undefined, name: 'type' | 'enum' | 'const'): readonly Json[] | undefined {
  if (value === undefined) return undefined;
  return name !== 'const' && Array.isArray(value) ? value : [value];
}

function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function objectOr(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function numberOr(value: Json | undefined, other: number): number {
  return typeof value === 'number' ? value : other;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
