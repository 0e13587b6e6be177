/** What a run leaves in the audit: the intent before, the outcome after, no secrets; and no run without it. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyChain } from '../../src/audit/chain.ts';
import { auditEventResponse } from '../../src/contract/audit-event.v1.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { type Bench, capability, command, finished, openBench, waiting } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const log = async () => {
  const { files, head } = await readAudit({
    environment: { CAP_STATE_DIR: join(bench.home, 'state') },
    platform: 'linux',
  });
  expect(verifyChain(files, head).findings).toEqual([]);
  return z.array(auditEventResponse).parse(files.flatMap(({ lines }) => lines).map((line) => JSON.parse(line)));
};

const write = (more = {}) =>
  capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    argumentsSchema: { type: 'object', properties: { note: { type: 'string', secret: true } } },
    handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' } }),
    ...more,
  });

describe('the audit', () => {
  it('of a read has its intent, and its outcome that names the kept result', async () => {
    const { evidence, frozen } = finished(
      await bench.call(capability({ handler: command({ executable: 'true' }) }), { a: 1 }),
    );
    const [intent, outcome, ...more] = await log();
    expect(more).toEqual([]);
    expect(intent).toMatchObject({
      seq: 1,
      kind: 'intent',
      input_hash: frozen.inputHash,
      arguments: { a: 1 },
      details: {
        confirmed_by: 'nobody',
        executable_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        policy_revision: 'none',
      },
    });
    expect(outcome).toMatchObject({
      kind: 'outcome',
      operation_id: intent?.operation_id,
      details: { status: 'succeeded', exit_code: 0, result_ref: evidence.resultRef },
    });
  });

  it('of a write tells that it was asked for, confirmed and by whom, and of a second try that it was denied', async () => {
    const asked = waiting(await bench.call(write(), { what: 'x' }));
    const more = { confirmation_token: asked.token };
    await bench.call(write(), { what: 'x' }, more);
    await bench.call(write(), { what: 'x' }, more);
    const events = await log();
    expect(events.map(({ kind }) => kind)).toEqual(['asked', 'approved', 'intent', 'outcome', 'denied']);
    const [question, yes, intent] = events;
    expect(yes?.details).toEqual({ approver: 'caller', shown_hash: question?.details.shown_hash });
    expect(yes?.input_hash).toBe(question?.input_hash);
    expect(intent?.details).toMatchObject({ confirmed_by: 'caller' });
    expect(events[4]?.details).toMatchObject({ message: expect.stringContaining('used before') });
    expect(JSON.stringify(events)).not.toContain(asked.token);
  });

  it('holds no secret, whether marked, named or recognised', async () => {
    const secret = 'QWERTZUIOPASDF';
    const values = { what: `Bearer ${secret}`, note: secret, api_key: secret, deep: [{ password: secret }] };
    const asked = waiting(await bench.call(write(), values));
    await bench.call(write(), values, { confirmation_token: asked.token });
    const events = await log();
    expect(events[0]?.masked).toEqual(['/what', '/note', '/api_key', '/deep/0/password']);
    expect(readFileSync(join(bench.home, 'state', 'audit', 'audit-000001.jsonl'), 'utf8')).not.toContain(secret);
    expect(readFileSync(join(bench.home, 'done'), 'utf8')).toContain(secret);
  });

  it('that cannot be written means that nothing is executed', async () => {
    await bench.call(capability({ handler: command({ executable: 'true' }) }));
    const audit = join(bench.home, 'state', 'audit');
    rmSync(audit, { recursive: true });
    writeFileSync(audit, 'no directory');
    const subject = capability({ handler: command({ executable: 'touch', argv: ['ran'] }) });
    expect(await bench.call(subject)).toMatchObject({ reason: 'state_unavailable', executed: false });
    rmSync(audit);
    mkdirSync(audit);
    writeFileSync(join(audit, '..', 'audit-key'), '0'.repeat(32));
    chmodSync(join(audit, '..', 'audit-key'), 0o644);
    expect(await bench.call(subject)).toMatchObject({ reason: 'state_unavailable', executed: false });
    expect(existsSync(join(bench.home, 'ran'))).toBe(false);
  });

  it('keeps every line of two hundred runs at once', async () => {
    const subject = capability({ handler: command({ executable: 'true' }) });
    const all = await Promise.all(Array.from({ length: 200 }, (_, i) => bench.call(subject, { i })));
    expect(all.every(({ kind }) => kind === 'finished')).toBe(true);
    const events = await log();
    expect(events).toHaveLength(400);
    const intents = events.filter(({ kind }) => kind === 'intent').map((event) => event.arguments?.i);
    expect(new Set(intents).size).toBe(200);
  });
});
