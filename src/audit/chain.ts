/**
 * The chain of audit events: each holds the hash of the one before, and a signed head says where the chain ends. So an
 * edit, a deletion, a reordering and a cut are found. Pure: lines in, findings out.
 */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import { hmacSha256Hex, sameDigest } from '../canon/mac.ts';
import type { AuditEvent, AuditFacts } from './event.ts';

/** One end of the chain. */
export type Link = { readonly seq: number; readonly hash: string };

export type Head = {
  /** The last event that is certainly in the log. */
  readonly last: Link;
  /** An event that was about to be written: after a crash it is there or it is not. */
  readonly next: Link | null;
  /** Where the kept part begins: older events were removed by their age. */
  readonly base: Link;
  /** Number of the log file that is written to. */
  readonly file: number;
};

export const ORIGIN: Link = { seq: 0, hash: '0'.repeat(64) };
export const EMPTY_HEAD: Head = { last: ORIGIN, next: null, base: ORIGIN, file: 1 };

/** The next event of the chain. */
export function nextEvent(facts: AuditFacts, last: Link, time: string, user: string): AuditEvent {
  const event = { version: 'audit-event.v1' as const, seq: last.seq + 1, time, user, ...facts, prev: last.hash };
  return { ...event, hash: sha256Hex(canonicalJson(event)) };
}

/** The text of a head that only the holder of the key can make. */
export function writeHead(head: Head, key: Uint8Array): string {
  const text = canonicalJson(head);
  return `${hmacSha256Hex(key, text)} ${text}\n`;
}

/** Undefined when the text was not made with this key. */
export function readHead(text: string, key: Uint8Array): Head | undefined {
  const [mac = '', ...rest] = text.trimEnd().split(' ');
  const body = rest.join(' ');
  return sameDigest(mac, hmacSha256Hex(key, body)) ? (JSON.parse(body) as Head) : undefined;
}

/** An event as it stands in the log, without the end of its line. There is one way to write it. */
export function writeEvent(event: AuditEvent): string {
  return canonicalJson(event);
}

/**
 * The event of a line when it is whole and its hash is right. The hash is over the meaning: what means the same and is
 * written otherwise, with a key twice, blanks or another order, was not written by us.
 */
export function readEvent(line: string): AuditEvent | undefined {
  try {
    const { hash, ...rest } = JSON.parse(line) as AuditEvent;
    const event = { ...rest, hash };
    if (typeof hash !== 'string' || writeEvent(event) !== line) return undefined;
    return sameDigest(hash, sha256Hex(canonicalJson(rest))) ? event : undefined;
  } catch {
    return undefined;
  }
}

export type LogFile = { readonly name: string; readonly lines: readonly string[] };
export type ChainFinding = { readonly file: string; readonly line: number; readonly message: string };
export type ChainReport = { readonly events: number; readonly findings: readonly ChainFinding[] };

/** Findings beyond these say nothing new. */
const MOST_FINDINGS = 20;

/**
 * What stands outside of the log about its end: the last event that was written; `none`: there is nothing, and no key
 * either; `lost`: only the key, which is never without an anchor; `foreign`: it was not made with our key.
 */
export type Anchor = Link | 'none' | 'lost' | 'foreign';

/** Something outside of the log that was written of an operation, `by` what, after the log had an event of it. */
export type Witness = { readonly by: string; readonly operation: string };

/** What else knows of the log. */
export type Around = {
  readonly anchor: Anchor;
  readonly witnesses?: readonly Witness[];
  /** An end that somebody noted down elsewhere. */
  readonly noted?: Link;
};

/**
 * Checks everything that is kept. `head` undefined: there is none, or it was not made with our key. Without `around` the
 * log alone is looked at.
 */
