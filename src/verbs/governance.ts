/** What policy means for one request over one snapshot: what is hidden from this caller, and the facts that rules ask for. */
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import { applies, type Facts, hiddenBy, hidingRules, type Policy } from '../policy/policy.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from './world.ts';

export type Governance = {
  readonly policy: Policy;
  /** Undefined when nothing is hidden, so that nobody pays for asking. */
  readonly hidden: ((id: string) => boolean) | undefined;
  /** The same for all documents at once, one byte each, 1 for hidden: only what a rule's ids reach is looked at. */
  readonly hiddenDocuments: () => Uint8Array | undefined;
  readonly factsOf: (id: string) => Facts | undefined;
};

export function govern(policy: Policy, snapshot: Snapshot, caller: World['caller']): Governance {
  let principal: string | undefined;
  let trusted: boolean | undefined;
  let origin: Facts['origin'] | undefined;
  const { columns } = snapshot;
  const factsOf = (id: string): Facts | undefined => {
    const doc = snapshot.find(id);
    return doc < 0 ? undefined : factsAt(doc);
  };
  const factsAt = (doc: number): Facts => {
    return {
      get id() {
        return snapshot.id(doc);
      },
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
  return {
    policy,
    hidden: hiddenBy(policy, factsOf),
    hiddenDocuments: () => hiddenDocuments(policy, snapshot, factsAt),
    factsOf,
  };
}

function hiddenDocuments(policy: Policy, snapshot: Snapshot, factsAt: (doc: number) => Facts): Uint8Array | undefined {
  const rules = hidingRules(policy);
  if (rules.length === 0) return undefined;
  const hidden = new Uint8Array(snapshot.count);
  for (const { applies_to: conditions } of rules) {
    for (const { from, to } of rangesOf(conditions.ids, snapshot)) {
      for (let doc = from; doc < to; doc += 1) {
        if (hidden[doc] === 0 && applies(conditions, factsAt(doc))) hidden[doc] = 1;
      }
    }
  }
  return hidden;
}

/** Where the documents of these ids and of all below them stand; all documents where none are named. */
function rangesOf(ids: readonly string[] | undefined, { count, ids: table }: Snapshot) {
  if (ids === undefined) return [{ from: 0, to: count }];
  return ids.flatMap((id) => {
    const doc = table.find(id);
    return [...(doc < 0 ? [] : [{ from: doc, to: doc + 1 }]), table.prefixRange(`${id}.`)];
  });
}
