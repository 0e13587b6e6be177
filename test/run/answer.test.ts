import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionRunResponse } from '../../src/contract/action-run.v1.ts';
import { resultReadResponse } from '../../src/contract/result-read.v1.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import type { RunAnswer } from '../../src/run/present.ts';
import { readResult } from '../../src/run/read-result.ts';
import type { Bench } from './capabilities.ts';
import { capability, command, openBench } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const script = (text: string, more = {}) => capability({ handler: command({ argv: ['-e', text] }), ...more });

/** The answer, which must be one that the contract knows, and must survive the wire. */
async function answer(...call: Parameters<Bench['answer']>): Promise<RunAnswer> {
  const given = await bench.answer(...call);
  if (isRefusal(given)) throw new Error(JSON.stringify(given));
  expect(actionRunResponse.parse(JSON.parse(JSON.stringify(given.response)))).toEqual(given.response);
  return given;
}

describe('an answer on the wire', () => {
  it('of success says so of the way and of the tool, never of the business', async () => {
    expect(await answer(script('console.log("hello")'))).toMatchObject({
      exitCode: 0,
      response: {
        status: 'succeeded',
        executed: true,
        transport_status: 'succeeded',
        tool_status: 'succeeded',
        business_status: 'unknown',
        evidence: {
          exit_code: 0,
          stdout: { text: 'hello\n', bytes: 6, truncated: false },
          verified: 'unknown',
          stored: true,
        },
      },
    });
  });

  it('of failure has exit code 8 and the reason', async () => {
    expect(await answer(script('console.error("broken"); process.exitCode = 2'))).toMatchObject({
      exitCode: 8,
      response: { status: 'failed', tool_status: 'failed', errors: [{ reason: 'action_failed', executed: true }] },
    });
  });

  it('of a deadline has exit code 124', async () => {
    expect(await answer(script('setInterval(() => {}, 1000)', { timeoutMs: 300 }))).toMatchObject({
      exitCode: 124,
      response: {
        status: 'timed_out',
        transport_status: 'failed',
        tool_status: 'unknown',
        evidence: { stdout: { text: '' } },
      },
    });
  });

  it.each([
    [
      'bad arguments',
      { argumentsSchema: { type: 'object', required: ['x'], properties: { x: { type: 'string' } } } },
      {},
      5,
      'invalid_arguments',
    ],
    ['a write', { sideEffect: 'W-local', confirmation: 'caller' }, {}, 10, 'confirmation_required'],
    ['another catalog', {}, { expected_source_hash: 'f'.repeat(64) }, 6, 'catalog_changed'],
    ['a forged token', {}, { confirmation_token: 'x' }, 4, 'denied'],
    ['another system', { os: ['win32'] }, {}, 7, 'unavailable'],
    ['a dry run', {}, { dry_run: true }, 0, 'dry_run'],
  ] as const)('of %s was not executed', async (_name, more, request, exitCode, status) => {
    expect(await answer(script('1', more), {}, request)).toMatchObject({
      exitCode,
      response: { status, executed: false, tool_status: 'unknown' },
    });
  });

  it.each([['an unknown id', { canonical_path: 'no.such' }, 'unknown_capability']])(
    'of %s is a refusal',
    async (_name, request, reason) => {
      expect(await bench.answer(script('1'), {}, request)).toMatchObject({ kind: 'refusal', reason, executed: false });
    },
  );

  it('of an interruption has exit code 130 and says that it had been started', async () => {
    const running = answer(script('setInterval(() => {}, 1000)'));
    // Until its output has a place it has not been started.
    while (!existsSync(join(bench.home, 'state', 'results'))) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.emit('SIGINT');
    expect(await running).toMatchObject({
      exitCode: 130,
      response: {
        status: 'interrupted',
        executed: true,
        tool_status: 'unknown',
        business_status: 'unknown',
        errors: [{ reason: 'interrupted', executed: true }],
      },
    });
  });

  it('of a large result is bounded by structure, and names the cut', async () => {
    const many = 'for (let i = 0; i < 20000; i++) console.log(JSON.stringify({ number: i, text: "row " + i }))';
    const handler = command({ argv: ['-e', many], output: { format: 'jsonl' } });
    const { response } = await answer(capability({ handler }));
    const shown = response.evidence?.result as { number: number }[];
    expect(shown.length).toBeGreaterThan(100);
    expect(response.evidence).toMatchObject({
      truncated: true,
      cuts: [{ path: '', shown: shown.length, total: 20_000 }],
    });
    expect(JSON.stringify(response).length).toBeLessThan(20_000);
  });

  it('of escape sequences and data that is not text carries neither', async () => {
    const colours = await answer(script('process.stdout.write("\\u001b[31mred\\u001b[0m \\u202e")'));
    expect(colours.response.evidence?.stdout.text).toBe('red ⟨U+202E⟩');
    const data = await answer(script('process.stdout.write(Buffer.from([0, 1, 2, 254, 255]))'));
    expect(data.response.evidence?.stdout).toEqual({ text: '[5 bytes that are not text]', bytes: 5, truncated: true });
  });
});

