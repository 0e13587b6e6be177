/**
 * What a schema asks for and what a value is, each in a short English phrase: the two halves of an argument error.
 */
import type { Json, JsonObject } from '../capability/capability.ts';

/** Characters of a received value that an error repeats. */
const SHOWN = 200;
/** Values of an enumeration that an error lists. */
const LISTED = 20;

/** "integer from 1 to 65535", 'one of "a", "b"', "array of string, at least 1 item" … */
export function describeSchema(schema: Json | undefined, depth = 0): string {
  if (schema === false) return 'nothing: no value is accepted here';
  if (!isObject(schema)) return 'any value';
  if ('const' in schema) return show(schema.const);
  if (Array.isArray(schema.enum)) {
    const values = schema.enum as readonly Json[];
    const more = values.length > LISTED ? `, … (${values.length} values)` : '';
    return `one of ${values.slice(0, LISTED).map(show).join(', ')}${more}`;
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (Array.isArray(branches) && schema.type === undefined && depth < 3) {
      const join = keyword === 'anyOf' ? ' or ' : ' or else ';
      return branches.map((branch: Json) => describeSchema(branch, depth + 1)).join(join);
    }
  }
  const types = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : [];
  const parts = [types.length === 0 ? 'a value' : types.join(' or ')];
  if (types.includes('array') && isObject(schema.items) && depth < 3) {
    parts[0] = `array of ${describeSchema(schema.items, depth + 1)}`;
  }
  const range = describeRange(schema, 'minimum', 'maximum', '');
  const above = schema.exclusiveMinimum === undefined ? '' : `greater than ${String(schema.exclusiveMinimum)}`;
  const below = schema.exclusiveMaximum === undefined ? '' : `less than ${String(schema.exclusiveMaximum)}`;
  const multiple = schema.multipleOf === undefined ? '' : `a multiple of ${String(schema.multipleOf)}`;
  const length = describeRange(schema, 'minLength', 'maxLength', 'characters');
  const items = describeRange(schema, 'minItems', 'maxItems', 'items');
  const unique = schema.uniqueItems === true ? 'no item twice' : '';
  const format = typeof schema.format === 'string' ? `in the format "${schema.format}"` : '';
  const pattern = typeof schema.pattern === 'string' ? `matching ${schema.pattern}` : '';
  parts.push(...[range, above, below, multiple, length, items, unique, format, pattern].filter((part) => part !== ''));
  return parts.length === 1 ? (parts[0] as string) : `${parts[0]}, ${parts.slice(1).join(', ')}`;
}

/** The value as JSON, cut, with its type: `"3000" (string)`. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : `${show(value)} (${typeOf(value)})`;
}

function describeRange(schema: JsonObject, low: string, high: string, unit: string): string {
  const from = schema[low];
  const to = schema[high];
  const tail = unit === '' ? '' : ` ${unit}`;
  if (from !== undefined && to !== undefined) return `from ${String(from)} to ${String(to)}${tail}`;
  if (from !== undefined) return `at least ${String(from)}${tail}`;
  return to === undefined ? '' : `at most ${String(to)}${tail}`;
}

function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
