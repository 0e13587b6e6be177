/**
 * What is kept of a call that waits for a human: what the human is shown, and all that is needed to ask the policies once
 * more and to write the answer down, wherever the yes or the no is typed.
 */
import type { AuditFacts } from '../../audit/event.ts';
import { sha256Hex } from '../../canon/hash.ts';
import { canonicalJson } from '../../canon/json.ts';
import type { Capability, Confirmation, JsonObject } from '../../capability/capability.ts';
import type { Facts } from '../../policy/policy.ts';
import { affectedResources, factsOf, nameToType, summarise } from '../decide.ts';
import type { Frozen } from '../freeze.ts';
import type { Approver } from './token.ts';

export type Question = {
  readonly canonical_path: string;
  readonly summary: string;
  readonly affected_resources: readonly string[];
  readonly type_to_approve: string;
  readonly operation_id: string;
  readonly tool_call_id: string;
  readonly input_hash: string;
  readonly source_hash: string;
  /** What rules ask of it, as it was when it was frozen. */
  readonly facts: Facts;
  readonly confirmation: Confirmation;
  readonly network_policy: Capability['networkPolicy'];
  readonly policy_revision: string;
  /** Where it was asked from, and whose projects have a say in it; null where no project has any. */
  readonly governed: Governed | null;
};

export type Governed = {
  readonly from: string;
  readonly directories: readonly string[];
  readonly tops: readonly string[];
};

/** `from`: the directory that the caller stands in; left out where nobody is going to ask the policies again. */
export function questionOf(frozen: Frozen, from?: string): Question {
  const { capability, governance } = frozen;
  const { reach, policy } = governance;
  return {
    canonical_path: capability.id,
    summary: summarise(frozen),
    affected_resources: affectedResources(frozen),
    type_to_approve: capability.sideEffect === 'I' ? nameToType(frozen) : 'yes',
    operation_id: frozen.operationId,
    tool_call_id: frozen.toolCallId,
    input_hash: frozen.inputHash,
    source_hash: frozen.sourceHash,
    facts: factsOf(frozen),
    confirmation: capability.confirmation,
    network_policy: capability.networkPolicy,
    policy_revision: policy.revision,
    governed: reach === undefined || from === undefined ? null : { from, ...reach },
  };
}

/** Undefined for what was kept by another version: it is asked for again. */
export function questionFrom(kept: JsonObject | undefined): Question | undefined {
  const names: readonly (keyof Question)[] = ['summary', 'operation_id', 'facts', 'policy_revision', 'governed'];
  return kept !== undefined && names.every((name) => Object.hasOwn(kept, name))
    ? (kept as unknown as Question)
    : undefined;
}

/** Of what somebody was shown before they answered; no secret stands in it. */
export function shownHash(shown: Pick<Question, 'summary' | 'affected_resources'>): string {
  return sha256Hex(canonicalJson({ summary: shown.summary, affected_resources: shown.affected_resources }));
}

/** What a human has answered on a terminal, or a caller by sending the token; `message`: how they said no. */
export function answeredOf(
  question: Question,
  approver: Approver,
  kind: 'approved' | 'declined',
  message?: string,
): AuditFacts {
  const { canonical_path, operation_id, tool_call_id, input_hash } = question;
  const details = { approver, shown_hash: shownHash(question), ...(message === undefined ? {} : { message }) };
  return { kind, operation_id, canonical_path, tool_call_id, input_hash, details };
}
