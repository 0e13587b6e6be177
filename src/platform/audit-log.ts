/**
 * The audit log of a state directory: <state>/audit/{head,lock,audit-NNNNNN.jsonl}, and beside it <state>/audit-key and
 * <state>/audit-anchor, which tell of a log that is gone as a whole. Appends under a lock and reads for verification;
 * what an event says and how the chain holds is src/audit.
 */
import { closeSync, constants, existsSync, fdatasyncSync, fstatSync, openSync, statSync, writeFileSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Anchor,
  EMPTY_HEAD,
  type Head,
  isAhead,
  type Link,
  type LogFile,
  nextEvent,
  readEvent,
  readHead,
  same,
  writeEvent,
  writeHead,
} from '../audit/chain.ts';
import type { AuditEvent, AuditFacts } from '../audit/event.ts';
import type { StateUnavailable } from '../run/ports.ts';
import { withLock } from './lock.ts';
import { createOnce, readPrivate, replaceAtOnce } from './private-file.ts';
import { readOwn } from './regular-file.ts';
import { openState } from './state-directory.ts';
import { namesInState, readableState } from './state-reading.ts';

type Variables = { readonly [name: string]: string | undefined };

export type AuditHost = {
  readonly environment: Variables;
  readonly platform: NodeJS.Platform;
  readonly clock?: () => number;
  /** Bytes after which a log file is closed and the next one begun. */
  readonly rotateBytes?: number;
};

export type AuditLog = { readonly files: readonly LogFile[]; readonly head: Head | undefined; readonly anchor: Anchor };

const DIRECTORY = 'audit';
/** Outside of the directory, so that they do not go with it. */
const KEY = 'audit-key';
const ANCHOR = 'audit-anchor';
/** About ten thousand events: small enough to be read whole. */
const ROTATE_BYTES = 8 * 1024 * 1024;
const KEY_BYTES = 32;
const LOG = /^audit-(\d{6})\.jsonl$/;

/** Appends one event; on the disk when this returns. */
export async function appendAudit(facts: AuditFacts, host: AuditHost): Promise<AuditEvent | StateUnavailable> {
  const state = await openState(host.environment, host.platform, DIRECTORY);
  if (state.kind === 'unavailable') return state;
  try {
    return await withLock(join(state.path, 'lock'), () => append(state.path, facts, host));
  } catch (error) {
    return unwritable(state.path, error);
  }
}

/** The same as the ports of a run and the desk of a yes want it. */
export async function recordAudit(
  facts: AuditFacts,
  host: AuditHost,
): Promise<{ readonly kind: 'recorded' } | StateUnavailable> {
  const written = await appendAudit(facts, host);
  return written.kind === 'unavailable' ? written : { kind: 'recorded' };
}

/** Everything that is kept, oldest first. Nothing is made or changed. Throws StateUnreadable. */
export async function readAudit(host: AuditHost): Promise<AuditLog> {
  const home = await readableState(host, DIRECTORY);
  const names = await logNames(home);
  const files = names.map((name) => ({ name, lines: linesOf(textOf(join(home, name)) ?? UNREADABLE) }));
  const key = await readPrivate(keyPath(home)).catch(() => undefined);
  const text = textOf(join(home, 'head'));
  const head = key === undefined || text === undefined ? undefined : readHead(text, key);
  return { files, head, anchor: anchorOf(home, key) };
}

/** One line that is no event: a log that cannot be read as a file is a finding, and is not waited for. */
const UNREADABLE = 'unreadable\n';

/** How many events were removed, and the names of the files that went as a whole. */
export type Pruned = { readonly events: number; readonly files: readonly string[] };

/** Removes the events that are older than `days`, also out of the file that is written to; the chain then begins behind them. */
export async function pruneAudit(days: number, host: AuditHost): Promise<Pruned | StateUnavailable> {
  const state = await openState(host.environment, host.platform, DIRECTORY);
  if (state.kind === 'unavailable') return state;
  const limit = (host.clock ?? Date.now)() - days * 24 * 60 * 60_000;
  try {
    return await withLock(join(state.path, 'lock'), () => prune(state.path, limit));
  } catch (error) {
    return unwritable(state.path, error);
  }
}

