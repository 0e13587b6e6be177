/**
 * Stage 7 to 9: the allowed call is written down, executed, and written down again. Whatever cannot be written down first
 * is not done; what was done and cannot be told any more is unknown, and never done twice.
 */
import { maskArguments } from '../audit/mask.ts';
import { NOT_HERE } from '../capability/tool-pass.ts';
import { CONCURRENT_RUNS, JOURNAL_DAYS } from '../policy/settings.ts';
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { Allowed } from './confirm/confirm.ts';
import { findArtifacts } from './evidence/artifacts.ts';
import type { Ended, Evidence } from './evidence/evidence.ts';
import { gatherEvidence } from './evidence/evidence.ts';
import { lostEvidence, wordsOf } from './evidence/lost.ts';
import { reachedNobody, refusedWhole } from './evidence/transport.ts';
import { type Executed, execute } from './execute.ts';
import type { Finished } from './finished.ts';
import type { Frozen } from './freeze.ts';
import type { JournalState, NewEntry } from './journal.ts';
import { isInPlace, type PlacePorts } from './placed.ts';
import type { RunPorts, StateUnavailable } from './ports.ts';
import { observe } from './preview.ts';
import { deniedOf, intentOf, notStarted, outcomeOf } from './record.ts';
import { cameBefore, closeRetried } from './repeat.ts';

/** Waits for its turn when too much is going on. */
export async function carryOut(allowed: Allowed, ports: RunPorts): Promise<Refusal | Finished> {
  const limit = allowed.frozen.governance.policy.settings?.limits?.concurrent_runs ?? CONCURRENT_RUNS;
  const slot = await ports.takeSlot(limit);
  if (slot === 'none_free') return nothingDone('unavailable', `${limit} runs are going on, which is as many as may`);
  if (slot.kind === 'unavailable') return nothingDone('state_unavailable', slot.message);
  try {
    return await inOrder(allowed, ports);
  } finally {
    slot.release();
  }
}

async function inOrder(allowed: Allowed, ports: RunPorts): Promise<Refusal | Finished> {
  const { frozen } = allowed;
  const { operationId, governance } = frozen;
  const keepDays = governance.policy.settings?.keep?.journal_days ?? JOURNAL_DAYS;
  const changes = frozen.capability.sideEffect !== 'R';
  // A step of the journal that fails after the fact leaves an earlier state behind, and each of those errs to the safe side.
  const move = async (state: JournalState, ref?: string | null) =>
    changes ? ports.journal.move(operationId, state, ref) : undefined;

  const prepared = changes ? await ports.journal.prepare(entryOf(frozen), keepDays) : undefined;
  if (prepared?.kind === 'unavailable') return nothingDone('state_unavailable', prepared.message);
  if (prepared?.kind === 'in_the_way') {
    const refused = cameBefore(prepared.found, frozen);
    await ports.audit.record(deniedOf(frozen, refused.message));
    return refused;
  }
  const recorded = await ports.audit.record(intentOf(allowed));
  if (recorded.kind === 'unavailable') {
    await move('rejected');
    return nothingDone('state_unavailable', recorded.message);
  }
  const changed = await whatChanged(frozen, ports);
  if (changed !== undefined) {
    await move('rejected');
    await ports.audit.record(notStarted(frozen, changed));
    return nothingDone('denied', changed);
  }
  const sent = await move('sent');
  if (sent?.kind === 'unavailable') return nothingDone('state_unavailable', sent.message);

  // From here on something may have happened: whatever breaks, it is answered as executed and written down.
  const executed = await attempt(allowed, ports).catch((error: unknown): Broken => ({ kind: 'broken', error }));
  const end = executed.kind === 'broken' ? undefined : executed.end;
  if (end !== undefined && end.kind !== 'ended') {
    await move('rejected');
    await ports.audit.record(notStarted(frozen, end.message));
    return nothingDone(end.kind === 'no_state' ? 'state_unavailable' : 'unavailable', end.message);
  }
  const evidence = await whatIsKnown(executed, end, ports);
  const status = statusOf(evidence, frozen.tool !== undefined, changes);
  if (status === 'succeeded') await tried(() => closeRetried(frozen, ports));
  const partly = changes && status === 'failed' && executed.kind === 'executed' && !refusedWhole(executed);
  const isOpen = partly || status === 'outcome_unknown';
  await tried(() =>
    move(status === 'succeeded' ? 'acknowledged' : isOpen ? 'unknown' : 'rejected', evidence.resultRef),
  );
  const kept = await tried(() => ports.audit.record(outcomeOf(frozen, status, evidence)));
  // What is missing here is missing until somebody installs it: that is no reason not to try then.
  if (status !== 'interrupted' && status !== 'unavailable') {
    const fruitless = status !== 'succeeded' || evidence.empty;
    const end = fruitless ? 'fruitless' : changes ? 'changed' : 'succeeded';
    await tried(() => ports.circuit.note(frozen.sameCallKey, end));
  }
  const finished = { kind: 'finished', status, frozen, evidence, ...(partly ? { partly } : {}) } as const;
  if (kept.kind === 'recorded') return finished;
  // It has happened, so the answer stands; that its end is not in the audit has to be said.
  const message = [evidence.message, `The outcome could not be written to the audit: ${kept.message}.`];
  return { ...finished, evidence: { ...evidence, message: message.filter((part) => part !== undefined).join(' ') } };
}

