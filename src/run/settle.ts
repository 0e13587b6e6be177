/**
 * Stage 10: what a look at the world says of a change that has been made, or may have been. An outcome that was unknown
 * is known then, and the journal and the audit are told; what the look cannot tell stays unknown.
 */
import { closeOperation, endAfter } from './close-operation.ts';
import type { Finished } from './finished.ts';
import type { RunPorts } from './ports.ts';
import { canVerify, type Verdict } from './verification.ts';

/** Whether there is something to look after: a change that took place in whole or in part, or nobody knows. */
export function wantsLook({ status, frozen, evidence, partly }: Finished): boolean {
  const { capability } = frozen;
  if (capability.sideEffect === 'R' || evidence.stopped === 'interrupt') return false;
  if (!canVerify(capability, frozen.arguments)) return false;
  return status === 'succeeded' || status === 'outcome_unknown' || partly === true;
}

/** `verdict` undefined: nobody has looked. */
export async function settle(finished: Finished, verdict: Verdict | undefined, ports: RunPorts): Promise<Finished> {
  const { frozen, partly = false } = finished;
  const unkept = verdict === undefined ? undefined : await closeBy(finished, verdict, ports);
  if (unkept !== undefined) return told(finished, unkept);
  if (verdict === undefined || verdict.kind === 'unclear') {
    const seen = verdict === undefined ? finished : { ...finished, verdict };
    return partly ? handOver(seen, ports) : seen;
  }
  if (partly) {
    const before = verdict.kind === 'took_effect' ? 'By this call or before it: nobody knows.' : undefined;
    return told({ ...finished, verdict }, verdict.message, before);
  }
  // An unknown outcome has been counted as a failure before anybody looked.
  if (verdict.kind === 'took_effect') await ports.circuit.note(frozen.sameCallKey, 'changed');
  else if (finished.status === 'succeeded') await ports.circuit.note(frozen.sameCallKey, 'fruitless');
  const known = told({ ...finished, verdict }, verdict.message);
  if (verdict.kind === 'took_effect') return { ...known, status: 'succeeded' };
  return { ...known, status: finished.evidence.stopped === 'timeout' ? 'timed_out' : 'failed' };
}

/** Why nothing is settled by this look; undefined where it is. */
async function closeBy({ frozen, status }: Finished, verdict: Verdict, ports: RunPorts): Promise<string | undefined> {
  const state = status === 'succeeded' ? 'acknowledged' : 'unknown';
  const operation = {
    operation_id: frozen.operationId,
    canonical_path: frozen.capability.id,
    tool_call_id: frozen.toolCallId,
    input_hash: frozen.inputHash,
    state,
  } as const;
  const closed = await closeOperation(operation, endAfter(verdict, state), { kind: 'look', verdict }, ports);
  return closed.kind === 'done' ? undefined : `${verdict.message} That could not be written down: ${closed.message}.`;
}

/**
 * A failure that nobody can look after is the caller's to judge: it says what it knows, and is no reason to refuse the same
 * call once more.
 */
async function handOver(finished: Finished, { journal }: RunPorts): Promise<Finished> {
  await journal.move(finished.frozen.operationId, 'handed_off');
  const { idempotency, sideEffect } = finished.frozen.capability;
  const again =
    idempotency === 'idempotent' && sideEffect !== 'I' ? 'doing it again does no harm' : 'look before you do it again';
  return told(finished, finished.verdict?.message, `It may have been done in part: ${again}.`);
}

/** The same, with more to say. */
function told(finished: Finished, ...more: readonly (string | undefined)[]): Finished {
  const { evidence } = finished;
  const sentences = [evidence.message, ...more].flatMap((one) => (one === undefined ? [] : [ended(one)]));
  return { ...finished, evidence: { ...evidence, message: sentences.join(' ') } };
}

/** What a program says of itself often has no full stop. */
function ended(sentence: string): string {
  return /[.!?\u3002]$/.test(sentence) ? sentence : `${sentence}.`;
}
