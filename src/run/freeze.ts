/**
 * Stage 4: everything that will happen, fixed and hashed. What comes later (decision, confirmation, execution) sees
 * only this; any change of any part gives another input_hash, but for the values of secrets, which a token binds by itself.
 */
import { maskArguments } from '../audit/mask.ts';
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Capability, JsonObject } from '../capability/capability.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { InvalidArguments, ValidArguments } from './arguments.ts';
import { exampleAt, invalid } from './arguments.ts';
import { describeValue } from './expectation.ts';
import { executableOf, findInterpreters, findOptional, findOthers, quoteWords, unavailable } from './handlers/needs.ts';
import type { Prepared } from './handlers/prepared.ts';
import { prepare } from './handlers.ts';
import { findMemory, type Memory } from './memory.ts';
import { findNetwork, type Network, type NetworkFound } from './network.ts';
import type { Place } from './places.ts';
import type { Program, RunPorts } from './ports.ts';
import type { Governance, Resolved } from './resolve.ts';
import { backendKeyOf, repeatKeyOf } from './same-change.ts';

/** Made here alone, like a Resolved in its file: a frozen call with another argv under the old hash is none. */
declare class MadeByFreeze {
  private readonly madeByFreeze: true;
}

export type Frozen = MadeByFreeze & Parts & Hashes;

type Hashes = {
  readonly kind: 'frozen';
  readonly operationId: string;
  readonly inputHash: string;
  /** Equal for calls that would do the same to the world. */
  readonly repeatKey: string;
  /** Equal for calls that the backend takes for one and the same. */
  readonly backendKey?: string;
  /** Equal for calls of which everything is equal but the caller's own name for them. */
  readonly sameCallKey: string;
  /** Everything that the input_hash is of. */
  readonly described: Described;
  /** What it is not of, as a secret could be guessed from it; the token of a yes binds it. Absent where there is none. */
  readonly hidden?: JsonObject | undefined;
  /** What a preview saw: the things that would be touched, and a hash of what must still be so when it is done. */
  readonly seen?: Seen & { readonly stateHash: string };
};

type Seen = {
  readonly affected: readonly string[];
  /** Absent where the look was for none. */
  readonly programs?: readonly string[];
};

type Described = ReturnType<typeof describe>['described'] & { readonly state_hash?: string };

type Parts = Omit<Prepared, 'kind' | 'directory'> & {
  readonly capability: Capability;
  readonly sourceHash: string;
  readonly surfaceHash: string;
  readonly toolCallId: string;
  readonly arguments: JsonObject;
  readonly network: Network;
  readonly gate?: NetworkFound['gate'];
  /** Absent where no policy limits it. */
  readonly memory?: Memory | undefined;
  /** The directory that the request is made from; paths of the arguments stand in it. Real path. */
  readonly base: string;
  /** Where it runs: there, or in the directory that an argument names. Real path. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly governance: Governance;
  /** It takes away what the policy of a project lies in. */
  readonly takesProject?: boolean;
  /** Where links lead what a yes is given for, and what is there; empty until it was looked at. */
  readonly places: readonly Place[];
  /** Names of programs that it would start and that are not there. */
  readonly absent: readonly string[];
  /** What stands below those that are taken as a whole. */
  readonly below: readonly (readonly [path: string, tree: string])[];
};

