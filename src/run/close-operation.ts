/**
 * How an operation of the journal gets to an end that was not known: first the audit is told who or what says so, then
 * the journal is moved. Where the audit cannot be written nothing is settled.
 */
import type { AuditFacts } from '../audit/event.ts';
import type { Json } from '../capability/capability.ts';
import type { Approver } from './confirm/token.ts';
import { type JournalEntry, type JournalState, mayMove } from './journal.ts';
import type { RunPorts, StateUnavailable } from './ports.ts';
import type { Verdict } from './verification.ts';

/** As much of an entry as is told of it. */
export type Operation = Pick<JournalEntry, 'operation_id' | 'canonical_path' | 'input_hash' | 'state' | 'tool_call_id'>;

/** What an end is known by. */
export type KnownBy =
  /** Another capability has looked. */
  | { readonly kind: 'look'; readonly verdict: Verdict }
  /** Somebody says so: a human on a terminal, or whoever called. */
  | { readonly kind: 'word'; readonly approver: Approver }
  /** Another operation: it undid this one, or was the very same to the backend. */
  | { readonly kind: 'compensation' | 'retry'; readonly operationId: string };

type Ports = { readonly audit: RunPorts['audit']; readonly journal: Pick<RunPorts['journal'], 'move'> };

/** Whether the journal knows a way from here to there. */
export function canClose(from: JournalState, end: JournalState): boolean {
  return mayMove(from === 'sent' ? 'unknown' : from, end);
}

/** `end` undefined: nothing is known now that was not before, and that somebody has looked is written down alone. */
export async function closeOperation(
  operation: Operation,
  end: JournalState | undefined,
  by: KnownBy,
  { audit, journal }: Ports,
): Promise<{ readonly kind: 'done' } | StateUnavailable> {
  const recorded = await audit.record(closedOf(operation, end, by));
  if (recorded.kind === 'unavailable') return recorded;
  for (const step of end === undefined ? [] : stepsTo(operation.state, end, by)) {
    const moved = await journal.move(operation.operation_id, step);
    if (moved.kind !== 'unavailable') continue;
    const message = `the journal could not be moved: ${moved.message}`;
    await audit.record(closedOf(operation, undefined, by, message));
    return moved;
  }
  return { kind: 'done' };
}

/** Where a look puts an operation: what took effect is committed, and what was open and did not is rejected. */
export function endAfter({ kind }: Verdict, from: JournalState): JournalState | undefined {
  if (kind === 'took_effect') return 'committed';
  return kind === 'no_effect' && (from === 'sent' || from === 'unknown') ? 'rejected' : undefined;
}

/** What was sent by a process that is gone is unknown first. */
function stepsTo(from: JournalState, end: JournalState, by: KnownBy): readonly JournalState[] {
  return [
    ...(from === 'sent' ? (['unknown'] as const) : []),
    ...(by.kind === 'look' && end === 'committed' ? (['verified'] as const) : []),
    end,
  ];
}

function closedOf(operation: Operation, end: JournalState | undefined, by: KnownBy, message?: string): AuditFacts {
  const { operation_id, canonical_path, input_hash, tool_call_id = '', state: from } = operation;
  const details = {
    ...sourceOf(by),
    from,
    ...(end === undefined ? {} : { to: end }),
    ...(message === undefined ? {} : { message }),
  };
  const kind = by.kind === 'look' ? 'verified' : 'settled';
  return { kind, operation_id, canonical_path, tool_call_id, input_hash, details };
}

function sourceOf(by: KnownBy): { readonly [name: string]: Json } {
  switch (by.kind) {
    case 'look':
      return { verdict: by.verdict.kind, by: by.verdict.by };
    case 'word':
      return { approver: by.approver };
    default:
      return { [by.kind === 'retry' ? 'retried_by' : 'compensated_by']: by.operationId };
  }
}
