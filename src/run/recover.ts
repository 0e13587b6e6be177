/**
 * What can be done about an operation that came to no known end: look whether it took effect, or undo it by the action
 * that somebody has reviewed for that. It reads the journal's entry and knows no files.
 */
import { type Refusal, refuse } from '../reason/refusal.ts';
import { closeOperation, endAfter } from './close-operation.ts';
import type { JournalEntry } from './journal.ts';
import type { RunPorts } from './ports.ts';
import type { RunRequest } from './request.ts';
import type { Catalog, Governance } from './resolve.ts';
import { readOnly } from './stages.ts';
import { argumentsFrom, canVerify, isLookHidden, type Verdict, verify } from './verification.ts';

/** Looks, and closes the operation when the look tells. */
export async function lookAfter(
  entry: JournalEntry,
  catalog: Catalog,
  ports: RunPorts,
  governance: Governance,
): Promise<Verdict | Refusal> {
  const { operation_id: operationId, base } = entry;
  const capability = contractOf(entry, catalog);
  if (capability === undefined || isLookHidden(capability, governance) || !canVerify(capability, entry.arguments)) {
    const message = `The catalog names nobody who could look after this call of ${entry.canonical_path}.`;
    return refuse('unavailable', { message });
  }
  if (base === undefined || hasGaps(entry)) return incomplete(entry);
  const change = { operationId, capability, arguments: entry.arguments, base };
  const verdict = await verify(change, catalog, (read) => readOnly(read, catalog, ports, governance), ports.bounded);
  if (verdict === undefined) return incomplete(entry);
  const closed = await closeOperation(entry, endAfter(verdict, entry.state), { kind: 'look', verdict }, ports);
  if (closed.kind === 'done') return verdict;
  return refuse('state_unavailable', {
    message: `${verdict.message} That could not be written down: ${closed.message}.`,
  });
}

/** The call that undoes it; it is confirmed and run like any other. */
export function compensationOf(entry: JournalEntry, catalog: Catalog): RunRequest | Refusal {
  const compensation = contractOf(entry, catalog)?.compensation;
  const doc = compensation === undefined ? -1 : catalog.find(compensation.action);
  if (compensation === undefined || doc < 0) {
    return refuse('unavailable', { message: `Nobody has reviewed what undoes ${entry.canonical_path}.` });
  }
  if (entry.base === undefined || hasGaps(entry)) return incomplete(entry);
  return {
    canonical_path: compensation.action,
    action_version: catalog.contract(doc).version,
    expected_source_hash: catalog.sourceHash,
    expected_surface_hash: catalog.surfaceHash,
    tool_call_id: `undo ${entry.operation_id}`,
    arguments: argumentsFrom(compensation.arguments, entry.arguments),
    cwd: entry.base,
  };
}

/** What the catalog of today offers for an operation of before. */
export function waysOut(entry: JournalEntry, catalog: Catalog): { verify: boolean; compensate: string | undefined } {
  const capability = contractOf(entry, catalog);
  return {
    verify: capability !== undefined && canVerify(capability, entry.arguments),
    compensate: capability?.compensation?.action,
  };
}

function contractOf(entry: JournalEntry, catalog: Catalog) {
  const doc = catalog.find(entry.canonical_path);
  return doc < 0 ? undefined : catalog.contract(doc);
}

/** The journal keeps no secrets and no long texts: with one of them missing, another thing would be looked at or undone. */
function hasGaps({ masked }: JournalEntry): boolean {
  return masked === undefined || masked.length > 0;
}

function incomplete({ operation_id: id }: JournalEntry): Refusal {
  const message = 'The journal does not hold all of its arguments, as some are secret or long: look by hand.';
  return refuse('unavailable', { message, received: id });
}
