/**
 * The stages in their order: resolve → arguments → freeze → decide → confirm → execute → evidence. Each takes the value of
 * the one before and nothing else, so none can be passed over.
 */
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { validateArguments } from './arguments.ts';
import { confirm, type Unconfirmed } from './confirm/confirm.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import type { Evidence } from './evidence/evidence.ts';
import { gatherEvidence } from './evidence/evidence.ts';
import { execute } from './execute.ts';
import type { Frozen } from './freeze.ts';
import { freeze } from './freeze.ts';
import type { RunPorts } from './ports.ts';
import type { RunRequest } from './request.ts';
import { type Catalog, type Governance, resolve, UNGOVERNED } from './resolve.ts';

type Deny = Extract<Decision, { kind: 'denied' }>;

/** How a run can come out. Only `finished` has executed anything. */
export type RunOutcome =
  | Refusal
  | InvalidArguments
  | { readonly kind: 'dry_run'; readonly frozen: Frozen; readonly decision: Decision }
  | Unconfirmed
  | { readonly kind: 'denied'; readonly frozen: Frozen; readonly decision: Deny }
  | Finished;

export type Finished = {
  readonly kind: 'finished';
  readonly status: 'succeeded' | 'failed' | 'timed_out' | 'interrupted';
  readonly frozen: Frozen;
  readonly evidence: Evidence;
};

/** The stages alone: how the run came out, before it crosses to the wire. */
export async function runStages(
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  operationId: string,
  governance: Governance = UNGOVERNED,
): Promise<RunOutcome> {
  const resolved = resolve(request, catalog, governance);
  if (resolved.kind !== 'resolved') return resolved;

  const valid = validateArguments(resolved.capability, request.arguments, ports.bounded);
  if (valid.kind === 'invalid_arguments') return valid;
  if (valid.kind === 'unusable_schema')
    return refuse('unavailable', { message: `${valid.message}. Nothing was executed.` });

  const frozen = await freeze(resolved, valid, ports, operationId);
  if (frozen.kind !== 'frozen') return frozen;

  const decision = decide(frozen);
  if (request.dry_run === true) return { kind: 'dry_run', frozen, decision };
  if (decision.kind === 'denied') return { kind: 'denied', frozen, decision };
  const allowed = await confirm(frozen, decision, request.confirmation_token, ports);
  if (allowed.kind !== 'allowed_call') return allowed;

  if (governance.revisionNow() !== governance.policy.revision) {
    return refuse('denied', { message: 'The policy has changed since the call was checked. Nothing was executed.' });
  }
  const executed = await execute(allowed, ports);
  const { end } = executed;
  if (end.kind === 'no_state')
    return refuse('state_unavailable', { message: `${sentence(end.message)} Nothing was executed.` });
  if (end.kind === 'not_started')
    return refuse('unavailable', { message: `${sentence(end.message)} Nothing was executed.` });
  const evidence = gatherEvidence(executed, end);
  return { kind: 'finished', status: statusOf(evidence), frozen, evidence };
}

function statusOf(evidence: Evidence): 'succeeded' | 'failed' | 'timed_out' | 'interrupted' {
  if (evidence.stopped === 'timeout') return 'timed_out';
  if (evidence.stopped === 'interrupt') return 'interrupted';
  return evidence.tool === 'succeeded' ? 'succeeded' : 'failed';
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
