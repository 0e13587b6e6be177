/**
 * Stage 10: what a look at the world says of a change that has been made, or may have been. An outcome that was unknown
 * is known then, and the journal and the audit are told; what the look cannot tell stays unknown.
 */
import type { Finished } from './finished.ts';
import type { JournalState } from './journal.ts';
import type { RunPorts } from './ports.ts';
import { verifiedOf } from './record.ts';
import { canVerify, type Verdict } from './verification.ts';

/** Whether there is something to look after: a change that took place, or nobody knows. */
export function wantsLook({ status, frozen, evidence }: Finished): boolean {
  const { capability } = frozen;
  if (capability.sideEffect === 'R' || evidence.stopped === 'interrupt') return false;
  if (!canVerify(capability, frozen.arguments)) return false;
  return status === 'succeeded' || status === 'outcome_unknown';
}

export async function settle(finished: Finished, verdict: Verdict, ports: RunPorts): Promise<Finished> {
  const { frozen, evidence } = finished;
  await ports.audit.record(verifiedOf(frozen, verdict));
  if (verdict.kind === 'unclear') return { ...finished, verdict };
  const from: JournalState = finished.status === 'succeeded' ? 'acknowledged' : 'unknown';
  await closeAs(frozen.operationId, from, verdict, ports);
  // An unknown outcome has been counted as a failure before anybody looked.
  if (verdict.kind === 'took_effect') await ports.circuit.note(frozen.sameCallKey, 'changed');
  else if (finished.status === 'succeeded') await ports.circuit.note(frozen.sameCallKey, 'failed');
  const message = [evidence.message, verdict.message].filter((part) => part !== undefined).join(' ');
  const told = { ...finished, verdict, evidence: { ...evidence, message } };
  if (verdict.kind === 'took_effect') return { ...told, status: 'succeeded' };
  return { ...told, status: evidence.stopped === 'timeout' ? 'timed_out' : 'failed' };
}

/** Moves an operation to where the verdict puts it. What was sent by a process that is gone is unknown first. */
export async function closeAs(
  operationId: string,
  from: JournalState,
  verdict: Verdict,
  ports: Pick<RunPorts, 'journal'>,
): Promise<void> {
  const open = from === 'sent' || from === 'unknown';
  const steps: JournalState[] =
    verdict.kind === 'took_effect'
      ? ['verified', 'committed']
      : verdict.kind === 'no_effect' && open
        ? ['rejected']
        : [];
  if (from === 'sent' && steps.length > 0) steps.unshift('unknown');
  for (const step of steps) await ports.journal.move(operationId, step);
}
