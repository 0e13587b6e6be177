/** A log that was put back with its anchor agrees with itself; what else was written of an operation misses it there. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/chain.ts';
import type { JsonObject } from '../../src/capability/capability.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { readWitnesses } from '../../src/platform/audit-witnesses.ts';
import { type Bench, capability, command, finished, openBench, waiting } from '../run/capabilities.ts';

let bench: Bench;
let state = '';
beforeEach(() => {
  bench = openBench();
  state = join(bench.home, 'state');
});
afterEach(() => bench.close());

const host = () => ({ environment: { CAP_STATE_DIR: state }, platform: 'linux' as const });
const read = capability({ handler: command({ executable: 'true', argv: [] }) });
const change = capability({
  ...read,
  id: 'test.change',
  sideEffect: 'W-local',
  effect: 'write',
  confirmation: 'caller',
});

/** A change under one name for it is made once. */
async function changed(name = 'call-1'): Promise<string> {
  const call = (more: JsonObject = {}) => bench.call(change, {}, { tool_call_id: name, ...more });
  const asked = waiting(await call());
  return finished(await call({ confirmation_token: asked.token })).frozen.operationId;
}

async function missed(): Promise<string[]> {
  const witnesses = await readWitnesses(host());
  const { files, head, anchor } = await readAudit(host());
  return verifyChain(files, head, { anchor, witnesses }).findings.map(({ message }) => message);
}

/** Log and anchor as they were before `work`. */
async function putBack(work: () => Promise<unknown>): Promise<void> {
  const copy = join(bench.home, 'copy');
  for (const name of ['audit', 'audit-anchor']) cpSync(join(state, name), join(copy, name), { recursive: true });
  await work();
  for (const name of ['audit', 'audit-anchor']) rmSync(join(state, name), { recursive: true });
  cpSync(copy, state, { recursive: true });
}

describe('a log that was put back with its anchor', () => {
  beforeEach(async () => {
    await bench.call(read);
    await changed();
    expect(await missed()).toEqual([]);
  });

  it('is missed by the result of a read', async () => {
    let operation = '';
    await putBack(async () => {
      operation = finished(await bench.call(read)).frozen.operationId;
    });
    expect(await missed()).toEqual([`a result knows operation ${operation}, and the log does not`]);
  });

  it('is missed by the yes that a change has used, whatever else of it is gone', async () => {
    let operation = '';
    await putBack(async () => {
      operation = await changed('call-2');
    });
    rmSync(join(state, 'results'), { recursive: true });
    expect(await missed()).toEqual([`a used confirmation knows operation ${operation}, and the log does not`]);
  });
});

it('what is no record says nothing, and where the log was pruned an old one neither', async () => {
  await bench.call(read);
  const [found] = await readWitnesses(host());
  const line = JSON.parse((await readAudit(host())).files[0]?.lines[0] ?? '') as { operation_id: string; time: string };
  expect(found).toMatchObject({ by: 'a result', operation: line.operation_id });
  // Only what is certainly younger than the oldest event that is kept has to be known to the log.
  expect((found?.since ?? line.time) < line.time).toBe(true);
  for (const name of ['meta.json']) rmSync(join(state, 'results', firstResult(), name));
  expect(await readWitnesses(host())).toEqual([]);
});

function firstResult(): string {
  const line = (
    JSON.parse(
      readFileSync(join(state, 'audit', 'audit-000001.jsonl'), 'utf8')
        .trim()
        .split('\n')[1] ?? '',
    ) as {
      details: { result_ref: string };
    }
  ).details;
  return line.result_ref;
}
