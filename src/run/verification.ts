/**
 * Looking whether a change took effect: the capability that the manifest names for it is run like any other read, and its
 * result is held against the two schemas of the manifest. It decides nothing about the change itself.
 */
import { canonicalJson } from '../canon/json.ts';
import type { ArgumentSource, ArgumentSources, Capability, Json, JsonObject } from '../capability/capability.ts';
import type { Evidence } from './evidence/evidence.ts';
import { isObject } from './expectation.ts';
import type { RunPorts } from './ports.ts';
import type { RunRequest } from './request.ts';
import type { Catalog, Governance } from './resolve.ts';
import { validate } from './validator.ts';

/** The change that is looked after. */
export type Change = {
  readonly operationId: string;
  readonly capability: Capability;
  readonly arguments: JsonObject;
  /** Where relative paths of its arguments stand. */
  readonly base: string;
};

export type Verdict = {
  readonly kind: 'took_effect' | 'no_effect' | 'unclear';
  /** The capability that was asked. */
  readonly by: string;
  readonly message: string;
};

/** Runs one read to its end; undefined when it was not allowed, not possible or did not succeed. */
export type Perform = (request: RunRequest) => Promise<Evidence | undefined>;

/** Milliseconds for both schemas over one result. */
const CHECK_MS = 2000;

/** Whether the manifest names somebody who could look after a call with these arguments. */
export function canVerify({ verification }: Capability, values: JsonObject): boolean {
  if (verification === undefined) return false;
  return Object.entries(verification.when ?? {}).every(([name, allowed]) => {
    const value = canonicalJson(argumentOf(name, values) ?? null);
    return allowed.some((one) => canonicalJson(one) === value);
  });
}

/** Whether the one that looks is hidden from this caller, who is then told the same as where there is none. */
export function isLookHidden({ verification }: Capability, { hidden }: Governance): boolean {
  return verification !== undefined && hidden?.(verification.action) === true;
}

/** Undefined where nobody could look. */
export async function verify(
  change: Change,
  catalog: Catalog,
  perform: Perform,
  bounded: RunPorts['bounded'],
): Promise<Verdict | undefined> {
  const { verification } = change.capability;
  if (verification === undefined || !canVerify(change.capability, change.arguments)) return undefined;
  const by = verification.action;
  const unclear = (message: string): Verdict => ({ kind: 'unclear', by, message });
  const doc = catalog.find(by);
  const reader = doc < 0 ? undefined : catalog.contract(doc);
  if (reader?.sideEffect !== 'R') return unclear(`There is no ${by} that only reads.`);
  const evidence = await perform({
    canonical_path: by,
    action_version: reader.version,
    expected_source_hash: catalog.sourceHash,
    expected_surface_hash: catalog.surfaceHash,
    tool_call_id: `verify ${change.operationId}`,
    arguments: argumentsFrom(verification.arguments, change.arguments),
    cwd: change.base,
  });
  if (evidence === undefined) return unclear(`${by} could not be run.`);
  const result = evidence.empty ? [] : evidence.value;
  if (result === undefined) return unclear(`${by} gave no result that can be read.`);
  const fits = (schema: JsonObject | undefined) => schema !== undefined && accepts(schema, result, change, bounded);
  if (fits(verification.tookEffect)) return { kind: 'took_effect', by, message: `${by} shows that it took effect.` };
  if (fits(verification.noEffect)) return { kind: 'no_effect', by, message: `${by} shows that it had no effect.` };
  return unclear(`${by} does not tell whether it took effect.`);
}

/** Arguments for another capability, out of those of a call. */
export function argumentsFrom(sources: ArgumentSources, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, from]): [string, Json][] => {
      const value = argumentFrom(from, values);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Undefined for what the call left out, in whole or in part. */
function argumentFrom(from: ArgumentSource, values: JsonObject): Json | undefined {
  if ('value' in from) return from.value;
  if ('arg' in from) return argumentOf(from.arg, values);
  const list = from.args.flatMap((name) => argumentOf(name, values) ?? []);
  return list.length === from.args.length ? list : undefined;
}

function argumentOf(name: string, values: JsonObject): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** `{"$arg": NAME}` anywhere in a schema stands for the value of that argument. What cannot be filled in fits nothing. */
function accepts(schema: JsonObject, result: Json, change: Change, bounded: RunPorts['bounded']): boolean {
  try {
    const filled = fill(schema, change.arguments) as JsonObject;
    return bounded(CHECK_MS, () => validate(filled, result).length === 0)?.value ?? false;
  } catch {
    return false;
  }
}

function fill(schema: Json, values: JsonObject): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map((item) => fill(item, values));
  if (!isObject(schema)) return schema;
  const { $arg: name, ...rest } = schema;
  if (typeof name === 'string' && Object.keys(rest).length === 0) {
    const value = argumentOf(name, values);
    if (value === undefined) throw new Error(`no argument ${name}`);
    return value;
  }
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, fill(member, values)]));
}