/** Something of ours broke on the way; whether anything was started is not known. */
type Broken = { readonly kind: 'broken'; readonly error: unknown };

async function whatIsKnown(executed: Attempted | Broken, end: Ended | undefined, ports: RunPorts): Promise<Evidence> {
  if (executed.kind === 'broken') return lostEvidence(undefined, executed.error);
  try {
    if (end === undefined) throw new Error('it has no end');
    const evidence = gatherEvidence(executed, end, ports.bounded, await findArtifacts(executed.frozen, ports));
    return executed.attempts === 1 ? evidence : { ...evidence, attempts: executed.attempts };
  } catch (error) {
    return lostEvidence(end, error);
  }
}

/** A step after the fact that breaks takes the answer away from nobody. */
async function tried<T>(work: () => Promise<T>): Promise<T | StateUnavailable> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'unavailable', message: wordsOf(error) };
  }
}

/** The last look at what the yes was given for: since then this call may have waited for its turn. */
async function whatChanged(frozen: Frozen, ports: PlacePorts & Pick<RunPorts, 'preview'>): Promise<string | undefined> {
  const { governance, inputHash } = frozen;
  if ((await governance.revisionNow()) !== governance.policy.revision) {
    return 'The policy has changed since the call was checked';
  }
  if (!(await isInPlace(frozen, ports))) {
    return 'A path leads elsewhere, or something else stands there, than when the call was checked';
  }
  const now = await observe(frozen, ports);
  if (now.kind === 'frozen' && now.inputHash === inputHash) return undefined;
  return 'What it would touch has changed since it was looked at: ask for it again';
}

type Attempted = Executed & { readonly attempts: number };

/**
 * What reached nobody may be tried again, where the manifest says so: it compiles for reads and for keys of a backend
 * only. The pauses are the same each time, so that a run is.
 */
async function attempt(allowed: Allowed, ports: RunPorts): Promise<Attempted> {
  const { attempts = 1, backoffMs = 0 } = allowed.frozen.capability.retry ?? {};
  for (let made = 1; ; made += 1) {
    const executed = await execute(allowed, ports);
    if (made >= attempts || !reachedNobody(executed)) return { ...executed, attempts: made };
    await ports.pause(backoffMs * 2 ** (made - 1));
  }
}

function entryOf(frozen: Frozen): NewEntry {
  const { capability } = frozen;
  const { arguments: values, masked } = maskArguments(frozen.arguments, capability.argumentsSchema);
  return {
    operation_id: frozen.operationId,
    repeat_key: frozen.repeatKey,
    ...(frozen.backendKey === undefined ? {} : { backend_key: frozen.backendKey }),
    tool_call_id: frozen.toolCallId,
    input_hash: frozen.inputHash,
    canonical_path: capability.id,
    idempotent: capability.idempotency === 'idempotent',
    verifies: capability.verifies,
    arguments: values,
    masked,
    base: frozen.base,
  };
}

/** A change that did not come to its own end may have happened in whole, in part or not at all. */
function statusOf(evidence: Evidence, ofOurs: boolean, changes: boolean): Finished['status'] {
  const open = evidence.stopped !== null || evidence.signal !== null || evidence.tool === 'unknown';
  if (changes && open) return 'outcome_unknown';
  if (evidence.stopped === 'timeout') return 'timed_out';
  if (evidence.stopped === 'interrupt') return 'interrupted';
  if (ofOurs && evidence.exitCode === NOT_HERE) return 'unavailable';
  return evidence.tool === 'succeeded' ? 'succeeded' : 'failed';
}

function nothingDone(reason: 'denied' | 'unavailable' | 'state_unavailable', message: string): Refusal {
  return refuse(reason, { message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}. Nothing was executed.` });
}
