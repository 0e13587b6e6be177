/** What policy means for one request over one snapshot: what is hidden from this caller, and the facts that rules ask for. */
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import { applies, type Facts, hidingRules, type Policy } from '../policy/policy.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { hiddenBefore, hiddenDocuments } from './hidden-documents.ts';
import type { World } from './world.ts';

export type Governance = {
  readonly policy: Policy;
  /** Undefined when nothing is hidden, so that nobody pays for asking. */
  readonly hidden: ((id: string) => boolean) | undefined;
  /** The same for all documents at once, one byte each, 1 for hidden. */
  readonly hiddenDocuments: () => Uint8Array | undefined;
  readonly factsOf: (id: string) => Facts | undefined;
};

/** A contract names a handful of others, which cost less one by one; a list asks about all. */
const FEW = 16;

export function govern(policy: Policy, snapshot: Snapshot, caller: World['caller']): Governance {
  const asked = askedOnce(caller);
  const factsOf = (id: string) => facts(id, snapshot, asked);
  const rules = hidingRules(policy);
  if (rules.length === 0) return { policy, hidden: undefined, hiddenDocuments: () => undefined, factsOf };
  let documents: Uint8Array | undefined;
  const all = () => {
    documents ??= hiddenBefore(policy, snapshot, asked) ?? hiddenDocuments(rules, snapshot, asked);
    return documents;
  };
  let questions = 0;
  const hidden = (id: string): boolean => {
    questions += 1;
    if (documents !== undefined || questions > FEW) return all()[snapshot.find(id)] === 1;
    const known = factsOf(id);
    return known !== undefined && rules.some(({ applies_to }) => applies(applies_to, known));
  };
  return { policy, hidden, hiddenDocuments: all, factsOf };
}

type Caller = Pick<Facts, 'origin' | 'principal' | 'trusted'>;

/** Most rules ask nothing of the caller, and each answer costs a look at the system. */
export function askedOnce(caller: World['caller']): Caller {
  let origin: Caller['origin'] | undefined;
  let principal: string | undefined;
  let trusted: boolean | undefined;
  return {
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
}

function facts(id: string, snapshot: Snapshot, caller: Caller): Facts | undefined {
  const doc = snapshot.find(id);
  if (doc < 0) return undefined;
  const { columns } = snapshot;
  return {
    id,
    // Most rules go by ids alone: a column is opened by the first that asks for it.
    get type() {
      return CAPABILITY_TYPES[columns.type.at(doc)] ?? 'action';
    },
    get sideEffect() {
      return SIDE_EFFECTS[columns.sideEffect.at(doc)] ?? 'I';
    },
    get riskLevel() {
      return RISK_LEVELS[columns.risk.at(doc)] ?? 'critical';
    },
    get origin() {
      return caller.origin;
    },
    get principal() {
      return caller.principal;
    },
    get trusted() {
      return caller.trusted;
    },
  };
}