describe('the rest of a result', () => {
  const read = async (ref: string, more = {}) => {
    const given = await readResult({ version: 'result-read.v1', result_ref: ref, ...more }, bench.ports);
    if (!isRefusal(given)) resultReadResponse.parse(JSON.parse(JSON.stringify(given)));
    return given;
  };
  const produce = async (text: string, output: Parameters<typeof command>[0]['output'] = { format: 'text' }) => {
    const { response } = await answer(capability({ handler: command({ argv: ['-e', text], output }) }));
    return response.evidence?.result_ref as string;
  };

  it('is read by lines, by text, by stream', async () => {
    const ref = await produce('for (let i = 1; i <= 5000; i++) console.log("line " + i); console.error("warning")');
    expect(await read(ref, { lines: { from: 4999, to: 6000 } })).toMatchObject({
      text: 'line 4999\nline 5000\n',
      lines: { from: 4999, to: 5000, total: 5000 },
      truncated: false,
    });
    expect(await read(ref, { grep: 'line 123' })).toMatchObject({ lines: { from: 123, to: 1239 } });
    expect(((await read(ref, { grep: 'line 4321' })) as { text: string }).text).toBe('4321: line 4321\n');
    expect(await read(ref, { grep: 'nowhere' })).toMatchObject({ text: '', truncated: false });
    expect(await read(ref, { stream: 'stderr' })).toMatchObject({
      text: 'warning\n',
      lines: { from: 1, to: 1, total: 1 },
    });
    const first = (await read(ref)) as { text: string; truncated: boolean; lines: { to: number } };
    expect(first.truncated).toBe(true);
    expect(first.text.endsWith(`line ${first.lines.to}\n`)).toBe(true);
    expect(await read(ref, { lines: { from: 5001, to: 5001 } })).toMatchObject({
      kind: 'refusal',
      reason: 'out_of_range',
    });
  });

  it('is read by item, also of the one list in an object', async () => {
    const rows = await produce('for (let i = 0; i < 3000; i++) console.log(JSON.stringify({ i }))', {
      format: 'jsonl',
    });
    expect(await read(rows, { item: 2999 })).toMatchObject({ item: { i: 2999 }, truncated: false });
    expect(await read(rows, { item: 3000 })).toMatchObject({ reason: 'out_of_range', expected: '0 to 2999' });
    const object = await produce('console.log(JSON.stringify({ total: 2, list: ["a", "b"] }))', { format: 'json' });
    expect(await read(object, { item: 1 })).toMatchObject({ item: 'b' });
    expect(await read(await produce('console.log("text")'), { item: 0 })).toMatchObject({ reason: 'invalid_value' });
  });

  it('is read without making or changing anything', async () => {
    await read('0'.repeat(32));
    expect(existsSync(join(bench.home, 'state'))).toBe(false);
  });

  it.each(['0'.repeat(32), '../../etc/passwd', '..', '', 'A'.repeat(32), `${'0'.repeat(32)}/..`, '0'.repeat(31)])(
    'is not there for the reference %j',
    async (ref) => {
      expect(await read(ref)).toMatchObject({ kind: 'refusal', reason: 'result_not_found' });
    },
  );
});
