/**
 * The desk of confirmations below the state directory: <state>/confirmations/{key,clock,spent/,questions/,approvals/}.
 * It keeps and spends; what a token says and whether it holds is decided in src/run/confirm.
 */
import { readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../capability/capability.ts';
import type { ConfirmationDesk, StateUnavailable } from '../run/ports.ts';
import { createOnce, readPrivate, replaceWhole } from './private-file.ts';
import { randomId } from './random-id.ts';
import { openState } from './state-directory.ts';

type Variables = { readonly [name: string]: string | undefined };

const DIRECTORY = 'confirmations';
/** As long as the digest: a longer key would be hashed down to it. */
const KEY_BYTES = 32;
/** A clock that is corrected by less than this has not been set back. */
const CLOCK_SLACK_MS = 60_000;
/** The time is written down again when it has moved on by this much. */
const CLOCK_STEP_MS = 1_000;
/** Far beyond the life of any token. */
const KEPT_MS = 24 * 60 * 60_000;
/** 16 random bytes in hexadecimal: nothing else becomes part of a path. */
const NONCE = /^[0-9a-f]{32}$/;

export async function openDesk(
  environment: Variables,
  platform: NodeJS.Platform,
  clock: () => number = Date.now,
): Promise<ConfirmationDesk | StateUnavailable> {
  const homes: string[] = [];
  for (const name of ['spent', 'questions', 'approvals']) {
    const state = await openState(environment, platform, DIRECTORY, name);
    if (state.kind === 'unavailable') return state;
    homes.push(state.path);
  }
  const [spentHome = '', questionHome = '', approvalHome = ''] = homes;
  const home = join(spentHome, '..');
  try {
    const now = await timeThatNeverGoesBack(home, clock());
    const key = await keyOf(home);
    return {
      kind: 'open',
      key,
      now,
      user: String(process.getuid?.() ?? environment.USERNAME ?? ''),
      newNonce: randomId,
      wasSpent: (nonce) => keeping(async () => (await readPrivate(fileOf(spentHome, nonce))) !== undefined),
      spend: (nonce, expires, operation) =>
        keeping(async () => {
          const said = operation === undefined ? `${expires}\n` : `${expires} ${operation}\n`;
          const first = await createOnce(fileOf(spentHome, nonce), said);
          await forgetSpent(spentHome, now);
          for (const place of [questionHome, approvalHome]) await forgetOld(place, now);
          return { kind: first ? 'spent' : 'spent_before' };
        }),
      keepQuestion: (nonce, question) =>
        keeping(async () => {
          await createOnce(fileOf(questionHome, nonce), `${JSON.stringify(question)}\n`);
          return { kind: 'kept' };
        }),
      approval: async (nonce) => (await readPrivate(fileOf(approvalHome, nonce)))?.toString('utf8').trim(),
    };
  } catch (error) {
    return unavailable(error);
  }
}

/** What `cap approve` shows for a nonce; undefined when there is no such question. */
export async function readQuestion(
  environment: Variables,
  platform: NodeJS.Platform,
  nonce: string,
): Promise<JsonObject | undefined> {
  const state = await openState(environment, platform, DIRECTORY, 'questions');
  if (state.kind === 'unavailable') return undefined;
  const bytes = await readPrivate(fileOf(state.path, nonce));
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as JsonObject);
}

/** Leaves the mark of a human's yes. */
export async function keepApproval(
  environment: Variables,
  platform: NodeJS.Platform,
  nonce: string,
  mark: string,
): Promise<{ readonly kind: 'kept' } | StateUnavailable> {
  const state = await openState(environment, platform, DIRECTORY, 'approvals');
  if (state.kind === 'unavailable') return state;
  return keeping(async () => {
    await createOnce(fileOf(state.path, nonce), `${mark}\n`);
    return { kind: 'kept' };
  });
}

/** Takes such a mark away again. */
export async function withdrawApproval(
  environment: Variables,
  platform: NodeJS.Platform,
  nonce: string,
): Promise<{ readonly kind: 'withdrawn' } | StateUnavailable> {
  const state = await openState(environment, platform, DIRECTORY, 'approvals');
  if (state.kind === 'unavailable') return state;
  return keeping(async () => {
    await rm(fileOf(state.path, nonce), { force: true });
    return { kind: 'withdrawn' };
  });
}

/** The key of this state directory; the first process that needs one makes it. One that others could read is replaced. */
async function keyOf(home: string): Promise<Uint8Array> {
  const path = join(home, 'key');
  const found = await readPrivate(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'NOT_PRIVATE') return new Uint8Array();
    throw error;
  });
  if (found?.length === KEY_BYTES) return found;
  const fresh = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  if (found !== undefined) await replaceWhole(path, fresh);
  else await createOnce(path, fresh);
  const key = await readPrivate(path);
  if (key?.length !== KEY_BYTES) throw Object.assign(new Error('no key'), { code: 'EIO' });
  return key;
}

/**
 * The latest time that any process has seen here. A clock that was set back would give expired tokens a second life, so
 * then the key is changed: every token that is out is void.
 */
async function timeThatNeverGoesBack(home: string, now: number): Promise<number> {
  const path = join(home, 'clock');
  const text = (await readPrivate(path))?.toString('utf8').trim();
  const seen = text === undefined ? 0 : /^\d{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (now + CLOCK_SLACK_MS < seen) {
    await replaceWhole(join(home, 'key'), crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    await replaceWhole(path, `${now}\n`);
    return now;
  }
  if (now > seen + CLOCK_STEP_MS) await replaceWhole(path, `${now}\n`);
  return Math.max(now, seen);
}

/** By the token's own end, which is of the same clock as `now`: a mark that goes too early would let its token in again. */
async function forgetSpent(home: string, now: number): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name);
    const [said] = (await readPrivate(path).catch(() => undefined))?.toString('utf8').trim().split(' ') ?? [];
    const expires = Number(said || Number.NaN);
    if (expires + KEPT_MS < now) await unlink(path).catch(() => {});
  }
}

/** Losing one of these early costs another question, never an execution. */
async function forgetOld(home: string, now: number): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > KEPT_MS) await unlink(path).catch(() => {});
  }
}

function fileOf(home: string, nonce: string): string {
  if (!NONCE.test(nonce)) throw new Error('not a nonce');
  return join(home, nonce);
}

async function keeping<T>(work: () => Promise<T>): Promise<T | StateUnavailable> {
  try {
    return await work();
  } catch (error) {
    return unavailable(error);
  }
}

function unavailable(error: unknown): StateUnavailable {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return { kind: 'unavailable', message: `the confirmations in the state directory cannot be used (${code})` };
}
