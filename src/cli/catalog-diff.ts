/** `cap catalog diff`: two snapshots side by side, as this caller may see them. What a change means is known by src/diff. */
import type { CapabilityDiff } from '../contract/capability-diff.v1.ts';
import { type Difference, diffSnapshots, type Side } from '../diff/diff.ts';
import { describeDenied } from '../policy/policy.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import { failed, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import type { Work } from './catalog-work.ts';
import type { Host } from './host.ts';

/** `after`: a snapshot file, or undefined for the one that a search would use. */
export async function diffCatalogs(
  before: string,
  after: string | undefined,
  requests: string | undefined,
  host: Host,
): Promise<Work> {
  const worlds = [host.world(before), host.world(after)] as const;
  const [old, now] = [sideOf(worlds[0]), sideOf(worlds[1])];
  if (isRefusal(old)) return { answer: refusalAnswer(old) };
  if (isRefusal(now)) return { answer: refusalAnswer(now) };
  try {
    const differences = diffSnapshots(old, now);
    const replay = requests === undefined ? undefined : await host.measuring.replayBetween(requests, ...worlds);
    if (isRefusal(replay)) return { answer: refusalAnswer(replay) };
    const response: CapabilityDiff = {
      version: 'capability-diff.v1',
      before: hashesOf(old),
      after: hashesOf(now),
      ...countsOf(differences),
      differences: differences.map(({ id, kind, breaking, changes }) => {
        return { canonical_path: id, kind, breaking, changes: changes.map((change) => ({ ...change })) };
      }),
      ...(replay === undefined ? {} : { replay }),
    };
    return { answer: { exitCode: 0, body: `${JSON.stringify(response)}\n` } };
  } catch (thrown) {
    return { answer: failed(thrown) };
  }
}

function sideOf(world: World): Side | Refusal {
  const [snapshot, policy] = [world.snapshot(), world.policy()];
  if (isRefusal(snapshot)) return snapshot;
  if (isRefusal(policy)) return policy;
  const { hidden, factsOf } = govern(policy, snapshot, world.caller);
  const describable = (id: string): boolean => {
    const facts = factsOf(id);
    return facts === undefined || describeDenied(policy, facts) === undefined;
  };
  return { snapshot, hidden, describable };
}

function countsOf(differences: readonly Difference[]) {
  const of = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind).length;
  const breaking = differences.filter((one) => one.breaking).length;
  return { added: of('added'), removed: of('removed'), changed: of('changed'), breaking };
}

function hashesOf({ snapshot }: Side) {
  return { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash };
}
