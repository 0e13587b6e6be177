/** How many runs of one user go on at the same time: each holds one of a fixed number of slots, and the others wait. */
import { randomInt } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunSlot, StateUnavailable } from '../run/ports.ts';
import { clearLock, tryLock } from './lock.ts';
import { openState } from './state-directory.ts';

type SlotHost = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
  /** Milliseconds that a run waits for a slot; PATIENCE_MS unless told. */
  readonly slotPatienceMs?: number;
};

const DIRECTORY = 'slots';
/** Longer than two hundred short runs take on a small and busy machine; a caller who waits longer is better told. */
const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 20;
/** How many looks find no slot before anybody asks again whether the holders are still alive. */
const LOOKS_A_CLEARING = 25;

let line: Promise<unknown> = Promise.resolve();

/** A slot among `limit`, or why there is none. */
export async function takeSlot(limit: number, host: SlotHost): Promise<RunSlot | StateUnavailable | 'none_free'> {
  const state = await openState(host.environment, host.platform, DIRECTORY);
  if (state.kind === 'unavailable') return state;
  const before = line;
  // Those of this process stand in one line: one of them looks for a slot, and the others wait for it.
  const mine = before.then(() => wait(state.path, limit, host.slotPatienceMs ?? PATIENCE_MS));
  line = mine.catch(() => {});
  try {
    return await mine;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { kind: 'unavailable', message: `the slots in ${state.path} cannot be written (${code})` };
  }
}

async function wait(home: string, limit: number, patienceMs: number): Promise<RunSlot | 'none_free'> {
  const until = Date.now() + patienceMs;
  for (let look = 1; ; look += 1) {
    const held = new Set(readdirSync(home));
    const free = Array.from({ length: limit }, (_, index) => String(index)).filter((name) => !held.has(name));
    // Everybody takes another one, so that those who look at the same moment do not all reach for the first.
    const name = free.length === 0 ? undefined : free[randomInt(free.length)];
    const path = name === undefined ? undefined : join(home, name);
    if (path !== undefined && tryLock(path)) return { kind: 'slot', release: () => release(path) };
    if (path !== undefined) continue;
    if (look % LOOKS_A_CLEARING === 1) for (const one of held) clearLock(join(home, one));
    if (Date.now() >= until) return 'none_free';
    await sleep(LOOK_EVERY_MS);
  }
}

function release(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Cleared in between by somebody who took us for dead.
  }
}
