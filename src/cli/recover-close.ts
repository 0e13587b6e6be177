/**
 * `cap recover ID --as END`: whoever has looked says how an operation turned out. What opens the way to the same change
 * once more needs a yes: a person's on a terminal, else the caller's by a token, as for a run.
 */
import type { RecoveryReport } from '../contract/recovery-report.v1.ts';
import { REASONS } from '../reason/reasons.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { canClose, closeOperation, type KnownBy } from '../run/close-operation.ts';
import { askToClose, type Closing, opensAgain, takeYesToClose } from '../run/confirm/closing.ts';
import type { Approver } from '../run/confirm/token.ts';
import type { JournalEntry, JournalState } from '../run/journal.ts';
import type { Host } from './host.ts';
import { clean } from './render/screen.ts';
import { takeWord } from './take-word.ts';

/** The exit code of an end that waits for a yes. */
export const WAITS = REASONS.confirmation_required.exit;

type Confirmation = NonNullable<RecoveryReport['confirmation']>;

/** Undefined: it is closed. `command`: what was typed, without a token. */
export async function closeByWord(
  closing: Closing,
  token: string | undefined,
  command: string,
  { approvals, recovery }: Pick<Host, 'approvals' | 'recovery'>,
  timestamp: (milliseconds: number) => Promise<string>,
): Promise<Refusal | Confirmation | undefined> {
  const { entry, end } = closing;
  if (!canClose(entry.state, end)) {
    return refuse('invalid_value', { message: `An operation that is ${entry.state} cannot be closed as ${end}.` });
  }
  const isFree = !opensAgain(closing);
  if (isFree && token !== undefined) {
    return refuse('usage', { message: `Nobody has to confirm that it is ${end}: leave --confirmation-token out.` });
  }
  if (isFree) return settled(entry, end, { kind: 'word', approver: 'caller' }, recovery);
  const asPerson = token === undefined ? await askPerson(closing, approvals) : NOBODY;
  if (asPerson === undefined) return settled(entry, end, { kind: 'word', approver: 'human' }, recovery);
  if (asPerson !== NOBODY) {
    await recovery.record(answered('declined', closing, 'human', { message: asPerson.message }));
    return asPerson;
  }
  const desk = await approvals.open();
  if (desk.kind === 'unavailable') return refuse('state_unavailable', { message: `${desk.message}.` });
  if (token === undefined) {
    const asked = askToClose(closing, desk);
    const expires = await timestamp(asked.expires);
    const recorded = await recovery.record(answered('asked', closing, 'caller', { expires_at: expires }));
    if (recorded.kind === 'unavailable') return unwritten(recorded.message);
    return {
      summary: summaryOf(closing),
      confirmation_token: asked.token,
      expires_at: expires,
      approver: 'caller',
      next: `Show this to whoever decides; then ${command} --confirmation-token ${asked.token}`,
    };
  }
  const refused = await takeYesToClose(closing, token, desk);
  return refused ?? settled(entry, end, { kind: 'word', approver: 'caller' }, recovery);
}

/** Undefined: it stands in the audit, and the journal has it. */
export async function settled(
  entry: JournalEntry,
  end: JournalState,
  by: KnownBy,
  recovery: Host['recovery'],
): Promise<Refusal | undefined> {
  const closed = await closeOperation(entry, end, by, { audit: recovery, journal: recovery });
  return closed.kind === 'done' ? undefined : unwritten(closed.message);
}

function unwritten(message: string): Refusal {
  return refuse('state_unavailable', { message: `The operation stays as it is: ${message}.` });
}

const NOBODY = refuse('denied');

function askPerson(closing: Closing, { askPerson: ask }: Host['approvals']): Promise<Refusal | undefined> {
  const { end } = closing;
  return takeWord(ask, {
    question: `${clean(summaryOf(closing))}\nType ${JSON.stringify(end)} to close it so, anything else to leave it: `,
    wanted: end,
    otherwise: 'Not closed, and it stays open',
    nobody: NOBODY,
  });
}

function summaryOf({ entry, end }: Closing): string {
  const { canonical_path: id, operation_id: operation, state, arguments: values } = entry;
  const call = `${id} with ${JSON.stringify(values)}`;
  return `Close operation ${operation}, which is ${state}, as ${end}: ${call} may be made once more then.`;
}

function answered(
  kind: 'asked' | 'declined',
  { entry, end }: Closing,
  approver: Approver,
  more: { readonly [name: string]: string },
): Parameters<Host['recovery']['record']>[0] {
  const { operation_id, canonical_path, input_hash, tool_call_id = '', state: from } = entry;
  const details = { approver, from, to: end, ...more };
  return { kind, operation_id, canonical_path, tool_call_id, input_hash, details };
}
