/**
 * What stands in the state directory, outside of the log, of operations that the log must know: results, and yeses that
 * were given or used. Each was written after an event of the operation was. It reads only so many of them.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Witness } from '../audit/chain.ts';
import { namesInState, readableState, type StateHost } from './state-reading.ts';

const NAME = /^[0-9a-f]{32}$/;
/** More of a kind are not asked: reading one takes about 50 µs. */
const MOST = 5_000;
/** The event of an operation is at most so much older than what was written after it: a run waits for its turn in between. */
const SLACK_MS = 60 * 60_000;

/** `since`: a time in UTC that is certainly no later than its event, which may be pruned. */
type Found = Witness & { readonly since: string };

export async function readWitnesses(host: StateHost): Promise<Found[]> {
  const spent = await readableState(host, 'confirmations', 'spent');
  const approvals = await readableState(host, 'confirmations', 'approvals');
  const found = await Promise.all([
    witnesses('a result', await readableState(host, 'results'), async (path) =>
      memberOf(await textOf(join(path, 'meta.json'))),
    ),
    witnesses('a used confirmation', spent, async (path) => (await textOf(path)).trim().split(' ')[1]),
    witnesses('a yes', approvals, async (_path, nonce) =>
      memberOf(await textOf(join(approvals, '..', 'questions', nonce))),
    ),
  ]);
  return found.flat();
}

async function witnesses(
  by: string,
  home: string,
  operationIn: (path: string, name: string) => Promise<unknown>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of (await namesInState(home)).filter((one) => NAME.test(one)).slice(0, MOST)) {
    const path = join(home, name);
    const made = (await stat(path).catch(() => undefined))?.birthtimeMs ?? 0;
    const operation = await operationIn(path, name);
    if (typeof operation !== 'string' || !NAME.test(operation)) continue;
    found.push({ by, operation, since: new Date(made - SLACK_MS).toISOString() });
  }
  return found;
}

/** Empty for what is not there or cannot be read: it says nothing. */
async function textOf(path: string): Promise<string> {
  return (await stat(path).catch(() => undefined))?.isFile() === true ? readFile(path, 'utf8').catch(() => '') : '';
}

function memberOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly operation_id?: unknown } | null)?.operation_id;
  } catch {
    return undefined;
  }
}
