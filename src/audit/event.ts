/** What is written down of a run, before and after: the shape of one audit event. Pure; it knows no files. */
import type { Json, JsonObject } from '../capability/capability.ts';

export type EventKind =
  | 'intent'
  | 'outcome'
  | 'verified'
  | 'asked'
  | 'approved'
  | 'declined'
  | 'denied'
  | 'settled'
  | 'answered'
  | 'circuits_reset'
  | 'restarted';

/** What a run reports; the writer adds number, time, user and the links of the chain. */
export type AuditFacts = {
  readonly kind: EventKind;
  readonly operation_id: string;
  readonly canonical_path: string;
  readonly tool_call_id: string;
  readonly input_hash: string | null;
  /** With secrets masked; absent where they were told by an earlier event of the same operation. */
  readonly arguments?: JsonObject;
  /** JSON pointers of what was masked or shortened. */
  readonly masked?: readonly string[];
  readonly details: { readonly [name: string]: Json };
};

export type AuditEvent = AuditFacts & {
  readonly version: 'audit-event.v1';
  /** From 1, without a gap. */
  readonly seq: number;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly user: string;
  /** `hash` of the event before; sixty-four zeros for the first. */
  readonly prev: string;
  /** SHA-256 over everything else in canonical JSON. */
  readonly hash: string;
};