async function prune(home: string, limit: number): Promise<Pruned> {
  const key = await keyOf(home);
  let head = await settledHead(home, key);
  let events = 0;
  const files: string[] = [];
  if (head === undefined) return { events, files };
  for (const name of await logNames(home)) {
    const path = join(home, name);
    const lines = linesOf(textOf(path) ?? '');
    const { count, last } = oldEvents(lines, limit);
    if (last === undefined) break;
    // The head first: what a kill then leaves in front of the base leads to it, and goes with the next prune.
    if (last.seq > head.base.seq) head = { ...head, base: { seq: last.seq, hash: last.hash } };
    replaceHead(home, head, key);
    events += count;
    if (count < lines.length) {
      keepFrom(path, Buffer.byteLength(`${lines.slice(0, count).join('\n')}\n`));
      break;
    }
    await unlink(path);
    files.push(name);
  }
  return { events, files };
}

/** The events at the start that are older; none behind a line that is damaged. */
function oldEvents(lines: readonly string[], limit: number): { readonly count: number; readonly last?: AuditEvent } {
  let last: AuditEvent | undefined;
  for (const [count, line] of lines.entries()) {
    const event = readEvent(line);
    if (event === undefined || Date.parse(event.time) >= limit) return last === undefined ? { count } : { count, last };
    last = event;
  }
  return last === undefined ? { count: 0 } : { count: lines.length, last };
}

/** Takes the first bytes off a file; whoever looks finds it as it was or as it is then. */
function keepFrom(path: string, start: number): void {
  replaceAtOnce(path, readOwn(path)?.subarray(start) ?? '', true);
}

function unwritable(home: string, error: unknown): StateUnavailable {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return { kind: 'unavailable', message: `the audit log in ${home} cannot be written (${code})` };
}

async function append(home: string, facts: AuditFacts, host: AuditHost): Promise<AuditEvent> {
  const key = await keyOf(home);
  const now = new Date((host.clock ?? Date.now)()).toISOString();
  const user = String(process.getuid?.() ?? host.environment.USERNAME ?? '');
  let head = await settledHead(home, key);
  if (head === undefined) {
    // What is there cannot be vouched for: it is left as it is, and a new file says so in its first line.
    const file = Math.max(0, ...(await logNames(home)).map(numberOf)) + 1;
    const anchor = anchorOf(home, key);
    const lost = typeof anchor === 'object' ? `; event ${anchor.seq} was written before` : '';
    const why = { reason: `the head was missing, older than its anchor, damaged or made with another key${lost}` };
    const restarted: AuditFacts = { ...facts, kind: 'restarted', details: why };
    const first = nextEvent(restarted, EMPTY_HEAD.last, now, user);
    head = write(home, { ...EMPTY_HEAD, file }, first, key);
  }
  const size = statSync(logPath(home, head.file), { throwIfNoEntry: false })?.size ?? 0;
  if (size >= (host.rotateBytes ?? ROTATE_BYTES)) head = { ...head, file: head.file + 1 };
  const event = nextEvent(facts, head.last, now, user);
  write(home, head, event, key);
  return event;
}

/**
 * Announce, write, settle: a crash between any two of them leaves a chain that verifies. Synchronous: a run waits for it
 * anyway, and handing each step to another thread would take longer than the steps.
 */
