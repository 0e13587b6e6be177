/** What a run is told of policy: what holds for this request, and how to learn whether it still does. */
import type { Policy } from '../policy/policy.ts';
import { isRefusal } from '../reason/refusal.ts';
import type { Governance } from '../run/resolve.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { govern } from './governance.ts';
import type { World } from './world.ts';

export function governRun(policy: Policy, snapshot: Snapshot, world: World): Governance {
  return {
    ...govern(policy, snapshot, world.caller),
    revisionNow: () => {
      const now = world.policy();
      return isRefusal(now) ? undefined : now.revision;
    },
  };
}
