/** The journal below the state directory, one file an operation, each step on the disk before the next begins; and the circuits. */
import { rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FoundEntry,
  inTheWay,
  isClosed,
  type JournalEntry,
  type JournalState,
  mayMove,
  type NewEntry,
  type SameChange,
} from '../run/journal.ts';
import type { StateUnavailable } from '../run/ports.ts';
import { isThere } from './is-there.ts';
import { CALLS, type Call, noteCall, operationOfCall } from './journal-calls.ts';
import { type Kept, readKept } from './journal-entry.ts';
import { isProcessAlive, processName, withLock } from './lock.ts';
import { createOnce, replaceWhole } from './private-file.ts';
import { readOwn } from './regular-file.ts';
import { locateState, openState } from './state-directory.ts';
import { makeSealAt, type Seal, sealAt } from './state-key.ts';
import { namesInState, readableState, StateUnreadable, unreadable } from './state-reading.ts';

type Variables = { readonly [name: string]: string | undefined };
export type JournalHost = {
  readonly environment: Variables;
  readonly platform: NodeJS.Platform;
  readonly clock?: () => number;
};

type Done = { readonly kind: 'done' };
type InTheWay = { readonly kind: 'in_the_way'; readonly found: FoundEntry };

const JOURNAL = 'journal';
/** Where operations go that came to an end, so that the open ones are few and quickly read. */
const CLOSED = 'closed';
const CIRCUITS = 'circuits';
const DAY_MS = 24 * 60 * 60_000;
/** Ids are random: one operation in sixteen looks through the closed ones, so that the others need not. */
const SWEEPS = '0';
const OPERATION = /^[0-9a-z-]{1,64}$/;
/** Beside what it seals: the keys of changes, and the names of circuits. */
const SEAL = '.key';
/** Of one call, the times that it came to nothing that are remembered. */
const MOST_FRUITLESS = 8;

/**
 * Puts a new operation down as prepared, unless one that is open stands in its way: looked at and written under one lock,
 * so that of calls that come in the same instant one gets through. Closed ones that are older than `keepDays` go, now and
 * then.
 */
export async function prepareOperation(
  entry: NewEntry,
  keepDays: number,
  host: JournalHost,
): Promise<Done | InTheWay | StateUnavailable> {
  const place = await openState(host.environment, host.platform, JOURNAL, CLOSED);
  if (place.kind === 'unavailable') return place;
  const calls = await openState(host.environment, host.platform, JOURNAL, CALLS);
  if (calls.kind === 'unavailable') return calls;
  let other: FoundEntry | undefined;
  const done = await inState(host, JOURNAL, async (home) => {
    const owner = processName();
    const seal = await makeSealAt(join(home, SEAL));
    const sealed = { ...entry, ...sealKeys(entry, seal) };
    await withLock(join(home, '.lock'), async () => {
      other = inTheWay(sealed, await foundIn(home, ({ repeat_key: key }) => key === sealed.repeat_key));
      if (other !== undefined) return;
      const step = { state: 'prepared' as const, time: timeOf(host) };
      const kept: Kept = { owner, entry: { ...sealed, state: step.state, history: [step] } };
      if (await createOnce(pathOf(home, entry.operation_id), JSON.stringify(kept))) {
        noteCall(home, entry, entry.operation_id, seal);
        return;
      }
      throw Object.assign(new Error('an operation of this id exists'), { code: 'EEXIST' });
    });
    if (entry.operation_id.startsWith(SWEEPS)) await forgetClosed(home, keepDays, host);
  });
  return other === undefined ? done : { kind: 'in_the_way', found: other };
}