function write(home: string, head: Head, event: AuditEvent, key: Uint8Array): Head {
  const link: Link = { seq: event.seq, hash: event.hash };
  replaceHead(home, { ...head, next: link }, key);
  // Without waiting: a pipe in the log's place is refused, not written to.
  const flags =
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = openSync(logPath(home, head.file), flags, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EFTYPE' });
    writeFileSync(file, `${writeEvent(event)}\n`);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  const settled = { ...head, last: link, next: null };
  replaceHead(home, settled, key);
  replaceSigned(join(dirname(home), ANCHOR), settled, key);
  return settled;
}

/** The head after whatever a crash has left; undefined when log and head do not belong together. */
async function settledHead(home: string, key: Uint8Array): Promise<Head | undefined> {
  const head = headOf(home, key);
  const anchor = anchorOf(home, key);
  if (head === undefined) {
    const unbegun = typeof anchor === 'object' && same(anchor, EMPTY_HEAD.last);
    return unbegun && (await logNames(home)).length === 0 ? EMPTY_HEAD : undefined;
  }
  if (typeof anchor !== 'object' || isAhead(anchor, head)) return undefined;
  if (head.next === null) return head;
  const path = logPath(home, head.file);
  const text = textOf(path) ?? '';
  const kept = text.slice(0, text.lastIndexOf('\n') + 1);
  if (kept !== text) {
    // Half a line of an event that was never acknowledged to anybody.
    const file = await open(path, 'r+');
    await file.truncate(Buffer.byteLength(kept));
    await file.close();
  }
  const line = linesOf(kept).at(-1);
  const event = line === undefined ? undefined : readEvent(line);
  const written = event !== undefined && same(event, head.next);
  return { ...head, last: written ? head.next : head.last, next: null };
}

function headOf(home: string, key: Uint8Array): Head | undefined {
  const text = textOf(join(home, 'head'));
  return text === undefined ? undefined : readHead(text, key);
}

/** What stands beside the log's directory about its end. */
function anchorOf(home: string, key: Uint8Array | undefined): Anchor {
  let text: string | undefined;
  try {
    text = readOwn(join(dirname(home), ANCHOR))?.toString('utf8');
  } catch {
    return 'foreign';
  }
  if (text === undefined) return key === undefined ? 'none' : 'lost';
  return (key === undefined ? undefined : readHead(text, key))?.last ?? 'foreign';
}

/** Undefined for what is not there, and for what is no file. Bytes that are no text do not pass for the sign of such bytes. */
function textOf(path: string): string | undefined {
  try {
    const bytes = readOwn(path);
    const text = bytes?.toString('utf8');
    return bytes?.equals(Buffer.from(text ?? '')) === false ? text?.replaceAll('\ufffd', '\ufffd\ufffd') : text;
  } catch {
    return undefined;
  }
}

function replaceHead(home: string, head: Head, key: Uint8Array): void {
  replaceSigned(join(home, 'head'), head, key);
}

/** Under the lock. */
function replaceSigned(path: string, head: Head, key: Uint8Array): void {
  replaceAtOnce(path, writeHead(head, key), false);
}

function keyPath(home: string): string {
  return join(dirname(home), KEY);
}

async function keyOf(home: string): Promise<Uint8Array> {
  const path = keyPath(home);
  const found = await readPrivate(path);
  if (found?.length === KEY_BYTES) return found;
  if (found !== undefined) throw Object.assign(new Error('not a key'), { code: 'BAD_KEY' });
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const anchor = join(dirname(home), ANCHOR);
  // At once, so that a key without an anchor tells of one that was taken away; one of an earlier key tells of that key.
  if ((await createOnce(path, key)) && !existsSync(anchor)) replaceSigned(anchor, EMPTY_HEAD, key);
  return keyOf(home);
}

async function logNames(home: string): Promise<string[]> {
  return (await namesInState(home)).filter((name) => LOG.test(name)).sort();
}

function numberOf(name: string): number {
  return Number(LOG.exec(name)?.[1] ?? 0);
}

function logPath(home: string, file: number): string {
  return join(home, `audit-${String(file).padStart(6, '0')}.jsonl`);
}

/** A last line without its end is half of one, however whole it looks: its end was taken away, or never written. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.pop();
  return rest === '' || rest === undefined ? lines : [...lines, `${rest} (cut)`];
}
