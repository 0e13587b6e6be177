/**
 * Stage 5: is this the same thing once more? A change whose outcome nobody knows is not made again, and a call that keeps
 * failing while nothing else changes is not tried again. Asked before any confirmation is spent.
 */
import { type Refusal, refuse } from '../reason/refusal.ts';
import { FRUITLESS_CALLS, openUntil, WINDOW_MS } from './circuit.ts';
import type { Frozen } from './freeze.ts';
import { standingOf } from './journal.ts';
import type { RunPorts } from './ports.ts';
import { closeAs } from './settle.ts';
import type { Verdict } from './verification.ts';

/** `look` asks whether that earlier operation took effect; undefined where nobody can. */
export async function checkRepeat(
  frozen: Frozen,
  ports: Pick<RunPorts, 'journal' | 'circuit' | 'timestamp'>,
  look: (operationId: string) => Promise<Verdict | undefined>,
): Promise<Refusal | undefined> {
  if (frozen.capability.sideEffect !== 'R') {
    const same = (await ports.journal.entries()).filter(({ entry }) => entry.repeat_key === frozen.repeatKey);
    for (const found of same) {
      const standing = standingOf(found);
      const { operation_id: id, state } = found.entry;
      if (standing === 'running') return running(id);
      if (standing !== 'verify_first') continue;
      const verdict = await look(id);
      if (verdict === undefined || verdict.kind === 'unclear') return unknown(id, frozen, verdict);
      await closeAs(id, state, verdict, ports);
      if (verdict.kind === 'took_effect') return done(id, verdict);
    }
  }
  const until = openUntil(await ports.circuit.facts(frozen.sameCallKey));
  if (until === undefined) return undefined;
  const tried = `This very call failed ${FRUITLESS_CALLS} times within ${WINDOW_MS / 60_000} minutes`;
  const wayOut = 'Change the arguments or what is wrong first; cap recover --reset-circuits tries it again as it is';
  const message = `${tried} and nothing was changed since, so it was not tried again before ${ports.timestamp(until)}. ${wayOut}. Nothing was executed.`;
  return refuse('circuit_open', { message });
}

/** How to learn the outcome of a change that may or may not have happened. */
export function verifyStep(operationId: string, verifies: readonly string[]): string {
  const look =
    verifies.length === 0
      ? 'Look whether it took effect'
      : `Run ${verifies.join(' or ')} to see whether it took effect`;
  return `${look}; then close it with: cap recover ${operationId} --as committed (it did) or --as rejected (it did not).`;
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

/** What policy hides from this caller is not named to them. */
export function visibleVerifiers({ capability, governance }: Frozen): readonly string[] {
  return capability.verifies.filter((id) => governance.hidden?.(id) !== true);
}

function running(operationId: string): Refusal {
  const message = `Operation ${operationId} is doing the same at this moment. Nothing was executed now.`;
  return refuse('outcome_unknown', { message });
}