/** Moves an operation on; a step that the order does not know is a fault. `resultRef`: where what it gave is kept. */
export async function moveOperation(
  operationId: string,
  state: JournalState,
  host: JournalHost,
  resultRef?: string | null,
): Promise<Done | StateUnavailable> {
  return inState(host, JOURNAL, (home) =>
    withLock(join(home, '.lock'), async () => {
      const open = pathOf(home, operationId);
      const closed = pathOf(join(home, CLOSED), operationId);
      const inOpen = await readKept(open);
      const [path, kept] = inOpen === undefined ? [closed, await readKept(closed)] : [open, inOpen];
      if (kept === undefined) throw Object.assign(new Error('no such operation'), { code: 'ENOENT' });
      const { entry } = kept;
      if (!mayMove(entry.state, state)) {
        throw Object.assign(new Error(`${entry.state} does not become ${state}`), { code: 'BAD_STEP' });
      }
      const history = [...entry.history, { state, time: timeOf(host) }];
      const gave = typeof resultRef === 'string' ? { result_ref: resultRef } : {};
      await replaceWhole(path, JSON.stringify({ ...kept, entry: { ...entry, ...gave, state, history } }));
      if (path === open && isClosed(state)) await rename(open, closed);
    }),
  );
}

/** All operations that are kept, the open ones first, each in the order of their ids. Throws StateUnreadable. */
export async function readOperations(host: JournalHost): Promise<FoundEntry[]> {
  return [...(await readFrom(host, JOURNAL)), ...(await readFrom(host, JOURNAL, CLOSED))];
}

/**
 * Those of the same change that came to no end yet. Throws StateUnreadable: one that was passed over might be done twice.
 */
export async function readSameOperations(keys: Keys, host: JournalHost): Promise<SameChange[]> {
  const home = await readableState(host, JOURNAL);
  const open = await foundIn(home, () => true);
  if (open.length === 0) return [];
  const path = join(home, SEAL);
  const seal = await sealAt(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (seal === undefined) return [];
  const { repeat_key: repeatKey, backend_key: backendKey } = sealKeys(keys, seal);
  return open
    .filter(({ entry }) => entry.repeat_key === repeatKey)
    .map((found) => ({ ...found, isRetry: backendKey !== undefined && found.entry.backend_key === backendKey }));
}

/**
 * The latest operation that made this very call, as far as it is kept, under the same key of the backend or as much without
 * one. Throws StateUnreadable.
 */
export async function readOperationOfCall(keys: Keys & Call, host: JournalHost): Promise<JournalEntry | undefined> {
  const home = await readableState(host, JOURNAL);
  try {
    const seal = await sealAt(join(home, SEAL));
    const id = seal === undefined ? undefined : operationOfCall(home, keys, seal);
    if (seal === undefined || id === undefined || !OPERATION.test(id)) return undefined;
    const kept = (await readKept(pathOf(home, id))) ?? (await readKept(pathOf(join(home, CLOSED), id)));
    const { repeat_key: repeatKey, backend_key: backendKey } = sealKeys(keys, seal);
    return kept?.entry.repeat_key === repeatKey && kept.entry.backend_key === backendKey ? kept.entry : undefined;
  } catch (error) {
    throw error instanceof StateUnreadable ? error : unreadable(home, error);
  }
}

type Keys = Pick<NewEntry, 'repeat_key' | 'backend_key'>;

function sealKeys({ repeat_key: repeatKey, backend_key: backendKey }: Keys, seal: Seal): Keys {
  return { repeat_key: seal(repeatKey), ...(backendKey === undefined ? {} : { backend_key: seal(backendKey) }) };
}

async function readFrom(host: JournalHost, ...parts: readonly string[]): Promise<FoundEntry[]> {
  return foundIn(await readableState(host, ...parts), () => true);
}

/** Whether its process lives is asked of those only that are wanted. */
async function foundIn(home: string, wanted: (entry: JournalEntry) => boolean): Promise<FoundEntry[]> {
  const names = (await namesInState(home)).filter((name) => name.endsWith('.json')).sort();
  const found: FoundEntry[] = [];
  for (const name of names) {
    const path = join(home, name);
    const kept = await readKept(path).catch((error: unknown) => {
      throw error instanceof StateUnreadable ? error : unreadable(path, error);
    });
    if (kept !== undefined && wanted(kept.entry))
      found.push({ entry: kept.entry, running: isProcessAlive(kept.owner) });
  }
  return found;
}

/** Removes closed operations that are older than `keepDays`; gives how many. Throws StateUnreadable. */
export async function pruneOperations(keepDays: number, host: JournalHost): Promise<number> {
  return forgetClosed(await readableState(host, JOURNAL), keepDays, host);
}

/** When a call came to nothing, and the last time that anything was changed. */
export async function readCircuit(key: string, host: JournalHost): Promise<{ fruitless: number[]; progress: number }> {
  const state = locateState(host.environment, host.platform);
  const home = state.kind === 'unavailable' ? undefined : join(state.path, CIRCUITS);
  // Without a key nothing was noted; what is no key of ours holds none either.
  const seal = home === undefined ? undefined : await sealAt(join(home, SEAL)).catch(() => undefined);
  if (home === undefined || seal === undefined) return { fruitless: [], progress: 0 };
  return {
    fruitless: await numbersOf(join(home, seal(key))),
    progress: (await numbersOf(join(home, 'progress')))[0] ?? 0,
  };
}

/** Remembers how a call came out: what came to nothing counts, a success forgets, a change of anything forgets for all. */
export async function noteCircuit(
  key: string,
  end: 'fruitless' | 'succeeded' | 'changed',
  host: JournalHost,
): Promise<void> {
  const now = (host.clock ?? Date.now)();
  await inState(host, CIRCUITS, async (home) => {
    const path = join(home, (await makeSealAt(join(home, SEAL)))(key));
    if (end === 'fruitless') {
      const times = [...(await numbersOf(path)), now].slice(-MOST_FRUITLESS);
      await replaceWhole(path, times.join(' '));
      return;
    }
    if (isThere(path) !== false) await rm(path, { force: true });
    if (end === 'changed') await replaceWhole(join(home, 'progress'), String(now));
  });
}

/** Closes all circuits: whoever asks for it knows that something has changed. Throws StateUnreadable. */
export async function resetCircuits(host: JournalHost): Promise<void> {
  const home = await readableState(host, CIRCUITS);
  await namesInState(home);
  await rm(home, { recursive: true, force: true }).catch((error: unknown) => {
    throw unreadable(home, error);
  });
}

async function inState(
  host: JournalHost,
  part: string,
  work: (home: string) => Promise<void>,
): Promise<Done | StateUnavailable> {
  const state = await openState(host.environment, host.platform, part);
  if (state.kind === 'unavailable') return state;
  try {
    await work(state.path);
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof StateUnreadable) return { kind: 'unavailable', message: error.message.replace(/\.$/, '') };
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { kind: 'unavailable', message: `the ${part} in ${state.path} cannot be written (${code})` };
  }
}

