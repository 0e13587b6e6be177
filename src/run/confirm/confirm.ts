/**
 * Stage 6: the yes. A call that may run goes on; one that waits gets a token; a token is checked against exactly this
 * call and spent. Nothing else makes an allowed call, so nothing is executed that did not pass here.
 */
import { canonicalJson } from '../../canon/json.ts';
import { sameDigest } from '../../canon/mac.ts';
import { isRefusal, type Refusal, refuse } from '../../reason/refusal.ts';
import type { Decision } from '../decide.ts';
import { earlierWords } from '../earlier.ts';
import type { Frozen } from '../freeze.ts';
import type { JournalEntry } from '../journal.ts';
import type { ConfirmationDesk, RunPorts } from '../ports.ts';
import { differences, marksOf } from './differences.ts';
import { answeredOf, questionOf } from './question.ts';
import { type Approver, isApproval, newTicket, readToken, sealOf, type Ticket, writeToken } from './token.ts';

type Waiting = Extract<Decision, { kind: 'confirmation_required' }>;

/** Made here alone, like a Resolved in its file. */
declare class MadeByConfirm {
  private readonly madeByConfirm: true;
}

/** Proof that exactly this call was allowed or confirmed: the only thing that execution accepts. */
export type Allowed = MadeByConfirm & {
  readonly kind: 'allowed_call';
  readonly frozen: Frozen;
  readonly rule: string;
  readonly confirmedBy: Approver | 'nobody';
};

export type Unconfirmed = {
  readonly kind: 'confirmation_required';
  readonly frozen: Frozen;
  readonly decision: Waiting;
  readonly token: string;
  readonly expiresAt: string;
};

/** Decides on one call that is not denied. `token` is what the caller brought; `earlier` made this very call before. */
export async function confirm(
  decision: Exclude<Decision, { kind: 'denied' }>,
  token: string | undefined,
  ports: Pick<RunPorts, 'audit' | 'confirmations' | 'realDirectory' | 'timestamp'>,
  earlier?: JournalEntry,
): Promise<Allowed | Unconfirmed | Refusal> {
  const { frozen } = decision;
  if (token === undefined && decision.kind === 'allowed') return allowedBy(decision, 'nobody');
  const desk = await ports.confirmations.open();
  if (desk.kind === 'unavailable') return unavailable(desk.message);
  const waits = (waiting: Waiting, ticket: Ticket, text: string): Unconfirmed => {
    const expiresAt = ports.timestamp(ticket.expires);
    return { kind: 'confirmation_required', frozen, decision: waiting, token: text, expiresAt };
  };

  if (token === undefined) {
    const waiting = decision as Waiting;
    const { inputHash } = frozen;
    const nonce = desk.newNonce();
    const ticket = newTicket(
      {
        approver: waiting.approver,
        nonce,
        inputHash,
        marks: marksOf(frozen, nonce, desk),
        seal: sealFor(frozen, nonce, desk),
      },
      desk,
    );
    if (ticket.approver === 'human') {
      const from = await ports.realDirectory('.');
      const question = questionOf(frozen, from.kind === 'directory' ? from.path : undefined);
      const kept = await desk.keepQuestion(ticket.nonce, question);
      if (kept.kind === 'unavailable') return unavailable(kept.message);
    }
    return waits(waiting, ticket, writeToken(ticket, desk));
  }

  const ticket = await unspent(token, desk, earlier);
  if (isRefusal(ticket)) return ticket;
  if (ticket.inputHash !== frozen.inputHash) return forAnother(differences(frozen, ticket.marks, ticket.nonce, desk));
  const mark = ticket.approver === 'human' ? await desk.approval(ticket.nonce) : undefined;
  const confirmedBy = mark !== undefined && isApproval(mark, ticket, desk) ? 'human' : 'caller';
  if (decision.kind === 'confirmation_required' && decision.approver === 'human') {
    if (ticket.approver !== 'human') return denied('This confirmation is a caller’s, and a human’s is needed.');
    if (confirmedBy !== 'human') return waits(decision, ticket, token);
  }
  // After the human's yes, so that nobody learns anything of a secret while it is waited for; and only once for each yes.
  if (!sameDigest(ticket.seal ?? '', sealFor(frozen, ticket.nonce, desk) ?? '')) {
    const burnt = await desk.spend(ticket.nonce, ticket.expires);
    return burnt.kind === 'unavailable' ? unavailable(burnt.message) : denied(WORDS.secret);
  }
  if (confirmedBy === 'caller') {
    const recorded = await ports.audit.record(answeredOf(questionOf(frozen), confirmedBy, 'approved'));
    if (recorded.kind === 'unavailable') return unavailable(recorded.message);
  }
  return spend(desk, ticket, allowedBy(decision, confirmedBy));
}

