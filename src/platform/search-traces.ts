/** Traces of searches below the state directory, one file a day. A search never fails because of its trace. */
import { appendFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type SearchFacts, traceOf } from '../audit/trace.ts';
import { createOnce, readPrivate } from './private-file.ts';
import { openState } from './state-directory.ts';
import { namesInState, readableState } from './state-reading.ts';

type TraceHost = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
  readonly clock?: () => number;
};

const DIRECTORY = 'traces';
const KEY = 'key';
const KEY_BYTES = 32;
const DAY_FILE = /^(\d{4}-\d\d-\d\d)\.jsonl$/;
const DAY_MS = 24 * 60 * 60_000;

/** Adds one line; it is small enough that lines of several processes do not mix. */
export async function appendTrace(facts: SearchFacts, mode: 'digest' | 'text', host: TraceHost): Promise<void> {
  try {
    const state = await openState(host.environment, host.platform, DIRECTORY);
    if (state.kind === 'unavailable') return;
    const time = new Date((host.clock ?? Date.now)()).toISOString();
    const trace = traceOf(facts, mode, await keyOf(join(state.path, KEY)), time);
    const file = join(state.path, `${time.slice(0, 10)}.jsonl`);
    appendFileSync(file, `${JSON.stringify(trace)}\n`, { mode: 0o600 });
  } catch {
    // A disk that is full must not keep anybody from searching.
  }
}

/** Removes the files of days that are older than `days`; gives their names. Throws StateUnreadable. */
export async function pruneTraces(days: number, host: TraceHost): Promise<string[]> {
  const home = await readableState(host, DIRECTORY);
  const limit = new Date((host.clock ?? Date.now)() - days * DAY_MS).toISOString().slice(0, 10);
  const old = (await namesInState(home)).filter((name) => (DAY_FILE.exec(name)?.[1] ?? limit) < limit).sort();
  for (const name of old) await unlink(join(home, name));
  return old;
}

async function keyOf(path: string): Promise<Uint8Array> {
  const found = await readPrivate(path);
  if (found !== undefined) return found;
  await createOnce(path, crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  return keyOf(path);
}
