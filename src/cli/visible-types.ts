/** What of a catalog a caller is told in numbers. Apart from what compiles one, which takes long to load. */
import { CAPABILITY_TYPES, type CapabilityType } from '../capability/capability.ts';
import type { Policy } from '../policy/policy.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';

/** The type of each capability that this caller may discover: what is hidden is in no count either. */
export function visibleTypes(
  snapshot: Snapshot,
  policy: Policy | Refusal,
  caller: World['caller'],
): readonly CapabilityType[] | Refusal {
  if (isRefusal(policy)) return policy;
  const hidden = govern(policy, snapshot, caller).hiddenDocuments();
  return Array.from({ length: snapshot.count }, (_, doc) => doc)
    .filter((doc) => hidden?.[doc] !== 1)
    .map((doc) => CAPABILITY_TYPES[snapshot.columns.type.at(doc)] as CapabilityType);
}
