/** What is taken off the state directory by its age, beside the audit: results, closed operations and traces. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pruneOperations } from './journal.ts';
import { pruneScripts } from './scripts.ts';
import { pruneTraces } from './search-traces.ts';
import { namesInState, readableState } from './state-reading.ts';

type RetentionHost = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
  readonly clock?: () => number;
};

/** How many of each were removed. */
export type Removed = {
  readonly results: number;
  readonly operations: number;
  readonly traces: number;
  readonly scripts: number;
};

const RESULTS = 'results';
const REF = /^[0-9a-f]{32}$/;
const DAY_MS = 24 * 60 * 60_000;

/** Removes results, closed operations and scripts that were last used `journalDays` ago, and traces older than `auditDays`. Throws StateUnreadable. */
export async function pruneRecords(journalDays: number, auditDays: number, host: RetentionHost): Promise<Removed> {
  const before = (host.clock ?? Date.now)() - journalDays * DAY_MS;
  return {
    results: await pruneResults(await readableState(host, RESULTS), before),
    operations: await pruneOperations(journalDays, host),
    traces: (await pruneTraces(auditDays, host)).length,
    scripts: await pruneScripts(before, host),
  };
}

/** By the time at which the result was completed; one that is being written is younger than any limit. */
async function pruneResults(home: string, before: number): Promise<number> {
  let removed = 0;
  for (const ref of (await namesInState(home)).filter((name) => REF.test(name))) {
    const facts = await stat(join(home, ref)).catch(() => undefined);
    if (facts === undefined || facts.mtimeMs >= before) continue;
    await rm(join(home, ref), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
