/** What a run is told of policy: what holds for this request, where it would run, and how to learn whether it still does. */
import type { Policy } from '../policy/policy.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Governance } from '../run/resolve.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { askedOnce, govern } from './governance.ts';
import type { World } from './world.ts';

export function governRun(policy: Policy, snapshot: Snapshot, world: World): Governance {
  // A run is governed anew where it works and by what it touches; who asks, and of which catalog, is the same each time.
  const asked = askedOnce(world.caller);
  const caller = { principal: () => asked.principal, origin: () => asked.origin, trusted: () => asked.trusted };
  return governIn([], [], policy, snapshot, { ...world, caller });
}

function governIn(
  directories: readonly string[],
  tops: readonly string[],
  policy: Policy,
  snapshot: Snapshot,
  world: World,
): Governance {
  return {
    ...govern(policy, snapshot, world.caller),
    ...(directories.length === 0 ? {} : { reach: { directories, tops } }),
    async revisionNow() {
      const now = await policyIn(directories, tops, world);
      return isRefusal(now) ? undefined : now.revision;
    },
    async within(places, below = []) {
      const wider = await policyIn(places, below, world);
      return isRefusal(wider) ? wider : governIn(places, below, wider, snapshot, world);
    },
  };
}

async function policyIn(
  directories: readonly string[],
  tops: readonly string[],
  world: World,
): Promise<Policy | Refusal> {
  return directories.length === 0 || world.policyOf === undefined ? world.policy() : world.policyOf(directories, tops);
}
