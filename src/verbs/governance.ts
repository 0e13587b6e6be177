/** What policy means for one request over one snapshot: what is hidden from this caller, and the facts that rules ask for. */
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import { type Facts, hiddenBy, type Policy } from '../policy/policy.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from './world.ts';

export type Governance = {
  readonly policy: Policy;
  /** Undefined when nothing is hidden, so that nobody pays for asking. */
  readonly hidden: ((id: string) => boolean) | undefined;
  readonly factsOf: (id: string) => Facts | undefined;
};

export function govern(policy: Policy, snapshot: Snapshot, caller: World['caller']): Governance {
  let principal: string | undefined;
  let trusted: boolean | undefined;
  let origin: Facts['origin'] | undefined;
  const { columns } = snapshot;
  const factsOf = (id: string): Facts | undefined => {
    const doc = snapshot.find(id);
    if (doc < 0) return undefined;
    return {
      id,
      type: CAPABILITY_TYPES[columns.type.at(doc)] ?? 'action',
      sideEffect: SIDE_EFFECTS[columns.sideEffect.at(doc)] ?? 'I',
      riskLevel: RISK_LEVELS[columns.risk.at(doc)] ?? 'critical',
      get origin() {
        origin ??= caller.origin();
        return origin;
      },
      get principal() {
        principal ??= caller.principal();
        return principal;
      },
      get trusted() {
        trusted ??= caller.trusted();
        return trusted;
      },
    };
  };
  return { policy, hidden: hiddenBy(policy, factsOf), factsOf };
}
