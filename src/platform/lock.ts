/**
 * One holder at a time over all processes: a lock file made exclusively, with the holder's name in it. A lock whose
 * holder is dead is taken away, by one process only and never while it could be somebody else's.
 */
import { randomInt } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomId } from './random-id.ts';
import { readOwn } from './regular-file.ts';

/** Two hundred waiting holders are through long before, on two processors that others use as well. */
const PATIENCE_MS = 120_000;
/** Those who wait long ask seldom: two hundred who ask all the time keep the holder from its work. */
const LONGEST_PAUSE_MS = 200;
/** A holder whose process we cannot see (another container) counts as dead only then. */
const FOREIGN_MS = 60_000;

/** How often the lock is tried before anybody asks whether its holder is still alive. */
const TRIES_A_LOOK = 6;

/** Those of this process stand in one line, so that they do not take the lock from each other. */
const lines = new Map<string, Promise<unknown>>();

/** Runs `work` under the lock `path`. Throws an error with code ELOCKED when the lock does not come free. */
export function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(path) ?? Promise.resolve();
  const mine = before.then(() => alone(path, work));
  const settled = mine.catch(() => {});
  lines.set(path, settled);
  settled.then(() => {
    if (lines.get(path) === settled) lines.delete(path);
  });
  return mine;
}

/** Takes the lock at once or not at all. */
export function tryLock(path: string): boolean {
  return take(path, processName());
}

/** Takes the lock away from a holder that is dead. */
export function clearLock(path: string): void {
  clearIfDead(path, processName());
}

async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = processName();
  const until = Date.now() + PATIENCE_MS;
  for (let tries = 1; !take(path, mine); tries += 1) {
    if (Date.now() > until) throw Object.assign(new Error(`${path} is held by another process`), { code: 'ELOCKED' });
    if (tries % TRIES_A_LOOK === 0) {
      for (const one of [path, clearingOf(path)]) refuseOther(one);
      clearIfDead(path, mine);
    }
    await sleep(randomInt(1, 2 + Math.min(2 ** tries, LONGEST_PAUSE_MS)));
  }
  try {
    return await work();
  } finally {
    removeAtOnce(path);
  }
}

/** Synchronous, as all of it is done in microseconds: handing each step to another thread takes longer than the step. */
function take(path: string, name: string): boolean {
  if (existsSync(path)) return false;
  const draft = `${path}.${randomId()}`;
  writeFileSync(draft, name, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Somebody else may have been faster. */
function removeAtOnce(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Then it is gone.
  }
}

/** No lock of ours was ever anything but a file, and what is something else will not go away by waiting. */
function refuseOther(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const code = `${basename(path)} in it is no lock file: take it away`;
  throw Object.assign(new Error(`${path} is no lock file`), { code });
}

function clearingOf(path: string): string {
  return `${path}.clearing`;
}

/** Under a second lock, so that between the last look and the removal nobody else removes and nobody new has taken it. */
function clearIfDead(path: string, mine: string): void {
  if (!isDead(path)) return;
  const second = clearingOf(path);
  if (!take(second, mine)) {
    if (isDead(second)) removeAtOnce(second);
    return;
  }
  try {
    if (isDead(path)) removeAtOnce(path);
  } finally {
    removeAtOnce(second);
  }
}

/** Whether the process of this name still runs. One that we cannot see counts as running. */
export function isProcessAlive(name: string): boolean {
  const [space, pid = '', started] = name.split(' ');
  return space !== processSpace() || startOf(Number(pid)) === started;
}

function isDead(path: string): boolean {
  try {
    const [space, pid = '', started] = (readOwn(path)?.toString('utf8') ?? '').split(' ');
    // A holder's name is in its lock from the first moment: without one, the power was cut or another program was here.
    if (started === undefined) return existsSync(path);
    if (space !== processSpace()) return Date.now() - statSync(path).mtimeMs > FOREIGN_MS;
    return startOf(Number(pid)) !== started;
  } catch {
    return false;
  }
}

let ownName: string | undefined;

/** A name that no other process has or will have on this machine. */
export function processName(): string {
  ownName ??= `${processSpace()} ${process.pid} ${startOf(process.pid)}`;
  return ownName;
}

/** Process numbers mean something within one such space only. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'here';
  }
}

/** When the process was started, in the system's own ticks: a number that is used again has another start. '' when it is gone. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; the start is the 20th field behind it.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    if (process.platform === 'linux') return '';
    try {
      process.kill(pid, 0);
      return 'alive';
    } catch {
      return '';
    }
  }
}