/**
 * Asked before anything is started to look at what the call would touch: that starts the call's own programs, and a yes
 * is for no others. Undefined: as far as is known without that look, the token is for this call.
 */
export async function refuseOther(
  frozen: Frozen,
  token: string,
  ports: Pick<RunPorts, 'confirmations'>,
  earlier?: JournalEntry,
): Promise<Refusal | undefined> {
  const desk = await ports.confirmations.open();
  if (desk.kind === 'unavailable') return unavailable(desk.message);
  const ticket = await unspent(token, desk, earlier);
  if (isRefusal(ticket)) return ticket;
  const parts = differences(frozen, ticket.marks, ticket.nonce, desk);
  return parts.length === 0 ? undefined : forAnother(parts);
}

/** What a token says that holds and was not used yet. */
export async function unspent(
  token: string,
  desk: ConfirmationDesk,
  earlier?: JournalEntry,
): Promise<Ticket | Refusal> {
  const read = readToken(token, desk);
  if (read.kind === 'invalid') return denied(WORDS[read.why]);
  // First of all: what was used is used, and the change that it made is itself a difference.
  const spent = await desk.wasSpent(read.ticket.nonce);
  if (typeof spent !== 'boolean') return unavailable(spent.message);
  if (!spent) return read.ticket;
  // Whoever lost the answer learns here what became of the call.
  return denied(earlier === undefined ? WORDS.used : `${WORDS.used} ${earlierWords(earlier)}`);
}

function sealFor({ hidden }: Frozen, nonce: string, desk: ConfirmationDesk): string | undefined {
  return sealOf(hidden === undefined ? undefined : canonicalJson(hidden), nonce, desk);
}

function allowedBy({ frozen, rule }: Decision, confirmedBy: Allowed['confirmedBy']): Allowed {
  return { kind: 'allowed_call', frozen, rule, confirmedBy } as Allowed;
}

/** The last step: of any number of processes that come with the same token, one gets through. */
async function spend(desk: ConfirmationDesk, ticket: Ticket, allowed: Allowed): Promise<Allowed | Refusal> {
  // A caller's yes was written down as this operation's; a human's stands in the log as that of the question.
  const operation = allowed.confirmedBy === 'caller' ? [allowed.frozen.operationId] : [];
  const spent = await desk.spend(ticket.nonce, ticket.expires, ...operation);
  if (spent.kind === 'unavailable') return unavailable(spent.message);
  return spent.kind === 'spent' ? allowed : denied(WORDS.used);
}

const WORDS = {
  not_ours: 'This confirmation was not issued here, to this user, or it was altered.',
  expired: 'This confirmation has expired: ask for a new one.',
  used: 'This confirmation was used before; each is good for one execution.',
  secret:
    'This confirmation is for a call with another secret, and is used up: a secret cannot be tried out. Ask for a new one.',
} as const;

/** It says what differs; what it was is known to whoever was asked, and to nobody else. */
function forAnother(parts: readonly string[]): Refusal {
  const message = 'This confirmation is for another call; it still holds for that one.';
  if (parts.length === 0) return denied(message);
  return {
    ...denied(message),
    expected: 'the call that was confirmed',
    received: `another ${parts.join('; another ')}`,
  };
}

function denied(message: string): Refusal {
  return refuse('denied', { message: `${message} Nothing was executed.`, path: '/confirmation_token' });
}

function unavailable(message: string): Refusal {
  return refuse('state_unavailable', { message: `No confirmation can be kept: ${message}. Nothing was executed.` });
}