export async function freeze(
  valid: ValidArguments,
  ports: RunPorts,
  operationId: string,
): Promise<Frozen | InvalidArguments | Refusal> {
  const { resolved, values } = valid;
  const { capability, request, handler } = resolved;
  const unusable = refuseFields(resolved);
  if (unusable !== undefined) return unusable;
  if (capability.os.length > 0 && !capability.os.includes(ports.os)) {
    return unavailable(`${capability.id} works on ${capability.os.join(', ')}; this is ${ports.os}.`);
  }
  // Found out beside everything else: it takes a process of its own.
  const network = findNetwork(capability, ports);
  const { policy } = resolved.governance;
  const idempotencyKey = request.idempotency_key;
  const shown = maskArguments(values, capability.argumentsSchema, Number.POSITIVE_INFINITY).arguments;
  const prepared = await prepare(handler, { capability, values, shown, idempotencyKey, policy, ports });
  if (prepared.kind !== 'prepared') return prepared;
  const directories = await findDirectories(resolved, prepared.directory, ports);
  if (directories.kind === 'invalid_arguments') return directories;
  const { base, cwd } = directories;
  const { kind: _kind, directory: _directory, environment, ...started } = prepared;
  const known = [prepared.executable, ...prepared.programs.map(({ executable }) => executable)];
  const names = capability.executables.map(({ name }) => name);
  const others = await findOthers(names, known, ports);
  if (isRefusal(others)) return others;
  // Our own executable is no script.
  const scripts = [...(prepared.tool === undefined ? known : known.slice(1)), ...others.map(executableOf)];
  const interpreters = await findInterpreters(scripts, ports);
  if (isRefusal(interpreters)) return interpreters;
  const more = [...others, ...interpreters];
  const optional = await findOptional(capability.mayStart ?? [], [...known, ...more.map(executableOf)], ports);
  const parts: Parts = {
    capability,
    sourceHash: resolved.sourceHash,
    surfaceHash: resolved.surfaceHash,
    toolCallId: request.tool_call_id,
    arguments: values,
    ...started,
    absent: optional.absent,
    words: `${prepared.words}${listed('using', more)}${listed('which may start', optional.programs)}`,
    programs: [...prepared.programs, ...more, ...optional.programs],
    ...(await network),
    base,
    cwd,
    environment: { ...ports.environment(), ...environment },
    timeoutMs: request.timeout_ms ?? Math.min(capability.timeoutMs, limitOf(resolved) ?? capability.timeoutMs),
    memory: findMemory(policy, ports),
    governance: resolved.governance,
    places: [],
    below: [],
  };
  const { described, hidden } = describe(parts);
  const repeatKey = repeatKeyOf(capability, values, cwd);
  const backendKey = backendKeyOf(capability, idempotencyKey);
  const keys = { repeatKey, ...(backendKey === undefined ? {} : { backendKey }) };
  return { kind: 'frozen', operationId, ...hashesOf(described, hidden), ...keys, ...parts } as Frozen;
}

function listed(what: string, programs: readonly Program[]): string {
  return programs.length === 0 ? '' : `, ${what} ${quoteWords(programs.map((one) => one.executable.path))}`;
}

function hashesOf(
  described: Described,
  hidden: JsonObject | undefined,
): Pick<Hashes, 'described' | 'hidden' | 'inputHash' | 'sameCallKey'> {
  const inputHash = sha256Hex(canonicalJson(described));
  const sameCallKey = sha256Hex(canonicalJson({ ...described, ...hidden, tool_call_id: null }));
  return { described, hidden, inputHash, sameCallKey };
}

/** The same call, bound to what stands at its paths. */
export function bindPlaces(frozen: Frozen, places: readonly Place[], below: Frozen['below']): Frozen {
  if (places.length === frozen.places.length && places.length === 0) return frozen;
  const { described, hidden } = describe({ ...frozen, places, below });
  return { ...frozen, ...hashesOf(described, hidden), places, below } as Frozen;
}

/** The same call, bound to a state of the world. */
export function bindState(frozen: Frozen, { affected, programs }: Seen, stateHash: string): Frozen {
  const described = { ...frozen.described, state_hash: stateHash };
  const inputHash = sha256Hex(canonicalJson(described));
  return {
    ...frozen,
    described,
    inputHash,
    seen: { affected, ...(programs === undefined ? {} : { programs }), stateHash },
  } as Frozen;
}

/** The same call under a governance of the same policy; undefined under another one, where it has to be frozen anew. */
export function governedBy(frozen: Frozen, governance: Governance): Frozen | undefined {
  const same = governance.policy.revision === frozen.governance.policy.revision;
  return same ? ({ ...frozen, governance } as Frozen) : undefined;
}

/** The same call, known to take away what the policy of a project lies in. */
export function takingProject(frozen: Frozen): Frozen {
  return { ...frozen, takesProject: true } as Frozen;
}

/**
 * What is frozen, as it is hashed: the key order of arguments and the operation's own id may vary, nothing else. Whoever
 * has a hash of a secret can try out what it was, so what holds one stands in `hidden`, and without it in `described`.
 */
