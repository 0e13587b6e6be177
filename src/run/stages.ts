/**
 * The stages in their order: resolve → arguments → freeze → decide → confirm → audit → execute → evidence → audit. Each takes
 * the value of the one before and nothing else, so none can be passed over.
 */
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { validateArguments } from './arguments.ts';
import { type Allowed, confirm, type Unconfirmed } from './confirm/confirm.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import type { Evidence } from './evidence/evidence.ts';
import { gatherEvidence } from './evidence/evidence.ts';
import { execute } from './execute.ts';
import type { Frozen } from './freeze.ts';
import { freeze } from './freeze.ts';
import type { RunPorts } from './ports.ts';
import { askedOf, deniedOf, intentOf, notStarted, outcomeOf } from './record.ts';
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
  if (decision.kind === 'denied') {
    await ports.audit.record(deniedOf(frozen, decision.rule));
    return { kind: 'denied', frozen, decision };
  }
  const allowed = await confirm(frozen, decision, request.confirmation_token, ports);
  if (allowed.kind === 'refusal') await ports.audit.record(deniedOf(frozen, allowed.message));
  if (allowed.kind === 'confirmation_required') await ports.audit.record(askedOf(allowed));
  if (allowed.kind !== 'allowed_call') return allowed;
  return carryOut(allowed, ports);
}

/** From here on something may happen: it is written down first, and not done when that is not possible. */
async function carryOut(allowed: Allowed, ports: RunPorts): Promise<Refusal | Finished> {
  const { frozen } = allowed;
  const { policy, revisionNow } = frozen.governance;
  const recorded = await ports.audit.record(intentOf(allowed));
  if (recorded.kind === 'unavailable') return nothingDone('state_unavailable', recorded.message);
  if (revisionNow() !== policy.revision) {
    const message = 'The policy has changed since the call was checked';
    await ports.audit.record(notStarted(frozen, message));
    return nothingDone('denied', message);
  }
  const executed = await execute(allowed, ports);
  const { end } = executed;
  if (end.kind !== 'ended') {
    await ports.audit.record(notStarted(frozen, end.message));
    return nothingDone(end.kind === 'no_state' ? 'state_unavailable' : 'unavailable', end.message);
  }
  const evidence = gatherEvidence(executed, end);
  const status = statusOf(evidence);
  const kept = await ports.audit.record(outcomeOf(frozen, status, evidence));
  const finished = { kind: 'finished', status, frozen, evidence } as const;
  if (kept.kind === 'recorded') return finished;
  // It has happened, so the answer stands; that its end is not in the audit has to be said.
  const message = [evidence.message, `The outcome could not be written to the audit: ${kept.message}.`];
  return { ...finished, evidence: { ...evidence, message: message.filter((part) => part !== undefined).join(' ') } };
}

function nothingDone(reason: 'denied' | 'unavailable' | 'state_unavailable', message: string): Refusal {
  return refuse(reason, { message: `${sentence(message)} Nothing was executed.` });
}

function statusOf(evidence: Evidence): 'succeeded' | 'failed' | 'timed_out' | 'interrupted' {
  if (evidence.stopped === 'timeout') return 'timed_out';
  if (evidence.stopped === 'interrupt') return 'interrupted';
  return evidence.tool === 'succeeded' ? 'succeeded' : 'failed';
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