export function verifyChain(files: readonly LogFile[], head: Head | undefined, around?: Around): ChainReport {
  const findings: ChainFinding[] = [];
  const report = (file: string, line: number, message: string) => {
    if (findings.length < MOST_FINDINGS) findings.push({ file, line, message });
  };
  const base = head?.base ?? ORIGIN;
  let last = startOf(files, base);
  let events = 0;
  const operations = new Set<string>();
  let noted: string | undefined;
  let place = { file: files.at(-1)?.name ?? 'the log', line: 0 };
  for (const { name, lines } of files) {
    for (const [index, line] of lines.entries()) {
      place = { file: name, line: index + 1 };
      const event = readEvent(line);
      if (event === undefined) {
        report(name, index + 1, 'this line was changed or damaged');
        continue;
      }
      events += 1;
      operations.add(event.operation_id);
      if (event.seq === around?.noted?.seq) noted = event.hash;
      if (event.kind === 'restarted')
        report(name, index + 1, 'the log was begun anew here: what was before cannot be vouched for');
      else if (event.seq !== last.seq + 1) report(name, index + 1, order(event.seq, last.seq));
      else if (event.prev !== last.hash) report(name, index + 1, 'the event before this one was changed');
      last = { seq: event.seq, hash: event.hash };
      if (last.seq === base.seq && last.hash !== base.hash)
        report(name, index + 1, 'this is not the event that was here');
    }
  }
  if (head === undefined) {
    if (events > 0 || findings.length > 0) report('head', 1, 'the head is missing or was not made with this key');
  } else if (!same(last, head.last) && !(head.next !== null && same(last, head.next))) {
    const wanted = head.last.seq;
    const message =
      last.seq < wanted
        ? `the log was cut: it ends with event ${last.seq}, and event ${wanted} was written`
        : `the log goes on to event ${last.seq}, and ${wanted} was the last that was written`;
    report(place.file, place.line, last.seq === wanted ? 'the last event is not the one that was written' : message);
  }
  if (around !== undefined) {
    const anchored = anchorFault(around.anchor, head, events);
    if (anchored !== undefined) report('audit-anchor', 1, anchored);
    const silenced = (around.witnesses ?? []).filter(({ operation }) => !operations.has(operation));
    for (const { by, operation } of new Map(silenced.map((witness) => [witness.operation, witness])).values()) {
      report('the log', 0, `${by} knows operation ${operation}, and the log does not`);
    }
    // Of an event that was pruned nothing can be told.
    if (around.noted !== undefined && around.noted.seq > (head?.base.seq ?? 0) && noted !== around.noted.hash) {
      report('the log', 0, `event ${around.noted.seq} is not the one that was noted down`);
    }
  }
  return { events, findings };
}

/** Behind which event the files begin: the base, or before it where a prune was killed; what it left leads to the base. */
function startOf(files: readonly LogFile[], base: Link): Link {
  const first = readEvent(files.find(({ lines }) => lines.length > 0)?.lines[0] ?? '');
  return first === undefined || first.seq > base.seq ? base : { seq: first.seq - 1, hash: first.prev };
}

/** The head speaks for the log; the anchor speaks where the head went with it, or was put back together with it. */
function anchorFault(anchor: Anchor, head: Head | undefined, events: number): string | undefined {
  if (anchor === 'foreign') return 'the anchor beside the log is damaged or was not made with this key';
  if (anchor === 'lost') return 'the anchor beside the log is missing, and there was one: its key is there';
  if (anchor === 'none') return events > 0 ? 'the anchor beside the log is missing' : undefined;
  if (head === undefined) {
    return events > 0 || anchor.seq === 0 ? undefined : `the log was removed: event ${anchor.seq} was written`;
  }
  return isAhead(anchor, head)
    ? `the log was put back to event ${head.last.seq}: event ${anchor.seq} was written`
    : undefined;
}

/** An anchor is written after its head, so it is ahead only of a head that was put back. */
export function isAhead(anchor: Link, head: Head): boolean {
  return anchor.seq > head.last.seq && !(head.next !== null && same(anchor, head.next));
}

export function same(one: Link, two: Link): boolean {
  return one.seq === two.seq && one.hash === two.hash;
}

function order(seq: number, before: number): string {
  if (seq > before + 1) return `events ${before + 1} to ${seq - 1} are missing`;
  return `event ${seq} stands behind event ${before}: the order was changed or an event was repeated`;
}
