/**
 * The TABLE of all verbs: the quick ones, and those that reach processes and stored results. It is loaded on demand; the
 * quick path takes hot-verbs.ts alone.
 */
import { secretsOf } from '../capability/handler-needs.ts';
import type { ActionRunRequest } from '../contract/action-run.v1.ts';
import type { DoorsRequest } from '../contract/doors.v1.ts';
import { requestForm } from '../contract/explain.ts';
import * as runForm from '../contract/generated/action-run.v1.js';
import * as doorsForm from '../contract/generated/doors.v1.js';
import * as resultForm from '../contract/generated/result-read.v1.js';
import type { ResultReadRequest } from '../contract/result-read.v1.ts';
import { doorsOf, neededBy } from '../disclosure/doors.ts';
import { describeDenied } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { approvalNeeded } from '../run/decide.ts';
import { findMemory } from '../run/memory.ts';
import { findNetwork } from '../run/network.ts';
import { readResult } from '../run/read-result.ts';
import type { RunRequest } from '../run/request.ts';
import { refuseRun, run } from '../run/run.ts';
import { identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Outcome, Verb } from './dispatch.ts';
import { govern } from './governance.ts';
import { HOT_VERBS } from './hot-verbs.ts';
import { isOutputDenied } from './output-denied.ts';
import { governRun } from './run-governance.ts';
import { TRACED_SEARCH } from './traced-search.ts';
import type { World } from './world.ts';

const RUN = requestForm({
  version: 'action-run.v1',
  validate: runForm.validate,
  fields: runForm.FIELDS,
  example: runForm.EXAMPLE,
});

const RESULT = requestForm({
  version: 'result-read.v1',
  validate: resultForm.validate,
  fields: resultForm.FIELDS,
  example: resultForm.EXAMPLE,
  together: 'item without lines and grep, and bytes without lines',
});

const DOORS = requestForm({
  version: 'doors.v1',
  validate: doorsForm.validate,
  fields: doorsForm.FIELDS,
  example: doorsForm.EXAMPLE,
});

/** In the order in which help shows them. */
export const VERBS: readonly Verb[] = [
  ...HOT_VERBS.map((verb) => (verb.name === TRACED_SEARCH.name ? TRACED_SEARCH : verb)),
  { name: 'run', form: RUN, handle: runAction, quotes: true },
  { name: 'result', form: RESULT, handle: readOutput, quotes: true },
  { name: 'doors', form: DOORS, handle: showDoors },
];

async function runAction(request: ActionRunRequest, world: World): Promise<Outcome | Refusal> {
  const policy = world.policy();
  const snapshot = world.snapshot();
  if (isRefusal(policy)) {
    const catalog = isRefusal(snapshot) ? undefined : snapshot;
    return refuseRun(policy, request as RunRequest, catalog, await world.runPorts());
  }
  if (isRefusal(snapshot)) return snapshot;
  return run(request as RunRequest, snapshot, await world.runPorts(), governRun(policy, snapshot, world));
}

async function readOutput(request: ResultReadRequest, world: World): Promise<Outcome | Refusal> {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  const factsOf = isRefusal(snapshot) ? () => undefined : govern(policy, snapshot, world.caller).factsOf;
  const isDenied = (id: string | undefined) => isOutputDenied(id, policy, factsOf);
  const response = await readResult(request, await world.runPorts(), isDenied);
  return isRefusal(response) ? response : { response };
}

/**
 * Those of these programs that can be asked for their version: a manifest of this catalog says which it needs, its own or
 * another one's. What a program does with an argument that nobody has written down for it, nobody knows.
 */
function tellTheirVersion(
  programs: readonly { readonly name: string; readonly min_version?: string }[],
  snapshot: Snapshot,
  hidden: ((id: string) => boolean) | undefined,
): readonly string[] {
  const unsaid = new Set(programs.flatMap(({ name, min_version: needed }) => (needed === undefined ? [name] : [])));
  const said = programs.flatMap(({ name }) => (unsaid.has(name) ? [] : [name]));
  for (let doc = 0; doc < snapshot.count && unsaid.size > 0; doc += 1) {
    if (hidden?.(snapshot.id(doc)) === true) continue;
    for (const { name, min_version: needed } of snapshot.card(doc).executables) {
      if (needed !== undefined && unsaid.delete(name)) said.push(name);
    }
  }
  return said;
}

async function showDoors(request: DoorsRequest, world: World): Promise<Outcome | Refusal> {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  const { hidden, factsOf } = govern(policy, snapshot, world.caller);
  const doc = identify(request.canonical_path, snapshot, hidden);
  if (isRefusal(doc)) return doc;
  const facts = factsOf(request.canonical_path);
  if (facts === undefined) return refuse('unknown_capability');
  const capability = snapshot.contract(doc);
  const ports = await world.runPorts();
  const denied = describeDenied(policy, facts);
  const isTold = denied === undefined;
  const executables = new Map<string, string | null>();
  for (const { name } of isTold ? neededBy(capability) : [])
    executables.set(name, (await ports.findExecutable(name))?.path ?? null);
  const versions = new Map<string, string | undefined>();
  // What a catalog names that nobody trusts is not even asked for its version.
  for (const name of isTold && facts.trusted ? tellTheirVersion(neededBy(capability), snapshot, hidden) : []) {
    const executable = await ports.findExecutable(name);
    if (executable !== undefined) versions.set(name, await ports.versionOf(executable));
  }
  const handler = isTold ? capability.handler : undefined;
  const secrets = new Map<string, boolean>();
  for (const name of handler === undefined ? [] : secretsOf(handler)) {
    secrets.set(name, (await ports.secretHash(name)) !== undefined);
  }
  const network = handler === undefined ? undefined : (await findNetwork(capability, ports)).network;
  const memory = handler === undefined ? undefined : findMemory(policy, ports);
  const found = doorsOf({
    capability,
    os: world.os,
    executables,
    versions,
    secrets,
    network,
    describeDenied: denied === undefined ? undefined : `${denied.message} (${denied.rule})`,
    execute: approvalNeeded(policy, facts, capability, network, memory),
  });
  const catalog = { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash };
  return { response: { version: 'doors.v1', catalog, canonical_path: request.canonical_path, ...found } };
}
