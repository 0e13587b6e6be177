/** A change whose program failed: nobody claims that nothing was done, somebody looks where one can, and it is no dead end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capability, Handler } from '../../src/capability/capability.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { refusedWhole } from '../../src/run/evidence/transport.ts';
import type { Executed } from '../../src/run/execute.ts';
import { run } from '../../src/run/run.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const at = (name: string) => join(bench.home, name);
const look = capability({
  id: 'test.look',
  handler: command({
    argv: ['-e', 'console.log(fs.existsSync("half") ? fs.readdirSync("half").length : -1)'],
    output: { format: 'json' },
  }),
});
const failing = (script: string, more: Partial<Capability> = {}) =>
  capability({
    ...{ sideEffect: 'W-local', effect: 'write', confirmation: 'caller', idempotency: 'non_idempotent' },
    handler: command({ argv: ['-e', `${script}; console.error("gave up"); process.exitCode = 3`] }),
    ...more,
  });
const LOOKED = {
  verifies: ['test.look'],
  verification: { action: 'test.look', arguments: {}, tookEffect: { const: 2 }, noEffect: { const: -1 } },
};

async function ask(subject: Capability, more = {}) {
  const both = [subject, look];
  const catalog = {
    ...catalogOf(subject),
    find: (id: string) => both.findIndex((one) => one.id === id),
    contract: (doc: number) => both[doc] as Capability,
  };
  const answer = await run(requestOf(subject, {}, more), catalog, bench.ports);
  if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
  return answer.response;
}
const states = async () =>
  (await readOperations({ environment: { CAP_STATE_DIR: at('state') }, platform: 'linux' })).map(({ entry }) =>
    entry.history.map(({ state }) => state).join(' '),
  );

const MADE = (files: number) =>
  `fs.mkdirSync("half"); for (let i = 0; i < ${files}; i += 1) fs.writeFileSync("half/" + i, "")`;
const HANDED = 'prepared sent unknown handed_off';

it.each<[string, Capability, string, string, string, string]>([
  ['nobody can look', failing(MADE(1)), 'unknown', 'unknown', 'done in part: look before you do it again.', HANDED],
  [
    'doing it twice does no harm',
    failing(MADE(1), { idempotency: 'idempotent' }),
    'unknown',
    'unknown',
    'done in part: doing it again does no harm.',
    HANDED,
  ],
  ['the look shows half of it', failing(MADE(1), LOOKED), 'unknown', 'unknown', 'does not tell', HANDED],
  [
    'the look shows none of it',
    failing('', LOOKED),
    'failed',
    'failed',
    'no effect.',
    'prepared sent unknown rejected',
  ],
  [
    'the look shows all of it',
    failing(MADE(2), LOOKED),
    'succeeded',
    'succeeded',
    'By this call or before it: nobody knows.',
    'prepared sent unknown verified committed',
  ],
])('%s', async (_name, subject, verified, business, words, history) => {
  const token = (await ask(subject)).confirmation?.confirmation_token as string;
  const answer = await ask(subject, { confirmation_token: token });
  expect(answer).toMatchObject({ status: 'failed', executed: true, tool_status: 'failed', business_status: business });
  expect(answer.evidence?.verified).toBe(verified);
  expect(answer.errors?.[0]?.message).toMatch(/^It ended with exit code 3: gave up\. /);
  expect(answer.errors?.[0]?.message).toContain(words);
  expect(await states()).toEqual([history]);
  expect((await ask(subject, { tool_call_id: 'call-2' })).status).toBe('confirmation_required');
  expect(existsSync(at('half'))).toBe(verified !== 'failed');
});

it('a read that failed changed nothing, and says nothing of parts', async () => {
  const answer = await ask(failing('', { sideEffect: 'R', confirmation: 'none' }));
  expect(answer.errors?.[0]?.message).toBe('It ended with exit code 3: gave up');
});

describe('a child of our own that failed', () => {
  const http: Handler = { kind: 'http', method: 'POST', url: 'http://127.0.0.1/' };
  const builtin: Handler = { kind: 'builtin', tool: 'x' };
  it.each<[string, Handler, boolean]>([
    ['invalid_arguments', builtin, true],
    ['not_found', builtin, true],
    ['not_supported', builtin, true],
    ['unreachable', http, true],
    ['not_sent', http, true],
    ['failed', http, true],
    ['failed', builtin, false],
    ['permission_denied', builtin, false],
    ['fault', builtin, false],
  ])('with the word %s (%j) has not begun: %s', (reason, handler, wanted) => {
    const stderr = { head: Buffer.from(JSON.stringify({ error: { reason, message: 'x' } })) };
    const executed = (tool: string | undefined) =>
      ({ frozen: { tool, capability: { handler } }, end: { kind: 'ended', stderr } }) as unknown as Executed;
    expect(refusedWhole(executed('x'))).toBe(wanted);
    // The same words of a program of somebody else say nothing.
    expect(refusedWhole(executed(undefined))).toBe(false);
  });
});
