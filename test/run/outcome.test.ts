/** What is known of an outcome: the form of a result, the files that were made, and a look at the world afterwards. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/chain.ts';
import type { Capability, Json } from '../../src/capability/capability.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { readOperations } from '../../src/platform/journal.ts';
import type { RunAnswer } from '../../src/run/present.ts';
import { run } from '../../src/run/run.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const host = () => ({ environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const });
const path = (name: string) => join(bench.home, name);
const print = (text: string) =>
  command({ argv: ['-e', `console.log(${JSON.stringify(text)})`], output: { format: 'json' } });

async function answered(subject: Capability, args = {}, more = {}): Promise<RunAnswer['response']> {
  const answer = await bench.answer(subject, args, more);
  if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
  return answer.response;
}

describe('the form of a result', () => {
  const schema = {
    type: 'object',
    required: ['count'],
    properties: { count: { type: 'integer' } },
    additionalProperties: false,
  };
  const promising = (text: string) => capability({ outputSchema: schema, handler: print(text) });

  it('as promised: the purpose of a read is reached', async () => {
    expect(await answered(promising('{"count":3}'))).toMatchObject({
      status: 'succeeded',
      tool_status: 'succeeded',
      business_status: 'succeeded',
    });
  });

  it.each([
    ['{"count":"three"}', '/count is "three" (string), expected integer'],
    ['{}', 'the result lacks count'],
    ['{"count":1,"more":2}', 'has more, which is not promised'],
    ['not json', 'not one JSON document'],
  ])('other than promised: the tool went well, the business did not (%s)', async (text, why) => {
    const answer = await answered(promising(text));
    expect(answer).toMatchObject({
      status: 'succeeded',
      transport_status: 'succeeded',
      tool_status: 'succeeded',
      business_status: 'schema_mismatch',
    });
    expect(answer.evidence?.note).toContain(why);
  });

  it('a number too long for JavaScript is still the integer that was promised', async () => {
    const answer = await answered(promising('{"count":12345678901234567890}'));
    expect(answer).toMatchObject({
      business_status: 'succeeded',
      evidence: { result: { count: '12345678901234567890' } },
    });
  });

  it('of a result that is cut for the answer is judged over all of it', async () => {
    const list = capability({
      outputSchema: { type: 'array', items: { type: 'integer' } },
      handler: command({
        argv: ['-e', 'console.log(JSON.stringify([...Array(50000).keys(), "last"]))'],
        output: { format: 'json' },
      }),
    });
    const answer = await answered(list);
    expect(answer).toMatchObject({ business_status: 'schema_mismatch', evidence: { truncated: true } });
    expect(answer.evidence?.note).toContain('/50000 is "last"');
  });

  it('says nothing where nothing is promised, and a failed read is a failed purpose', async () => {
    expect((await answered(capability({ handler: print('{}') }))).business_status).toBe('unknown');
    const failing = capability({ outputSchema: schema, handler: command({ argv: ['-e', 'process.exitCode = 3'] }) });
    expect(await answered(failing)).toMatchObject({ tool_status: 'failed', business_status: 'failed' });
  });
});

const write = (script: string, more: Partial<Capability> = {}) =>
  capability({
    id: 'test.write',
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    idempotency: 'non_idempotent',
    handler: command({ argv: ['-e', script, '--', { arg: 'file' }] }),
    ...more,
  });

async function confirmed(subject: Capability, args: { [name: string]: Json }): Promise<RunAnswer['response']> {
  const asked = await answered(subject, args);
  const token = asked.confirmation?.confirmation_token;
  if (typeof token !== 'string') throw new Error(JSON.stringify(asked));
  return answered(subject, args, { confirmation_token: token ?? '' });
}

describe('artifacts', () => {
  it('are listed with size and hash, as the arguments name them', async () => {
    mkdirSync(path('directory'));
    symlinkSync('/etc/passwd', path('link'));
    const subject = write('fs.writeFileSync(process.argv[1], "made")', {
      produces: ['{file}', 'a line that names nothing'],
      affectedResources: ['{others} (also looked at)', 'something near {file}'],
    });
    const others = ['directory', 'link', 'missing', 'odd\u001b[2Jname'];
    const answer = await confirmed(subject, { file: 'made file', others });
    expect(answer.evidence?.artifacts).toEqual([
      { path: 'made file', kind: 'file', bytes: 4, sha256: createHash('sha256').update('made').digest('hex') },
      { path: 'directory', kind: 'directory', bytes: null, sha256: null },
      { path: 'link', kind: 'other', bytes: null, sha256: null },
      { path: 'missing', kind: 'missing', bytes: null, sha256: null },
      { path: 'oddname', kind: 'missing', bytes: null, sha256: null },
    ]);
  });

  it('of a read there are none', async () => {
    writeFileSync(path('here'), 'x');
    const reading = capability({ handler: print('{}'), affectedResources: ['{file}'] });
    expect((await answered(reading, { file: 'here' })).evidence?.artifacts).toBeUndefined();
  });
});

describe('a change that somebody can look after', () => {
  const reader = capability({
    id: 'test.look',
    handler: command({
      argv: [
        '-e',
        'console.log(JSON.stringify({there: fs.existsSync(process.argv[1]) ? fs.readFileSync(process.argv[1], "utf8") : null}))',
        '--',
        { arg: 'path' },
      ],
      output: { format: 'json' },
    }),
  });
  const verification = {
    action: 'test.look',
    arguments: { path: { arg: 'file' } },
    tookEffect: { type: 'object', properties: { there: { const: { $arg: 'text' } } }, required: ['there'] },
    noEffect: { type: 'object', properties: { there: { type: 'null' } } },
  };
  const looked = (script: string, more: Partial<Capability> = {}) =>
    write(script, { verifies: ['test.look'], verification, timeoutMs: 1500, ...more });
  const DONE = 'fs.writeFileSync(process.argv[1], "text")';
  const HANG = 'setTimeout(() => {}, 9e6)';
  const ARGS = { file: 'file', text: 'text' };

  async function call(subject: Capability, more = {}): Promise<RunAnswer['response']> {
    const [one, two] = [catalogOf(subject), catalogOf(reader)];
    const catalog = {
      ...one,
      count: 2,
      id: (doc: number) => (doc === 0 ? subject.id : reader.id),
      find: (id: string) => [subject.id, reader.id].indexOf(id),
      contract: (doc: number) => (doc === 0 ? one : two).contract(doc),
    };
    const answer = await run(requestOf(subject, ARGS, more), catalog, bench.ports);
    if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
    return answer.response;
  }
  const confirm = async (subject: Capability) =>
    call(subject, { confirmation_token: (await call(subject)).confirmation?.confirmation_token });
  const states = async () =>
    (await readOperations(host())).map(({ entry }) => entry.history.map(({ state }) => state).join(' '));
  const verdicts = async () => {
    const { files, head } = await readAudit(host());
    expect(verifyChain(files, head).findings).toEqual([]);
    const events = files.flatMap(({ lines }) => lines).map((line) => JSON.parse(line));
    return events.filter(({ kind }) => kind === 'verified').map(({ details }) => details.verdict);
  };

  it('is committed when the look finds it', async () => {
    expect(await confirm(looked(DONE))).toMatchObject({
      status: 'succeeded',
      business_status: 'succeeded',
      evidence: { verified: 'succeeded', verification: { canonical_path: 'test.look', verdict: 'took_effect' } },
    });
    expect(await states()).toEqual(['prepared sent acknowledged verified committed']);
    expect(await verdicts()).toEqual(['took_effect']);
  });

  it('that said it went well and did nothing has failed', async () => {
    expect(await confirm(looked(''))).toMatchObject({
      status: 'failed',
      tool_status: 'succeeded',
      business_status: 'failed',
      evidence: { verified: 'failed' },
    });
    expect(await states()).toEqual(['prepared sent acknowledged']);
  });

  it('is known to have happened although it ran out of time', async () => {
    expect(await confirm(looked(`${DONE}; ${HANG}`))).toMatchObject({
      status: 'succeeded',
      transport_status: 'failed',
      tool_status: 'unknown',
      business_status: 'succeeded',
    });
    expect(await states()).toEqual(['prepared sent unknown verified committed']);
  });

  it('is known not to have happened, and may be done again', async () => {
    expect(await confirm(looked(HANG))).toMatchObject({ status: 'timed_out', business_status: 'failed' });
    expect(await states()).toEqual(['prepared sent unknown rejected']);
    expect((await call(looked(HANG))).status).toBe('confirmation_required');
  });

  it('stays unknown when the look does not tell', async () => {
    const half = looked(`fs.writeFileSync(process.argv[1], "half"); ${HANG}`);
    expect(await confirm(half)).toMatchObject({ status: 'outcome_unknown', evidence: { verified: 'unknown' } });
    expect(await call(half)).toMatchObject({ status: 'outcome_unknown', executed: false });
    expect(await verdicts()).toEqual(['unclear', 'unclear']);
    // The world has changed since: the next same call looks first, and finds that it is done.
    writeFileSync(path('file'), 'text');
    const again = await call(half);
    expect(again).toMatchObject({ status: 'outcome_unknown', executed: false });
    expect(again.errors?.[0]?.message).toContain('closed as committed');
    expect(await states()).toEqual(['prepared sent unknown verified committed']);
    expect((await call(half, { tool_call_id: 'call-2' })).status).toBe('confirmation_required');
  });

  it('is not looked after by an action that changes something, whatever the manifest says', async () => {
    const bad = { ...reader, sideEffect: 'W-local' as const };
    const subject = looked(`${DONE}; ${HANG}`);
    const [one, two] = [catalogOf(subject), catalogOf(bad)];
    const catalog = {
      ...one,
      id: (doc: number) => (doc === 0 ? subject.id : bad.id),
      find: (id: string) => [subject.id, bad.id].indexOf(id),
      contract: (doc: number) => (doc === 0 ? one : two).contract(doc),
    };
    const asked = await run(requestOf(subject, ARGS, {}), catalog, bench.ports);
    const token = asked.kind === 'answer' ? asked.response.confirmation?.confirmation_token : undefined;
    const done = await run(requestOf(subject, ARGS, { confirmation_token: token ?? '' }), catalog, bench.ports);
    expect(done).toMatchObject({ response: { status: 'outcome_unknown', evidence: { verified: 'unknown' } } });
    expect(existsSync(path('file')) && readFileSync(path('file'), 'utf8')).toBe('text');
  });
});

describe('an attempt that reached nobody', () => {
  const scarce = (times: number) => {
    let calls = 0;
    const pauses: number[] = [];
    const ports = {
      ...bench.ports,
      pause: async (milliseconds: number) => {
        pauses.push(milliseconds);
      },
      execute: async (execution: Parameters<typeof bench.ports.execute>[0]) => {
        calls += 1;
        if (calls <= times) return { kind: 'not_started' as const, message: 'no room', transient: true };
        return bench.ports.execute(execution);
      },
    };
    return { ports, pauses, calls: () => calls };
  };
  const patient = (more: Partial<Capability> = {}) =>
    capability({ handler: print('{}'), retry: { attempts: 3, backoffMs: 100 }, ...more });

  it('is made again, as often as the manifest says and with the same pauses each time', async () => {
    const twice = scarce(2);
    const answer = await run(requestOf(patient(), {}, {}), catalogOf(patient()), twice.ports);
    expect(answer).toMatchObject({ exitCode: 0, response: { evidence: { attempts: 3 } } });
    const first = await run(requestOf(patient(), {}, {}), catalogOf(patient()), scarce(0).ports);
    expect(first.kind === 'answer' && first.response.evidence).not.toHaveProperty('attempts');
    expect([twice.calls(), twice.pauses]).toEqual([3, [100, 200]]);
    const always = scarce(9);
    expect(await run(requestOf(patient(), {}, {}), catalogOf(patient()), always.ports)).toMatchObject({ exitCode: 7 });
    expect(always.calls()).toBe(3);
  });

  it('is not made again without a word of the manifest, nor after the tool has run', async () => {
    const plain = capability({ handler: print('{}') });
    const once = scarce(1);
    expect(await run(requestOf(plain, {}, {}), catalogOf(plain), once.ports)).toMatchObject({ exitCode: 7 });
    expect(once.calls()).toBe(1);
    const failing = patient({ handler: command({ argv: ['-e', 'process.exitCode = 3'] }) });
    const ran = scarce(0);
    expect(await run(requestOf(failing, {}, {}), catalogOf(failing), ran.ports)).toMatchObject({ exitCode: 8 });
    expect(ran.calls()).toBe(1);
  });
});
