/** A change whose outcome nobody knows is not made again, under whatever key, from wherever, and though nobody is asked. */
import { existsSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { NO_POLICY, type Policy } from '../../src/policy/policy.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, finished, openBench, requestOf } from './capabilities.ts';
import { callUnder, http, openSite, type Site } from './http-servers.ts';

const STUBBORN = join(import.meta.dirname, 'stubborn-server.mjs');
const WRITE = { sideEffect: 'W-shared', effect: 'write', confirmation: 'caller' } as const;

let site: Site;
let bench: Bench;
beforeEach(() => {
  site = openSite();
  bench = openBench();
  mkdirSync(join(bench.home, 'elsewhere'));
});
afterEach(async () => {
  bench.close();
  await site.close();
});

type Ask = (more: JsonObject) => Promise<RunOutcome>;

async function confirmed(ask: Ask, more: JsonObject = {}): Promise<RunOutcome> {
  const asked = await ask(more);
  return asked.kind === 'confirmation_required' ? ask({ ...more, confirmation_token: asked.token }) : asked;
}
const refusal = { kind: 'refusal', reason: 'outcome_unknown', executed: false };
const states = async () => {
  const host = { environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const };
  return (await readOperations(host)).map(({ entry }) => entry.state).sort();
};

describe('a request to a server that answers 500 once', () => {
  /** The server and a call to it, whose answers are 500 and then 200. */
  async function failingOnce(idempotency: Capability['idempotency']): Promise<Ask> {
    const port = await site.serve((_, response) => response.writeHead(site.seen.length === 1 ? 500 : 200).end('{}'));
    const headers = idempotency === 'backend_key' ? [{ name: 'Idempotency-Key', idempotency_key: true } as const] : [];
    const url = `http://127.0.0.1:${port}/`;
    const subject = http({ url, method: 'POST', headers }, { ...WRITE, idempotency });
    return (more) => callUnder(bench, subject, { n: 1 }, more);
  }

  it.each<[string, Capability['idempotency'], JsonObject, JsonObject]>([
    ['another key', 'backend_key', { idempotency_key: 'a' }, { idempotency_key: 'b' }],
    ['no key', 'backend_key', { idempotency_key: 'a' }, {}],
    ['a key after none', 'backend_key', {}, { idempotency_key: 'a' }],
    ['no key, twice', 'backend_key', {}, {}],
    ['another key from elsewhere', 'backend_key', { idempotency_key: 'a' }, { idempotency_key: 'b', cwd: 'elsewhere' }],
    ['another directory', 'non_idempotent', {}, { cwd: 'elsewhere' }],
    ['another name of the call', 'non_idempotent', {}, { tool_call_id: 'call-2' }],
    ['less time', 'non_idempotent', {}, { timeout_ms: 5000 }],
  ])('is not made again with %s', async (_name, idempotency, first, second) => {
    const ask = await failingOnce(idempotency);
    expect(finished(await confirmed(ask, first)).status).toBe('outcome_unknown');
    expect(await confirmed(ask, second)).toMatchObject(refusal);
    expect(site.seen).toHaveLength(1);
  });

  it.each([{}, { cwd: 'elsewhere' }])('is with the very key, and both are done then (%j)', async (more) => {
    const ask = await failingOnce('backend_key');
    expect(finished(await confirmed(ask, { idempotency_key: 'a' })).status).toBe('outcome_unknown');
    expect(finished(await confirmed(ask, { idempotency_key: 'a', ...more })).status).toBe('succeeded');
    expect(site.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['a', 'a']);
    expect(await states()).toEqual(['acknowledged', 'committed']);
    // To the backend this is another order, and no open one stands in its way.
    expect(finished(await confirmed(ask, { idempotency_key: 'b' })).status).toBe('succeeded');
  });
});

it('a tool of a server is not called again from another directory', async () => {
  const server = { executable: 'node', argv: [STUBBORN, join(bench.home, 'pids')] };
  const handler = { kind: 'mcp', server, tool: 'hang' } as const;
  const subject = capability({ handler, ...WRITE, idempotency: 'non_idempotent', timeoutMs: 2500 });
  const ask: Ask = (more) => bench.call(subject, {}, more);
  expect(finished(await confirmed(ask)).status).toBe('outcome_unknown');
  expect(await confirmed(ask, { cwd: 'elsewhere' })).toMatchObject(refusal);
});

it('a command from another directory is another change', async () => {
  const handler = command({ argv: ['-e', 'setTimeout(() => {}, 9e6)'] });
  const ask: Ask = (more) => bench.call(capability({ handler, ...WRITE, timeoutMs: 400 }), {}, more);
  expect(finished(await confirmed(ask)).status).toBe('outcome_unknown');
  expect(finished(await confirmed(ask, { cwd: 'elsewhere' })).status).toBe('outcome_unknown');
});

describe('a change that may be made twice, where nobody is asked', () => {
  const AUTO: Policy = { ...NO_POLICY, mode: { mode: 'auto', level: 'user' } };
  const file = () => join(bench.home, 'done');
  const reader = capability({
    id: 'test.look',
    handler: command({ argv: ['-e', 'console.log(fs.existsSync("done"))'], output: { format: 'json' } }),
  });
  const hangs = (script: string, more: Partial<Capability> = {}) =>
    capability({
      handler: command({ argv: ['-e', `${script}; setTimeout(() => {}, 9e6)`] }),
      ...{ sideEffect: 'W-local', effect: 'write', confirmation: 'none', timeoutMs: 700, verifies: ['test.look'] },
      ...more,
    });
  function ask(subject: Capability, policy: Policy): Promise<RunOutcome> {
    const both = [reader, subject];
    const catalog = {
      ...catalogOf(subject),
      find: (id: string) => both.findIndex((one) => one.id === id),
      contract: (doc: number) => both[doc] as Capability,
    };
    const governance = { ...UNGOVERNED, policy, revisionNow: () => policy.revision };
    return runStages(requestOf(subject, {}, {}), catalog, bench.ports, bench.ports.newOperationId(), governance);
  }

  it('is not made again before somebody has looked; a person who is asked may say yes', async () => {
    const subject = hangs('');
    expect(finished(await ask(subject, AUTO)).status).toBe('outcome_unknown');
    expect(await ask(subject, AUTO)).toMatchObject(refusal);
    expect(await ask(subject, NO_POLICY)).toMatchObject({ kind: 'confirmation_required' });
  });

  const verification = (seen: boolean) => ({
    action: 'test.look',
    arguments: {},
    tookEffect: seen ? { const: true } : { const: 'never' },
    noEffect: seen ? { const: 'never' } : { const: false },
  });

  it('is made again where a look shows that it had no effect', async () => {
    const subject = hangs('', { verification: verification(false) });
    writeFileSync(file(), '');
    expect(finished(await ask(subject, AUTO)).status).toBe('outcome_unknown');
    unlinkSync(file());
    expect((await ask(subject, AUTO)).kind).toBe('finished');
    expect(await states()).toEqual(['rejected', 'rejected']);
  });

  it('is not made again where a look shows that it was made', async () => {
    const subject = hangs('', { verification: verification(true) });
    expect(finished(await ask(subject, AUTO)).status).toBe('outcome_unknown');
    writeFileSync(file(), '');
    expect(await ask(subject, AUTO)).toMatchObject({ ...refusal, message: expect.stringContaining('It is closed') });
    expect(existsSync(file())).toBe(true);
    expect(await states()).toEqual(['committed']);
  });
});
