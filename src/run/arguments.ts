/**
 * Stage 2: the caller's arguments against the capability's schema. A refusal lists each problem: where, what was
 * expected, what was received, an example that would do, and the name that was probably meant.
 */
import { maskArguments } from '../audit/mask.ts';
import type { Capability, Json, JsonObject } from '../capability/capability.ts';
import { nearest } from '../reason/nearest.ts';
import { applyDefaults } from './defaults.ts';
import { describeSchema, describeValue, isObject } from './expectation.ts';
import type { RunPorts } from './ports.ts';
import type { Resolved } from './resolve.ts';
import type { SchemaError } from './validator.ts';
import { validate } from './validator.ts';

/** Made here alone, like a Resolved in its file. */
declare class MadeByArguments {
  private readonly madeByArguments: true;
}

/** Arguments that fit the schema of what was resolved, with its defaults put in. */
export type ValidArguments = MadeByArguments & {
  readonly kind: 'valid_arguments';
  readonly resolved: Resolved;
  readonly values: JsonObject;
};

export type ArgumentProblem = {
  /** JSON pointer into the request. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
  readonly example?: Json;
  readonly did_you_mean?: string;
};

export type InvalidArguments = {
  readonly kind: 'invalid_arguments';
  readonly problems: readonly ArgumentProblem[];
  /** Arguments of the manifest's first example: a call that works. */
  readonly example?: JsonObject;
  /** The rule that refuses them, where it is none of the manifest. */
  readonly rule?: string;
};

export type UnusableSchema = { readonly kind: 'unusable_schema'; readonly message: string };

/** Problems beyond these add nothing that the first ones do not say. */
const MOST_PROBLEMS = 20;
/** A pattern or a schema that takes longer on at most 64 KiB of arguments is one that does not come to an end. */
const VALIDATION_MS = 2000;

export function validateArguments(
  resolved: Resolved,
  bounded: RunPorts['bounded'],
): ValidArguments | InvalidArguments | UnusableSchema {
  const { capability } = resolved;
  const schema = capability.argumentsSchema;
  const values = applyDefaults(schema, resolved.request.arguments);
  let checked: ReturnType<typeof bounded<readonly SchemaError[]>>;
  try {
    checked = bounded(VALIDATION_MS, () => validate(schema, values));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable_schema', message: `the arguments schema of ${capability.id} cannot be used: ${why}` };
  }
  if (checked === undefined) {
    const expected = `arguments that the schema can decide on within ${VALIDATION_MS} ms`;
    return invalid(capability, [{ path: '/arguments', expected, received: 'a value that takes longer' }]);
  }
  if (checked.value.length === 0) return { kind: 'valid_arguments', resolved, values } as ValidArguments;
  const errors = withoutBranches(checked.value);
  const { masked } = maskArguments(values, schema, Number.POSITIVE_INFINITY);
  const isSecret = (at: string) => masked.some((place) => at === place || at.startsWith(`${place}/`));
  const problems = errors.map((error) => explain(error, capability, isSecret(error.instancePath)));
  return invalid(capability, deduplicate(problems).slice(0, MOST_PROBLEMS));
}

/** A refusal for a problem that a later stage found. */
export function invalid(capability: Capability, problems: readonly ArgumentProblem[]): InvalidArguments {
  const example = capability.examples[0]?.arguments;
  return { kind: 'invalid_arguments', problems, ...(example === undefined ? {} : { example }) };
}

/** The value a manifest example gives at this place of the arguments, or one that the schema itself offers. */
export function exampleAt(capability: Capability, pointer: string, schema?: JsonObject): Json | undefined {
  for (const { arguments: values } of capability.examples) {
    const value = at(values, pointer);
    if (value !== undefined) return value;
  }
  if (schema === undefined) return undefined;
  return Array.isArray(schema.examples) ? (schema.examples[0] as Json | undefined) : schema.default;
}

function explain(error: SchemaError, capability: Capability, isSecret: boolean): ArgumentProblem {
  const schema = (isObject(error.parentSchema as Json) ? error.parentSchema : {}) as JsonObject;
  const value = error.data as Json | undefined;
  const names = Object.keys(isObject(schema.properties) ? schema.properties : {});
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
    const expected = names.length === 0 ? 'no argument here' : `one of the arguments ${names.join(', ')}`;
    const meant = nearest(name, names);
    const problem = { path: pointer(error.instancePath, name), expected, received: describeValue(name) };
    return meant === undefined ? problem : { ...problem, did_you_mean: meant };
  }
  if (error.keyword === 'required' || error.keyword === 'dependentRequired' || error.keyword === 'dependencies') {
    const name = String(error.params.missingProperty);
    const property = isObject(schema.properties) ? schema.properties[name] : undefined;
    const path = pointer(error.instancePath, name);
    const expected = `required: ${describeSchema(property)}`;
    return withExample(
      { path, expected, received: 'nothing' },
      capability,
      `${error.instancePath}/${escapePart(name)}`,
      property,
    );
  }
  const expected = EXPECTATIONS[error.keyword]?.(schema) ?? describeSchema(schema);
  const received = isSecret ? '(hidden: it is secret)' : describeValue(value);
  const problem = withExample(
    { path: pointer(error.instancePath), expected, received },
    capability,
    error.instancePath,
    schema,
  );
  if (error.keyword !== 'enum' || typeof value !== 'string' || !Array.isArray(schema.enum)) return problem;
  const meant = nearest(
    value,
    schema.enum.filter((word: Json): word is string => typeof word === 'string'),
  );
  return meant === undefined ? problem : { ...problem, did_you_mean: meant };
}

/** Keywords whose expectation is not a property of the value's own schema alone. */
const EXPECTATIONS: { readonly [keyword: string]: (schema: JsonObject) => string } = {
  not: (schema) => `anything but ${describeSchema(schema.not)}`,
  oneOf: (schema) => `exactly one of: ${describeSchema({ oneOf: schema.oneOf ?? [] })}`,
  anyOf: (schema) => describeSchema({ anyOf: schema.anyOf ?? [] }),
  if: () => 'arguments that fit the condition in the schema',
  contains: (schema) => `an array with an item that is ${describeSchema(schema.contains)}`,
  propertyNames: (schema) => `names that are ${describeSchema(schema.propertyNames)}`,
  minProperties: (schema) => `an object with at least ${String(schema.minProperties)} properties`,
  maxProperties: (schema) => `an object with at most ${String(schema.maxProperties)} properties`,
  'false schema': () => 'nothing here',
};

function withExample(
  problem: ArgumentProblem,
  capability: Capability,
  instancePath: string,
  schema: Json | undefined,
): ArgumentProblem {
  const example = exampleAt(capability, instancePath, isObject(schema) ? schema : undefined);
  return example === undefined ? problem : { ...problem, example };
}

/** The branches of a failed anyOf or oneOf each complain too; the choice as a whole says it better. */
function withoutBranches(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  return errors.filter((error) => !choices.some((choice) => error.schemaPath.startsWith(`${choice.schemaPath}/`)));
}

function deduplicate(problems: readonly ArgumentProblem[]): ArgumentProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.path} ${problem.expected}`;
    return !seen.has(key) && seen.add(key);
  });
}

function pointer(instancePath: string, name?: string): string {
  return `/arguments${instancePath}${name === undefined ? '' : `/${escapePart(name)}`}`;
}

function escapePart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function at(value: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = value;
  for (const part of path.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as { readonly [key: string]: Json })[name];
  }
  return here;
}
