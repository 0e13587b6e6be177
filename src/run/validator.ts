/**
 * JSON Schema through Ajv: the dialect by `$schema`, strict formats, no remote references. It knows schemas and values,
 * no capabilities.
 */
import { Ajv, type ErrorObject, MissingRefError, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../capability/capability.ts';

export type SchemaError = ErrorObject;

const OPTIONS: Options = {
  allErrors: true,
  // Each error carries the value and the schema it met: the words of the error are made from them.
  verbose: true,
  // Foreign schemas bring keywords of their own (x-…, example); the compiler has judged the catalog's.
  strict: false,
  logger: false,
  validateSchema: false,
  // The schemas of schemas: hardly any refers to one, and to take them in takes as long as to compile most schemas.
  meta: false,
  // A property "constructor" is one that the caller has sent, never one that every object inherits.
  ownProperties: true,
};

/** Dialect by a part of its URI; a schema without one speaks 2020-12, as the contracts do. */
const DIALECTS: readonly [part: string, make: (options: Options) => Ajv][] = [
  ['draft-04', (options) => new Ajv(options)],
  ['draft-06', (options) => new Ajv(options)],
  ['draft-07', (options) => new Ajv(options)],
  ['2019-09', (options) => new Ajv2019(options)],
  ['2020-12', (options) => new Ajv2020(options)],
];

/** Validators that are free, by dialect: to make one takes longer than to compile most schemas. */
const SPARE = new Map<string, { readonly ajv: Ajv; readonly uses: number }>();
/** A validator keeps something of each schema that it has compiled, so none lives as long as a session. */
const MOST_USES = 64;

/** Errors of `value`, empty when it is valid. Throws when the schema itself cannot be compiled (bad, or remote $ref). */
export function validate(schema: JsonObject, value: Json): readonly SchemaError[] {
  const { $schema: dialect = '2020-12', ...rest } = schema;
  const [part, make] = DIALECTS.find(([one]) => String(dialect).includes(one)) ?? [];
  if (part === undefined || make === undefined) throw new Error(`unknown JSON Schema dialect ${String(dialect)}`);
  // A schema with names of its own could take those of another one, or of the dialect: it gets a validator to itself.
  const isNamed = JSON.stringify(rest).includes('"$id"');
  const { ajv, uses } = (isNamed ? undefined : SPARE.get(part)) ?? { ajv: withFormats(make(OPTIONS)), uses: 0 };
  // Whoever breaks this off, or a schema that is none, leaves a validator behind of which nothing is known.
  SPARE.delete(part);
  const check = compile(ajv, rest, () => withFormats(make({ ...OPTIONS, meta: true })));
  const errors = check(value) ? [] : (check.errors ?? []);
  ajv.removeSchema(rest);
  if (!isNamed && uses + 1 < MOST_USES) SPARE.set(part, { ajv, uses: uses + 1 });
  return errors;
}

/** `another` makes a validator that knows the schemas of schemas. Throws when the schema cannot be compiled. */
function compile(ajv: Ajv, schema: JsonObject, another: () => Ajv) {
  try {
    return ajv.compile(schema);
  } catch (error) {
    if (error instanceof MissingRefError) return another().compile(schema);
    throw error;
  }
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv;
}
