/** A change that is interrupted anywhere: nothing is lost, nothing is done twice. Each crash is a real SIGKILL. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/chain.ts';
import type { Capability } from '../../src/capability/capability.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { moveOperation, readOperations, resetCircuits } from '../../src/platform/journal.ts';
import { mayMove, standingOf } from '../../src/run/journal.ts';
import { type Bench, capability, command, finished, openBench, requestOf, waiting } from './capabilities.ts';

const CHILD = join(import.meta.dirname, 'crash-child.mjs');

let bench: Bench;
let now = Date.now();
beforeEach(() => {
  now = Date.now();
  bench = openBench({ clock: () => now });
});
afterEach(() => bench.close());

const host = () => ({ environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const });
const append = (more: Partial<Capability> = {}) =>
  capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    idempotency: 'non_idempotent',
    handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' } }),
    ...more,
  });
const WHAT = { what: 'x\n' };
const times = () =>
  existsSync(join(bench.home, 'done')) ? readFileSync(join(bench.home, 'done'), 'utf8').length / 2 : 0;

async function token(subject: Capability, args = WHAT, more = {}): Promise<string> {
  return waiting(await bench.call(subject, args, more)).token;
}
const confirmed = async (subject: Capability, args = WHAT, more = {}) =>
  bench.call(subject, args, { ...more, confirmation_token: await token(subject, args, more) });

describe('a change', () => {
  it('that went well is in the journal from its preparation to its end', async () => {
    expect(await confirmed(append())).toMatchObject({ status: 'succeeded' });
    const [found, ...more] = await readOperations(host());
    expect(more).toEqual([]);
    expect(found?.entry.history.map(({ state }) => state)).toEqual(['prepared', 'sent', 'acknowledged']);
    expect(await confirmed(append(), WHAT, { tool_call_id: 'call-2' })).toMatchObject({ status: 'succeeded' });
    expect(times()).toBe(2);
  });

  it('that ran out of time has an unknown outcome, and is not done again before somebody looked', async () => {
    const slow = append({
      timeoutMs: 400,
      verifies: ['test.look'],
      handler: command({ argv: ['-e', 'setTimeout(() => {}, 9e6)'] }),
    });
    const outcome = finished(await confirmed(slow));
    expect(outcome.status).toBe('outcome_unknown');
    const refused = await bench.call(slow, WHAT);
    expect(refused).toMatchObject({ kind: 'refusal', reason: 'outcome_unknown', executed: false });
    expect((refused as { message: string }).message).toContain('Run test.look');
    expect(await bench.answer(slow, WHAT)).toMatchObject({
      exitCode: 9,
      response: { status: 'outcome_unknown', executed: false },
    });
    const { operationId } = outcome.frozen;
    expect(await moveOperation(operationId, 'committed', host())).toEqual({ kind: 'done' });
    expect(await bench.call(slow, WHAT)).toMatchObject({ kind: 'made_before' });
    expect(await bench.call(slow, WHAT, { tool_call_id: 'call-2' })).toMatchObject({ kind: 'confirmation_required' });
  });

  it('that may be repeated without harm is, also when its outcome is unknown', async () => {
    const slow = append({
      timeoutMs: 400,
      idempotency: 'idempotent',
      handler: command({ argv: ['-e', 'setTimeout(() => {}, 9e6)'] }),
    });
    expect(finished(await confirmed(slow)).status).toBe('outcome_unknown');
    expect(await bench.call(slow, WHAT)).toMatchObject({ kind: 'confirmation_required' });
  });

  it('of the same kind with other arguments is not held up by it', async () => {
    const slow = append({ timeoutMs: 400, handler: command({ argv: ['-e', 'setTimeout(() => {}, 9e6)'] }) });
    await confirmed(slow);
    expect(await bench.call(slow, { what: 'y\n' })).toMatchObject({ kind: 'confirmation_required' });
  });

  it('cannot be closed in a way that its state does not know', async () => {
    await confirmed(append());
    const [found] = await readOperations(host());
    const id = found?.entry.operation_id ?? '';
    expect(await moveOperation(id, 'sent', host())).toMatchObject({ kind: 'unavailable' });
    expect(await moveOperation('../../etc/passwd', 'sent', host())).toMatchObject({ kind: 'unavailable' });
    expect(mayMove('committed', 'sent')).toBe(false);
  });
});

const crash = async (step: string, when: string, subject: Capability, reader?: Capability) => {
  const request = requestOf(subject, WHAT, { confirmation_token: await token(subject) });
  const file = join(bench.home, 'crash.json');
  writeFileSync(file, JSON.stringify({ home: bench.home, step, when, capability: subject, reader, request }));
  const { signal, stdout } = spawnSync(process.execPath, [CHILD, file], { encoding: 'utf8' });
  expect([signal, stdout]).toEqual(['SIGKILL', '']);
  return request;
};

describe('a process that is killed', () => {
  // What the world and the next same call look like after a death there: how often it was done, and whether it may be asked for again.
  it.each([
    ['prepare', 'before', 0, 'confirmation_required', undefined],
    ['prepare', 'after', 0, 'confirmation_required', 'never_sent'],
    ['intent', 'before', 0, 'confirmation_required', 'never_sent'],
    ['intent', 'after', 0, 'confirmation_required', 'never_sent'],
    ['sent', 'before', 0, 'confirmation_required', 'never_sent'],
    ['sent', 'after', 0, 'refusal', 'verify_first'],
    ['execute', 'after', 1, 'refusal', 'verify_first'],
    ['acknowledged', 'before', 1, 'refusal', 'verify_first'],
    ['acknowledged', 'after', 1, 'made_before', 'closed'],
    ['outcome', 'before', 1, 'made_before', 'closed'],
    ['outcome', 'after', 1, 'made_before', 'closed'],
  ] as const)('%s/%s: done %i times, and the next same call is %s', async (step, when, done, kind, standing) => {
    const subject = append();
    const request = await crash(step, when, subject);
    expect(times()).toBe(done);
    const found = await readOperations(host());
    expect(found.map(standingOf)).toEqual(standing === undefined ? [] : [standing]);
    // The token was spent before anything was begun: it opens nothing a second time.
    const again = await bench.call(subject, WHAT, { confirmation_token: request.confirmation_token as string });
    expect(again.kind).toBe('refusal');
    expect((await bench.call(subject, WHAT)).kind).toBe(kind);
    expect(times()).toBe(done);
    const { files, head } = await readAudit(host());
    expect(verifyChain(files, head).findings).toEqual([]);
  });
});

describe('a process that is killed while it looks after its change', () => {
  const reader = capability({
    id: 'test.look',
    handler: command({
      argv: ['-e', 'console.log(JSON.stringify(fs.readFileSync("done", "utf8")))'],
      output: { format: 'json' },
    }),
  });
  const looked = append({
    timeoutMs: 1000,
    verifies: ['test.look'],
    verification: { action: 'test.look', arguments: {}, tookEffect: { const: 'x\n' } },
    handler: command({ argv: ['-e', 'fs.appendFileSync("done", "x\\n"); setTimeout(() => {}, 9e6)'] }),
  });

  it.each([
    ['unknown', 'after', 'refusal', 'verify_first'],
    ['verified', 'before', 'refusal', 'verify_first'],
    ['verified', 'after', 'refusal', 'verify_first'],
    ['journal verified', 'after', 'made_before', 'closed'],
    ['committed', 'before', 'made_before', 'closed'],
    ['committed', 'after', 'made_before', 'closed'],
  ] as const)('%s/%s: done once, and the next same call is %s', async (step, when, kind, standing) => {
    await crash(step, when, looked, reader);
    expect(times()).toBe(1);
    // The look of before is in the audit; of the journal's states only those of the change itself are there.
    expect((await readOperations(host())).map(standingOf)).toEqual([standing]);
    expect((await bench.call(looked, WHAT)).kind).toBe(kind);
    expect(times()).toBe(1);
    const { files, head } = await readAudit(host());
    expect(verifyChain(files, head).findings).toEqual([]);
  });
});

describe('the circuit', () => {
  const failing = (more = {}) => capability({ handler: command({ argv: ['-e', 'process.exitCode = 3'] }), ...more });

  it('opens at the third same call that fails, says why, and runs nothing', async () => {
    for (const id of ['one', 'two']) {
      expect(finished(await bench.call(failing(), {}, { tool_call_id: id })).status).toBe('failed');
    }
    const third = await bench.call(failing(), {}, { tool_call_id: 'three' });
    expect(third).toMatchObject({ kind: 'refusal', reason: 'circuit_open', executed: false });
    expect((third as { message: string }).message).toContain('failed or found nothing 2 times within 5 minutes');
    expect(await bench.answer(failing())).toMatchObject({
      exitCode: 11,
      response: { status: 'circuit_open', executed: false },
    });
  });

  it('opens at the third that finds nothing, as its manifest says of its exit code; what is found closes it', async () => {
    const seeks = (argv: string[]) => capability({ handler: command({ argv, exit: { ok: [0], empty: [3] } }) });
    const nothing = seeks(['-e', 'process.exitCode = require("fs").existsSync("there") ? 0 : 3']);
    const file = join(bench.home, 'there');
    const found = () => writeFileSync(file, '');
    const gone = () => rmSync(file, { force: true });
    for (const around of [gone, found, gone, gone]) {
      around();
      expect(finished(await bench.call(nothing)).status).toBe('succeeded');
    }
    expect(await bench.call(nothing)).toMatchObject({ reason: 'circuit_open', executed: false });
    now += 5 * 60_000 + 1;
    expect((await bench.call(nothing)).kind).toBe('finished');
  });

  it.each([
    [
      'the window is over',
      async () => {
        now += 5 * 60_000 + 1;
      },
    ],
    ['it was reset', () => resetCircuits(host())],
    ['something was changed successfully', () => confirmed(append())],
  ])('closes when %s', async (_name, change) => {
    for (let turn = 0; turn < 2; turn += 1) await bench.call(failing());
    expect(await bench.call(failing())).toMatchObject({ reason: 'circuit_open' });
    now += 10;
    await change();
    now += 10;
    expect(await bench.call(failing())).toMatchObject({ kind: 'finished', status: 'failed' });
  });

  it('counts each call for itself, and not those that succeed', async () => {
    const flaky = capability({
      handler: command({
        argv: [
          '-e',
          'const f = require("fs"); if (f.existsSync("ok")) f.rmSync("ok"); else { f.writeFileSync("ok", ""); process.exitCode = 1; }',
        ],
      }),
    });
    for (let turn = 0; turn < 6; turn += 1)
      expect(finished(await bench.call(flaky)).status).toBe(turn % 2 === 0 ? 'failed' : 'succeeded');
    for (let turn = 0; turn < 4; turn += 1) expect((await bench.call(failing(), { turn })).kind).toBe('finished');
  });
});
