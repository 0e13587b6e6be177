/**
 * Stage 5: did this caller make this very call before, under the same name for it, and was it done? Then the question is
 * what became of it: an answer that was lost on the way is given again, and nothing is done a second time. A name of its
 * own says that it is meant once more.
 */
import type { Frozen } from './freeze.ts';
import type { JournalEntry } from './journal.ts';
import type { RunPorts } from './ports.ts';
import { TYPED_CALL } from './request.ts';

export type MadeBefore = { readonly kind: 'made_before'; readonly frozen: Frozen; readonly entry: JournalEntry };

/** The latest operation that made it, however that ended; undefined for what only reads, which may be read again. */
export async function earlierOf(
  frozen: Frozen,
  { journal }: Pick<RunPorts, 'journal'>,
): Promise<JournalEntry | undefined> {
  const { capability, repeatKey, backendKey, toolCallId } = frozen;
  if (capability.sideEffect === 'R') return undefined;
  const keys = { repeat_key: repeatKey, ...(backendKey === undefined ? {} : { backend_key: backendKey }) };
  return journal.ofCall({ ...keys, tool_call_id: toolCallId });
}

/** Undefined: it is to be asked for or made like any other. `token`: whoever brings a yes is told whether it still holds. */
export function madeBefore(
  frozen: Frozen,
  entry: JournalEntry | undefined,
  token: string | undefined,
): MadeBefore | undefined {
  if (entry === undefined || token !== undefined || !DONE.includes(entry.state)) return undefined;
  // Who types a command once more means it: nobody has named that call.
  return frozen.toolCallId === TYPED_CALL ? undefined : { kind: 'made_before', frozen, entry };
}

/** It had its effect, whether or not somebody has looked. */
const DONE: readonly string[] = ['acknowledged', 'verified', 'committed'];

/** What became of it, in words. */
export function earlierWords({ operation_id: id, state, history, result_ref: ref }: JournalEntry): string {
  const since = history.at(-1)?.time ?? '';
  const shown = ref === undefined ? '' : `, and cap result ${ref} what it gave`;
  return `Operation ${id} made this very call and is ${state} since ${since}: cap recover ${id} shows it${shown}.`;
}
