/**
 * Stage 5: is this the same thing once more? A change whose outcome nobody knows is not made again, and a call that keeps
 * coming to nothing while nothing else changes is not tried again. Asked before any confirmation is spent.
 */
import { type Refusal, refuse } from '../reason/refusal.ts';
import { FRUITLESS_CALLS, openUntil, WINDOW_MS } from './circuit.ts';
import { closeOperation, endAfter } from './close-operation.ts';
import { decide } from './decide.ts';
import type { Frozen } from './freeze.ts';
import { type FoundEntry, type SameChange, standingOf } from './journal.ts';
import type { RunPorts } from './ports.ts';
import type { Verdict } from './verification.ts';

/** `look` asks whether that earlier operation took effect; undefined where nobody can. */
export async function checkRepeat(
  frozen: Frozen,
  ports: Pick<RunPorts, 'audit' | 'journal' | 'circuit' | 'timestamp'>,
  look: (operationId: string) => Promise<Verdict | undefined>,
): Promise<Refusal | undefined> {
  if (frozen.capability.sideEffect !== 'R') {
    // What may be done twice still is not done by itself while nobody has looked; a person who is asked may say yes.
    const unasked = decide(frozen).kind === 'allowed';
    for (const found of await sameChanges(frozen, ports)) {
      const standing = standingOf(found);
      const { operation_id: id, state } = found.entry;
      if (standing === 'running') return atWork(found);
      const open = standing === 'verify_first' || (standing === 'repeatable' && unasked);
      if (!open || found.isRetry) continue;
      const verdict = await look(id);
      if (verdict === undefined) return unknown(id, frozen, verdict);
      const closed = await closeOperation(found.entry, endAfter(verdict, state), { kind: 'look', verdict }, ports);
      if (closed.kind === 'unavailable') return unsettled(id, verdict, closed.message);
      if (verdict.kind === 'unclear') return unknown(id, frozen, verdict);
      if (verdict.kind === 'took_effect') return done(id, verdict);
    }
  }
  const until = openUntil(await ports.circuit.facts(frozen.sameCallKey));
  if (until === undefined) return undefined;
  const tried = `This very call failed or found nothing ${FRUITLESS_CALLS} times within ${WINDOW_MS / 60_000} minutes`;
  const wayOut = 'Change the arguments or what is wrong first; cap recover --reset-circuits tries it again as it is';
  const message = `${tried} and nothing was changed since, so it was not tried again before ${ports.timestamp(until)}. ${wayOut}. Nothing was executed.`;
  return refuse('circuit_open', { message });
}

/**
 * What was sent before under the same key of the backend is done when this is: to the backend they are one. A journal that
 * cannot be read now leaves it open, and hides nothing of what has just been done.
 */
export async function closeRetried(frozen: Frozen, ports: Pick<RunPorts, 'audit' | 'journal'>): Promise<void> {
  if (frozen.backendKey === undefined) return;
  for (const found of await sameChanges(frozen, ports).catch(() => [])) {
    if (standingOf(found) !== 'verify_first' || !found.isRetry) continue;
    await closeOperation(found.entry, 'committed', { kind: 'retry', operationId: frozen.operationId }, ports);
  }
}

async function sameChanges(
  { repeatKey, backendKey, operationId }: Frozen,
  { journal }: Pick<RunPorts, 'journal'>,
): Promise<readonly SameChange[]> {
  const keys = { repeat_key: repeatKey, ...(backendKey === undefined ? {} : { backend_key: backendKey }) };
  return (await journal.same(keys)).filter(({ entry }) => entry.operation_id !== operationId);
}

/** How to learn the outcome of a change that may or may not have happened. `over`: what the commands end with. */
export function verifyStep(operationId: string, verifies: readonly string[], over = ''): string {
  const look =
    verifies.length === 0
      ? 'Look whether it took effect'
      : `Run ${verifies.join(' or ')} to see whether it took effect`;
  const close = (end: string) => `cap recover ${operationId} --as ${end}${over}`;
  return `${look}; then ${close('committed')} closes it if it did, and ${close('rejected')} if it did not.`;
}

function unknown(operationId: string, frozen: Frozen, verdict: Verdict | undefined): Refusal {
  const known = `Operation ${operationId} did the same and nobody knows with what outcome, so it is not done again.`;
  const message = verdict === undefined ? known : `${known} ${verdict.message}`;
  const step = verifyStep(operationId, visibleVerifiers(frozen));
  return refuse('outcome_unknown', { message: `${message} ${step} Nothing was executed now.` });
}

function done(operationId: string, { message: shown }: Verdict): Refusal {
  const message = `Operation ${operationId} did the same with unknown outcome, and ${shown} It is closed as committed.`;
  return refuse('outcome_unknown', {
    message: `${message} Nothing was executed now; ask again if it is to be done once more.`,
    expected: 'the same request again, if it is to be done once more',
  });
}

function unsettled(operationId: string, { message: shown }: Verdict, why: string): Refusal {
  const message = `${shown} But operation ${operationId} is not settled by that, as it cannot be written down: ${why}. Nothing was executed.`;
  return refuse('state_unavailable', { message });
}

/** What policy hides from this caller is not named to them. */
export function visibleVerifiers({ capability, governance }: Frozen): readonly string[] {
  return capability.verifies.filter((id) => governance.hidden?.(id) !== true);
}

/** What the journal found at the last moment, of which nothing was known when the call was checked. */
export function cameBefore(found: FoundEntry, frozen: Frozen): Refusal {
  return standingOf(found) === 'running' ? atWork(found) : unknown(found.entry.operation_id, frozen, undefined);
}

function atWork({ entry }: FoundEntry): Refusal {
  const message = `Operation ${entry.operation_id} is doing the same at this moment. Nothing was executed now; ask again when it is over, if it is to be done once more.`;
  return refuse('outcome_unknown', { message, expected: 'the same request again, when that one is over' });
}