function describe(parts: Parts) {
  const { arguments: shown, masked } = maskArguments(
    parts.arguments,
    parts.capability.argumentsSchema,
    Number.POSITIVE_INFINITY,
  );
  // All of these are made of the arguments.
  const made = {
    arguments: parts.arguments,
    argv: parts.argv,
    stdin_hash: parts.stdin === undefined ? null : sha256Hex(parts.stdin),
    places: [...placesDescribed(parts.places), ...parts.below],
  };
  const values = parts.secrets.map(({ name, hash }) => [name, hash]);
  const hidden = { ...(masked.length === 0 ? {} : made), ...(values.length === 0 ? {} : { secrets: values }) };
  const described = {
    canonical_path: parts.capability.id,
    action_version: parts.capability.version,
    source_hash: parts.sourceHash,
    surface_hash: parts.surfaceHash,
    tool_call_id: parts.toolCallId,
    executable: { ...parts.executable, content_hash: parts.fingerprint.contentHash },
    programs: parts.programs.map(({ executable, fingerprint }) => [executable.realPath, fingerprint.contentHash]),
    ...(parts.absent.length === 0 ? {} : { absent: parts.absent }),
    script_hash: parts.script?.sha256 ?? null,
    secrets: parts.secrets.map(({ name }) => [name]),
    network: parts.network,
    ...(parts.memory === undefined ? {} : { memory: parts.memory }),
    name: parts.name,
    ...(masked.length === 0 ? made : { arguments: shown, argv: null, stdin_hash: null, places: [] }),
    cwd: parts.cwd,
    environment: Object.entries(parts.environment)
      .map(([name, value]) => [name, sha256Hex(value)])
      .sort(byName),
    timeout_ms: parts.timeoutMs,
    policy_revision: parts.governance.policy.revision,
  };
  return { described, hidden: Object.keys(hidden).length === 0 ? undefined : hidden };
}

function placesDescribed(places: readonly Place[]) {
  return places.map(({ given, path, object }) => [given, path, object]);
}

function byName([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Milliseconds that the policy gives what changes as much as this. */
function limitOf({ capability, governance }: Resolved): number | undefined {
  return governance.policy.settings?.limits?.timeout_ms?.[capability.sideEffect];
}

/** Every field of a request is honoured or refused: here are the ones that this capability cannot honour. */
function refuseFields(resolved: Resolved): InvalidArguments | Refusal | undefined {
  const { capability, request } = resolved;
  if (request.confirmation_token !== undefined && request.dry_run === true) {
    const expected = 'no token beside dry_run: nothing is executed, so there is nothing to confirm';
    return invalid(capability, [{ path: '/confirmation_token', expected, received: 'a token' }]);
  }
  if (request.timeout_ms !== undefined && request.timeout_ms > capability.timeoutMs) {
    const expected = `at most ${capability.timeoutMs}, the time that ${capability.id} is allowed`;
    const received = describeValue(request.timeout_ms);
    return invalid(capability, [{ path: '/timeout_ms', expected, received, example: capability.timeoutMs }]);
  }
  const limit = limitOf(resolved);
  if (request.timeout_ms !== undefined && limit !== undefined && request.timeout_ms > limit) {
    const rule = `limits.timeout_ms.${capability.sideEffect} of the policy`;
    const expected = `at most ${limit}, as ${rule} says`;
    const received = describeValue(request.timeout_ms);
    return { ...invalid(capability, [{ path: '/timeout_ms', expected, received }]), rule };
  }
  // Where no header hands the key to a backend, a promise of "at most once" could not be kept.
  if (request.idempotency_key !== undefined && capability.idempotency !== 'backend_key') {
    const expected = `no key: ${capability.id} has no backend that would honour it`;
    return invalid(capability, [
      { path: '/idempotency_key', expected, received: describeValue(request.idempotency_key) },
    ]);
  }
  return undefined;
}

async function findDirectories(
  { capability, request }: Resolved,
  named: Prepared['directory'],
  ports: RunPorts,
): Promise<{ readonly kind: 'found'; readonly base: string; readonly cwd: string } | InvalidArguments> {
  const base = await ports.realDirectory(request.cwd ?? '.');
  const expected = 'a directory that exists and that this user may enter';
  if (base.kind === 'not_directory') {
    return invalid(capability, [{ path: '/cwd', expected, received: describeValue(request.cwd ?? '.'), example: '.' }]);
  }
  if (named === undefined) return { kind: 'found', base: base.path, cwd: base.path };
  const { argument, given } = named;
  const found = await ports.realDirectory(given, base.path);
  if (found.kind === 'directory') return { kind: 'found', base: base.path, cwd: found.path };
  const example = exampleAt(capability, `/${argument}`);
  const problem = { path: `/arguments/${argument}`, expected, received: describeValue(given) };
  return invalid(capability, [example === undefined ? problem : { ...problem, example }]);
}
