/**
 * The journal of calls that change something: how far each one came, so that after a crash it is known what may be done
 * again and what may not. The states and their order; pure, it knows no files.
 */
import type { JsonObject } from '../capability/capability.ts';

/** prepared: nothing was started. sent: it was, or was about to be. unknown: it was, and nobody knows what it did. */
export type JournalState =
  | 'prepared'
  | 'sent'
  | 'acknowledged'
  | 'rejected'
  | 'unknown'
  | 'verified'
  | 'committed'
  | 'compensated'
  | 'handed_off';

/** A file may hold a word that is no state: then there is no next one, and it is not closed. */
const NEXT: { readonly [state in string]?: readonly JournalState[] } = {
  prepared: ['sent', 'rejected'],
  sent: ['acknowledged', 'rejected', 'unknown'],
  unknown: ['verified', 'committed', 'rejected', 'compensated', 'handed_off'],
  acknowledged: ['verified', 'committed'],
  verified: ['committed', 'compensated', 'handed_off'],
  committed: [],
  rejected: [],
  compensated: [],
  handed_off: [],
};

export type JournalEntry = {
  readonly operation_id: string;
  /** Equal for calls that would do the same. Like the next one it is kept sealed: nobody can try out arguments with it. */
  readonly repeat_key: string;
  /** Equal for calls that the backend takes for one and the same; absent where it takes none so. */
  readonly backend_key?: string;
  /** The caller's own name for the call; absent in entries of before. */
  readonly tool_call_id?: string;
  readonly input_hash: string;
  readonly canonical_path: string;
  readonly state: JournalState;
  readonly history: readonly { readonly state: JournalState; readonly time: string }[];
  /** The manifest says that doing it twice does no more than doing it once. */
  readonly idempotent: boolean;
  /** Capabilities that tell whether it took effect. */
  readonly verifies: readonly string[];
  /** With secrets masked. */
  readonly arguments: JsonObject;
  /** JSON pointers of what was masked or shortened; absent in entries of before. */
  readonly masked?: readonly string[];
  /** Where what it gave is kept; absent where it gave nothing, and in entries of before. */
  readonly result_ref?: string;
  /** The directory that relative paths of the arguments stand in; absent in entries of before. */
  readonly base?: string;
};

/** An entry as found, and whether the process that wrote it still lives. */
export type FoundEntry = { readonly entry: JournalEntry; readonly running: boolean };

/** One of the same change; `isRetry`: to the backend it is the very same call. */
export type SameChange = FoundEntry & { readonly isRetry: boolean };

/** What is safe to do about an entry. */
export type Standing =
  /** Nothing to do: it came to an end. */
  | 'closed'
  /** Its process is at work. */
  | 'running'
  /** Nothing was started; it may be done again. */
  | 'never_sent'
  /** It may have happened, and doing it again does no harm. */
  | 'repeatable'
  /** It may have happened: verify before anything else. */
  | 'verify_first';

export function standingOf({ entry, running }: FoundEntry): Standing {
  if (isClosed(entry.state)) return 'closed';
  if (running && (entry.state === 'prepared' || entry.state === 'sent')) return 'running';
  if (entry.state === 'prepared') return 'never_sent';
  return entry.idempotent ? 'repeatable' : 'verify_first';
}

/** What an operation is before it is put down. */
export type NewEntry = Omit<JournalEntry, 'state' | 'history'>;

/**
 * What stands in the way of one more: the same change that is being made at this moment, or that somebody began who is gone
 * and of which nobody knows how it ended. To a backend, calls under one key of its own are one.
 */
export function inTheWay(entry: NewEntry, open: readonly FoundEntry[]): FoundEntry | undefined {
  return open.find((found) => {
    if (found.entry.repeat_key !== entry.repeat_key || found.entry.operation_id === entry.operation_id) return false;
    const standing = standingOf(found);
    const isRetry = entry.backend_key !== undefined && found.entry.backend_key === entry.backend_key;
    return standing === 'running' || (standing === 'verify_first' && !isRetry);
  });
}

/** What has an end: an acknowledged call had its effect, and whether anybody verified it changes nothing about that. */
export function isClosed(state: JournalState): boolean {
  return NEXT[state]?.length === 0 || state === 'acknowledged' || state === 'verified';
}

export function mayMove(from: JournalState, to: JournalState): boolean {
  return NEXT[from]?.includes(to) ?? false;
}
