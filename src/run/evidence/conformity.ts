/**
 * Whether a result has the form that the manifest promises. A tool can end well and answer with something else: then the
 * caller is told, instead of finding out by a field that is missing.
 */
import type { Json, JsonObject } from '../../capability/capability.ts';
import { describeSchema, describeValue, isObject } from '../expectation.ts';
import type { RunPorts } from '../ports.ts';
import { type SchemaError, validate } from '../validator.ts';

export type Conformity =
  | { readonly kind: 'fits' }
  | { readonly kind: 'misfits'; readonly message: string }
  /** Nothing was promised, or it could not be checked; why, where there was something to check. */
  | { readonly kind: 'unchecked'; readonly message?: string };

/** The largest result has 8 MiB; a schema that takes longer over it does not come to an end. */
const CHECK_MS = 2000;
/** Numbers that JavaScript cannot hold arrive as their text. */
const LONG_INTEGER = /^-?\d{16,}$/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export function conformityOf(value: Json, schema: JsonObject, bounded: RunPorts['bounded']): Conformity {
  let checked: { readonly value: readonly SchemaError[] } | undefined;
  try {
    checked = bounded(CHECK_MS, () => validate(schema, value));
  } catch {
    return { kind: 'unchecked', message: 'The output_schema of the manifest cannot be used.' };
  }
  if (checked === undefined) return { kind: 'unchecked', message: 'The output_schema took too long to check.' };
  const [first] = checked.value.filter((error) => !isHeldAsText(error));
  return first === undefined ? { kind: 'fits' } : { kind: 'misfits', message: describe(first) };
}

function isHeldAsText({ keyword, data, params }: SchemaError): boolean {
  const wanted = [params.type].flat() as readonly unknown[];
  return (
    keyword === 'type' &&
    typeof data === 'string' &&
    (LONG_INTEGER.test(data) || (NUMBER.test(data) && !Number.isFinite(Number(data)))) &&
    (wanted.includes('integer') || wanted.includes('number'))
  );
}

function describe({ keyword, instancePath, params, parentSchema, data, message }: SchemaError): string {
  const place = instancePath === '' ? 'the result' : instancePath;
  const start = 'The result is not what the manifest promises';
  if (keyword === 'required') return `${start}: ${place} lacks ${String(params.missingProperty)}.`;
  if (keyword === 'additionalProperties') {
    return `${start}: ${place} has ${String(params.additionalProperty)}, which is not promised.`;
  }
  const schema = isObject(parentSchema as Json) ? (parentSchema as JsonObject) : undefined;
  const expected = schema === undefined ? (message ?? 'something else') : describeSchema(schema);
  return `${start}: ${place} is ${describeValue(data as Json)}, expected ${expected}.`;
}