async function forgetClosed(home: string, keepDays: number, host: JournalHost): Promise<number> {
  let removed = 0;
  for (const path of await olderThan(keepDays, join(home, CALLS), host)) await unlink(path).catch(() => {});
  for (const path of await olderThan(keepDays, join(home, CLOSED), host)) {
    const kept = await readKept(path).catch(() => undefined);
    if (kept === undefined || !isClosed(kept.entry.state)) continue;
    await unlink(path).catch(() => {});
    removed += 1;
  }
  return removed;
}

async function olderThan(keepDays: number, home: string, host: JournalHost): Promise<string[]> {
  const now = (host.clock ?? Date.now)();
  const old: string[] = [];
  for (const name of await namesInState(home)) {
    const path = join(home, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > keepDays * DAY_MS) old.push(path);
  }
  return old;
}

async function numbersOf(path: string): Promise<number[]> {
  let text = '';
  try {
    text = readOwn(path)?.toString('utf8') ?? '';
  } catch {
    // What is no file holds no numbers.
  }
  return text
    .split(/\s+/)
    .filter((word) => /^\d{1,15}$/.test(word))
    .map(Number);
}

function pathOf(home: string, operationId: string): string {
  if (!OPERATION.test(operationId)) throw Object.assign(new Error('not an operation id'), { code: 'BAD_ID' });
  return join(home, `${operationId}.json`);
}

function timeOf(host: JournalHost): string {
  return new Date((host.clock ?? Date.now)()).toISOString();
}
