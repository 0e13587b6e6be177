/** The same change, asked for by several at once, each with a yes of its own: it is made by one of them. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { inTheWay, type JournalState, type NewEntry } from '../../src/run/journal.ts';
import type { RunOutcome } from '../../src/run/stages.ts';
import { runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf, waiting } from './capabilities.ts';

const CHILD = join(import.meta.dirname, 'start-together.mjs');
/** Comes to its end when the test says so. */
const HOLDS =
  'fs.appendFileSync("done", "x"); const t = setInterval(() => fs.existsSync("over") && clearInterval(t), 10)';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const at = (name: string) => join(bench.home, name);
const done = () => readFileSync(at('done'), 'utf8');
const write = (more: Partial<Capability> = {}) =>
  capability({
    ...{ sideEffect: 'W-local', effect: 'write', confirmation: 'caller', idempotency: 'non_idempotent' },
    timeoutMs: 15_000,
    handler: command({ argv: ['-e', HOLDS] }),
    ...more,
  });
async function asked(subject: Capability) {
  const { token } = waiting(await bench.call(subject));
  return requestOf(subject, {}, { confirmation_token: token });
}
const states = async () =>
  (await readOperations({ environment: { CAP_STATE_DIR: at('state') }, platform: 'linux' })).map(
    ({ entry }) => entry.state,
  );

it('of two processes that were all checked and confirmed before any had begun', async () => {
  const subject = write();
  const requests = [await asked(subject), await asked(subject)];
  writeFileSync(at('call.json'), JSON.stringify({ home: bench.home, subject, requests }));
  const answers = requests.map((_request, name) => {
    const child = spawn(process.execPath, [CHILD, at('call.json'), String(name)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return child.stdout.toArray().then((parts) => JSON.parse(Buffer.concat(parts).toString()).response);
  });
  while (!requests.every((_request, name) => existsSync(at(`ready ${name}`)))) await sleep(10);
  writeFileSync(at('go'), '');
  await Promise.race(answers);
  writeFileSync(at('over'), '');
  const responses = await Promise.all(answers);
  expect(responses.map(({ status, executed }) => `${status} ${executed}`).sort()).toEqual([
    'outcome_unknown false',
    'succeeded true',
  ]);
  const refused = responses.find(({ executed }) => !executed);
  expect(refused.errors[0].message).toMatch(/^Operation [0-9a-f]+ is doing the same at this moment\. .*ask again/);
  expect([done(), await states()]).toEqual(['x', ['acknowledged']]);
});

it('of two in one process; and afterwards it may be asked for again', async () => {
  const subject = write({ idempotency: 'idempotent' });
  const requests = [await asked(subject), await asked(subject)];
  let there = 0;
  const ports = {
    ...bench.ports,
    async takeSlot(limit: number) {
      there += 1;
      while (there < requests.length) await sleep(2);
      return bench.ports.takeSlot(limit);
    },
  };
  const running = requests.map((request) => runStages(request, catalogOf(subject), ports, ports.newOperationId()));
  await Promise.race(running);
  writeFileSync(at('over'), '');
  const outcomes = await Promise.all(running);
  const kinds = outcomes.map((outcome: RunOutcome) => (outcome.kind === 'refusal' ? outcome.reason : outcome.kind));
  expect(kinds.sort()).toEqual(['finished', 'outcome_unknown']);
  expect(done()).toBe('x');
  expect((await bench.call(subject)).kind).toBe('made_before');
  expect((await bench.call(subject, {}, { tool_call_id: 'call-2' })).kind).toBe('confirmation_required');
});

it.each<[JournalState, boolean, Partial<NewEntry>, boolean]>([
  ['prepared', true, {}, true],
  ['sent', true, {}, true],
  ['sent', true, { backend_key: 'one' }, true],
  ['sent', false, {}, true],
  ['unknown', true, {}, true],
  ['unknown', false, { idempotent: true }, false],
  ['prepared', false, {}, false],
  ['unknown', false, { backend_key: 'one' }, false],
  ['unknown', false, { backend_key: 'another' }, true],
  ['unknown', true, { repeat_key: 'another' }, false],
  ['acknowledged', true, {}, false],
  ['rejected', false, {}, false],
])('one that is %s, its process alive: %s, with %j, is in the way: %s', (state, running, more, wanted) => {
  const entry = {
    ...{ operation_id: 'new', repeat_key: 'same', backend_key: 'one', input_hash: 'x', canonical_path: 'x' },
    ...{ idempotent: false, verifies: [], arguments: {} },
  };
  const { backend_key: _key, ...other } = { ...entry, operation_id: 'old' };
  const found = { entry: { ...other, ...more, state, history: [] }, running };
  expect(inTheWay(entry, [found]) !== undefined).toBe(wanted);
});
