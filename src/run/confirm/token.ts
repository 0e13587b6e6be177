/**
 * The token of a confirmation: what it binds, how it is written and how it is checked. A pure function of key, time and
 * user; whether a token was used before is not known here.
 */
import { hmacSha256Hex, sameDigest } from '../../canon/mac.ts';

export type Approver = 'caller' | 'human';

/** What both sides of the desk know. `now` in milliseconds since 1970; `user` is the one whose key this is. */
export type Desk = { readonly key: Uint8Array; readonly now: number; readonly user: string };

export type Ticket = {
  readonly approver: Approver;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** 32 hex digits that nobody can guess; the token is spent under this name. */
  readonly nonce: string;
  /** The frozen call that it confirms, and no other. */
  readonly inputHash: string;
  /** 64 hex digits: what ./differences.ts tells another call by. */
  readonly marks: string;
  /** 64 hex digits that bind the secrets of the call; absent where it has none. */
  readonly seal?: string | undefined;
};

export type TokenRead =
  | { readonly kind: 'valid'; readonly ticket: Ticket }
  | { readonly kind: 'invalid'; readonly why: 'not_ours' | 'expired' };

/** Long enough for a person to read what is asked; short enough that the world has not changed much since. */
const CALLER_MS = 10 * 60_000;
/** A human outside the agent's reach has to be found first. */
const HUMAN_MS = 60 * 60_000;

/** Lower-case hexadecimal throughout, so that one ticket has one spelling and no other text passes for it. */
const FORM =
  /^cap1\.([ch])\.([0-9a-f]{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})\.([0-9a-f]{64})(?:\.([0-9a-f]{64}))?\.([0-9a-f]{64})$/;

/** A ticket for this call, from now on. */
export function newTicket(call: Omit<Ticket, 'expires'>, desk: Desk): Ticket {
  return { ...call, expires: desk.now + (call.approver === 'human' ? HUMAN_MS : CALLER_MS) };
}

/** The token of a ticket: 247 characters at most, 65 more where it binds secrets. */
export function writeToken(ticket: Ticket, desk: Desk): string {
  return `${textOf(ticket)}.${macOf(ticket, desk)}`;
}

/** The ticket of a token that this desk issued to this user and that has not expired; which call it fits is another question. */
export function readToken(token: string, desk: Desk): TokenRead {
  const [, letter, expires = '', nonce = '', inputHash = '', marks = '', seal, mac = ''] = FORM.exec(token) ?? [];
  if (letter === undefined) return { kind: 'invalid', why: 'not_ours' };
  const approver = letter === 'h' ? 'human' : 'caller';
  const ticket: Ticket = { approver, expires: Number.parseInt(expires, 16), nonce, inputHash, marks, seal };
  if (!sameDigest(mac, macOf(ticket, desk))) return { kind: 'invalid', why: 'not_ours' };
  return ticket.expires <= desk.now ? { kind: 'invalid', why: 'expired' } : { kind: 'valid', ticket };
}

/** The mark that a human's yes leaves: it can be made for this ticket alone. */
export function approvalMark(ticket: Ticket, desk: Desk): string {
  return hmacSha256Hex(desk.key, `cap approval\n${desk.user}\n${textOf(ticket)}`);
}

/** What binds the secret parts of a call to the token of this nonce: nobody without the key can try out what they are. */
export function sealOf(hidden: string | undefined, nonce: string, { key }: Pick<Desk, 'key'>): string | undefined {
  return hidden === undefined ? undefined : hmacSha256Hex(key, `cap secrets\n${nonce}\n${hidden}`);
}

/** Whether a mark found in the store is the one that approves this ticket. */
export function isApproval(mark: string, ticket: Ticket, desk: Desk): boolean {
  return sameDigest(mark, approvalMark(ticket, desk));
}

function textOf({ approver, expires, nonce, inputHash, marks, seal }: Ticket): string {
  const call = `${inputHash}.${marks}${seal === undefined ? '' : `.${seal}`}`;
  return `cap1.${approver === 'human' ? 'h' : 'c'}.${expires.toString(16)}.${nonce}.${call}`;
}

function macOf(ticket: Ticket, desk: Desk): string {
  return hmacSha256Hex(desk.key, `cap confirmation\n${desk.user}\n${textOf(ticket)}`);
}
