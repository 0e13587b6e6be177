/** How the quick verbs answer: from the snapshot alone, under the policy. */
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Outcome } from './dispatch.ts';
import { type Governance, govern } from './governance.ts';
import type { World } from './world.ts';

/** The answer over the world's snapshot, or why there is none. */
export function overSnapshot(
  world: World,
  answer: (snapshot: Snapshot, governance: Governance) => object | Refusal,
): Outcome | Refusal {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  try {
    const response = answer(snapshot, govern(policy, snapshot, world.caller));
    return isRefusal(response) ? response : { response };
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    return refuse('snapshot_missing', { message: `The snapshot cannot be read to its end (${code}).` });
  }
}

/** The errno name of the system's own error: these verbs read nothing but the snapshot, so it speaks of that. */
function systemCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(code) ? code : undefined;
}
