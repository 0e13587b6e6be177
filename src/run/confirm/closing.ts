/**
 * The yes to an end that opens the way to the same change once more: a token of the same desk as the yes to a call, bound
 * to the operation, to where it stands and to the end.
 */
import { sha256Hex } from '../../canon/hash.ts';
import { canonicalJson } from '../../canon/json.ts';
import { isRefusal, type Refusal, refuse } from '../../reason/refusal.ts';
import type { JournalEntry, JournalState } from '../journal.ts';
import type { ConfirmationDesk } from '../ports.ts';
import { unspent } from './confirm.ts';
import { newTicket, writeToken } from './token.ts';

/** An operation, and the end that somebody wants to give it. */
export type Closing = { readonly entry: JournalEntry; readonly end: JournalState };

/**
 * Whether somebody has to say yes to it. What was never started may be done anyway, and what is committed is not done again:
 * every other end lets the same change be made a second time.
 */
export function opensAgain({ entry, end }: Closing): boolean {
  return entry.state !== 'prepared' && end !== 'committed';
}

/** A token for exactly this end, and when it expires, in milliseconds since 1970. */
export function askToClose(
  closing: Closing,
  desk: ConfirmationDesk,
): { readonly token: string; readonly expires: number } {
  const call = { approver: 'caller', nonce: desk.newNonce(), inputHash: hashOf(closing), marks: NO_MARKS } as const;
  const ticket = newTicket(call, desk);
  return { token: writeToken(ticket, desk), expires: ticket.expires };
}

/** Undefined: it is for this, and is spent now. */
export async function takeYesToClose(
  closing: Closing,
  token: string,
  desk: ConfirmationDesk,
): Promise<Refusal | undefined> {
  const ticket = await unspent(token, desk);
  if (isRefusal(ticket)) return ticket;
  if (ticket.inputHash !== hashOf(closing)) return denied('is for something else; it still holds for that');
  const spent = await desk.spend(ticket.nonce, ticket.expires);
  if (spent.kind === 'unavailable') return refuse('state_unavailable', { message: `${spent.message}.` });
  return spent.kind === 'spent' ? undefined : denied('was used before');
}

/** Another end, or a state that it has come to since, is another question. */
function hashOf({ entry, end }: Closing): string {
  return sha256Hex(canonicalJson({ operation: entry.operation_id, from: entry.state, end }));
}

/** There are no parts of it that could differ one by one. */
const NO_MARKS = '0'.repeat(64);

function denied(why: string): Refusal {
  return refuse('denied', {
    message: `This confirmation ${why}. Nothing was changed.`,
    path: '/confirmation_token',
  });
}
