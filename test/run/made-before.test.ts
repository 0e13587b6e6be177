/** The answer to a change was lost: the same call, by its tool_call_id, is told what became of it and is not made twice. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { pruneOperations } from '../../src/platform/journal.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import type { ExecutionEnd } from '../../src/run/ports.ts';
import type { RunAnswer } from '../../src/run/present.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { run } from '../../src/run/run.ts';
import { acted, type Bench, capability, catalogOf, command, openBench, requestOf } from './capabilities.ts';

const WRITE = { sideEffect: 'W-local', effect: 'write', confirmation: 'caller' } as const;
const write = capability({ ...WRITE, idempotency: 'backend_key', handler: command({}) });
const REF = 'd'.repeat(32);

let bench: Bench;
let made: number;
let end: ExecutionEnd;
beforeEach(() => {
  bench = openBench();
  made = 0;
  end = acted('', { resultRef: REF });
});
afterEach(() => bench.close());

async function call(more: JsonObject = {}, mode: 'ask' | 'auto' = 'ask', subject: Capability = write) {
  const execute = async () => {
    made += 1;
    return end;
  };
  const governance = { ...UNGOVERNED, policy: { ...NO_POLICY, mode: { mode, level: 'user' } as const } };
  const request = requestOf(subject, { what: 'x' }, more);
  const answer = await run(request, catalogOf(subject), { ...bench.ports, execute }, governance);
  return (answer as RunAnswer).response;
}
async function confirmed(more: JsonObject = {}) {
  const { confirmation } = await call(more);
  const yes = { ...more, confirmation_token: confirmation?.confirmation_token ?? '' };
  return { yes, done: await call(yes) };
}

it('where it was asked for: without the token it is told as it ended, with the token what became of it', async () => {
  const { yes, done } = await confirmed();
  const { operation_id } = done.invocation;
  const again = await call();
  expect(again).toMatchObject({
    ...{ status: 'succeeded', executed: false, transport_status: 'succeeded', tool_status: 'succeeded' },
    business_status: 'unknown',
    earlier: { operation_id, state: 'acknowledged', result_ref: REF },
  });
  expect(again.invocation.operation_id).not.toBe(operation_id);
  const refused = await call(yes);
  expect(refused).toMatchObject({ status: 'denied', executed: false });
  for (const told of ['used before', `Operation ${operation_id}`, 'is acknowledged since', `cap result ${REF}`]) {
    expect(refused.errors?.[0]?.message).toContain(told);
  }
  expect(made).toBe(1);
});

it('where nobody is asked it is made once, whatever else is asked for in between', async () => {
  const first = await call({}, 'auto');
  await call({ tool_call_id: 'call-2' }, 'auto');
  expect(made).toBe(2);
  const { operation_id } = first.invocation;
  expect(await call({}, 'auto')).toMatchObject({ status: 'succeeded', executed: false, earlier: { operation_id } });
  expect(await call({ timeout_ms: 5000 }, 'auto')).toMatchObject({ executed: false, earlier: { operation_id } });
  expect(made).toBe(2);
});

it.each<[string, JsonObject]>([
  ['another name', { tool_call_id: 'call-2' }],
  ['another key of the backend', { idempotency_key: 'b' }],
  ['another directory', { cwd: '/' }],
])('under %s it is another call', async (_name, more) => {
  await call({ idempotency_key: 'a' }, 'auto');
  expect(await call({ idempotency_key: 'a', ...more }, 'auto')).toMatchObject({ status: 'succeeded', executed: true });
  expect(await call({ idempotency_key: 'a' }, 'auto')).toMatchObject({ executed: false });
  expect(made).toBe(2);
});

it('what a person typed and did not name is meant each time, and a dry run gives the plan', async () => {
  const typed = { tool_call_id: 'typed' };
  await confirmed(typed);
  expect(await call(typed)).toMatchObject({ status: 'confirmation_required' });
  await confirmed();
  expect(await call({ dry_run: true })).toMatchObject({ status: 'dry_run' });
});

it('what came to nothing is asked for anew, and what only reads is read again', async () => {
  end = { kind: 'not_started', message: 'no room' };
  const { yes } = await confirmed();
  expect((await call()).status).toBe('confirmation_required');
  expect((await call(yes)).errors?.[0]?.message).toMatch(/used before.* is rejected since/);
  end = acted('');
  const reading = capability({ handler: command({}) });
  for (const _ of [1, 2]) expect(await call({}, 'ask', reading)).toMatchObject({ executed: true });
});

it('is known for as long as the journal keeps it, and what tells a call is in no file', async () => {
  await call({ tool_call_id: 'private name' }, 'auto');
  const calls = join(bench.home, 'state', 'journal', 'calls');
  const [name = '', ...more] = readdirSync(calls);
  expect([name, more]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []]);
  const host = { environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const };
  const inDays = (days: number) => ({ ...host, clock: () => Date.now() + days * 24 * 60 * 60_000 });
  expect(await pruneOperations(7, inDays(6))).toBe(0);
  expect(readdirSync(calls)).toEqual([name]);
  expect(await pruneOperations(7, inDays(8))).toBe(1);
  expect(readdirSync(calls)).toEqual([]);
  expect(await call({ tool_call_id: 'private name' }, 'auto')).toMatchObject({ executed: true });
});
