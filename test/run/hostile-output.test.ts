/** Output that is meant to break whoever reads it: it is bounded and told, in time, and what was done stays done. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, OutputFormat } from '../../src/capability/capability.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { boundJson } from '../../src/run/evidence/bound.ts';
import { parseOutput } from '../../src/run/evidence/parse-output.ts';
import { DEEPEST_LEVELS, isDeeper, readJson } from '../../src/run/evidence/read-json.ts';
import type { Stream } from '../../src/run/ports.ts';
import { run } from '../../src/run/run.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf, waiting } from './capabilities.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('nested output', () => {
  it('is read so deep and no deeper, and brackets in texts are none', () => {
    expect(readJson(deep(DEEPEST_LEVELS)).kind).toBe('json');
    for (const levels of [DEEPEST_LEVELS + 1, 3500, 200_000]) {
      expect(readJson(deep(levels))).toEqual({ kind: 'none', why: expect.stringContaining('levels') });
      expect(readJson('{"a":'.repeat(levels))).toMatchObject({ why: expect.stringContaining('levels') });
    }
    const text = { '"[[': '['.repeat(2000), b: '\\"[['.repeat(600) };
    expect(readJson(JSON.stringify(text))).toEqual({ kind: 'json', value: text });
    expect(readJson('['.repeat(9))).toEqual({ kind: 'none', why: 'it is not JSON' });
    expect([isDeeper([[1]], 2), isDeeper([[1]], 1), isDeeper('x', 0)]).toEqual([false, true, false]);
    expect(isDeeper(JSON.parse(deep(100_000)), DEEPEST_LEVELS)).toBe(true);
  });

  it.each<[string, OutputFormat]>([
    [deep(3500), { format: 'json' }],
    [`[1]\n${deep(3500)}\n`, { format: 'jsonl' }],
    [`[1]\n${deep(DEEPEST_LEVELS)}\n`, { format: 'jsonl' }],
  ])('is told and not parsed', (text, format) => {
    expect(parseOutput(bytes(text), true, format)).toEqual({
      kind: 'unparsable',
      message: expect.stringContaining('levels'),
    });
  });

  it('as deep as it is read is bounded, shown and harmless', () => {
    const value = parseOutput(bytes(deep(DEEPEST_LEVELS)), true, { format: 'json' });
    const shown = value.kind === 'parsed' ? boundJson(value.value, 4096) : undefined;
    expect(shown?.cuts).toHaveLength(1);
    expect(boundJson({ 'k\u202e': ['\u001b[31mv\u0007'] }, 1000)?.value).toEqual({ 'k⟨U+202E⟩': ['v␇'] });
  });
});

describe('numbers that JavaScript cannot hold', () => {
  const field = { format: 'records', record_separator: '\n', field_separator: ' ' } as const;
  it.each<[string, OutputFormat, Json]>([
    ['[1e999,-1E+400,1e308,123456789012345678]', { format: 'json' }, ['1e999', '-1E+400', 1e308, '123456789012345678']],
    ['1e999\n', { format: 'jsonl' }, ['1e999']],
    ['1e999', { ...field, fields: [{ name: 'n', type: 'number' }] }, [{ n: '1e999' }]],
  ])('stay the text that they were: %s', (text, format, value) => {
    expect(parseOutput(bytes(text), true, format)).toEqual({ kind: 'parsed', value, complete: true });
  });
});

describe('large output is read in a time that grows with it and no faster', () => {
  const keys = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));
  const pairs = { format: 'key_value', separator: '=' } as const;
  const numbers = {
    format: 'records',
    record_separator: '\n',
    field_separator: ' ',
    fields: [{ name: 'n', type: 'number' }],
  } as const;
  it.each<[string, () => string, OutputFormat]>([
    ['one key again and again', () => 'a=b\n'.repeat(2_000_000), pairs],
    ['very many keys', () => keys(700_000, (index) => `k${index}=`).join('\n'), pairs],
    ['very many members', () => `{${keys(300_000, (index) => `"k${index}":${index}`).join(',')}}`, { format: 'json' }],
    ['very many items', () => `[${keys(500_000, (index) => `{"k":${index}}`).join(',')}]`, { format: 'json' }],
    ['one endless number that is none', () => `${'1'.repeat(2_000_000)}x`, numbers],
    ['one endless key', () => `{"${'\\u001b['.repeat(900_000)}":1}`, { format: 'json' }],
    ['very many lines', () => 'a\n'.repeat(4_000_000), { format: 'lines', separator: '\n' }],
  ])('%s', (_name, text, format) => {
    const output = bytes(text());
    const start = performance.now();
    const parsed = parseOutput(output, true, format);
    if (parsed.kind !== 'parsed') throw new Error(parsed.kind);
    boundJson(parsed.value, 16_384);
    // Each takes well below a second alone; what is quadratic takes minutes.
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it('has no more keys than anybody reads, and says that there were more', () => {
    const text = keys(20_000, (index) => `k${index}=v`).join('\n');
    const parsed = parseOutput(bytes(text), true, pairs);
    if (parsed.kind !== 'parsed') throw new Error(parsed.kind);
    expect([Object.keys(parsed.value as object).length, parsed.complete]).toEqual([10_000, false]);
  });
});

describe('whatever breaks after the start', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = openBench();
  });
  afterEach(() => bench.close());
  const host = () => ({ environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const });
  const written = async () => {
    const { files } = await readAudit(host());
    const events = files.flatMap(({ lines }) => lines).map((line) => JSON.parse(line));
    const outcomes = events.filter(({ kind }) => kind === 'outcome').map(({ details }) => details.status);
    return { outcomes, states: (await readOperations(host())).map(({ entry }) => entry.state) };
  };
  const reading = capability({
    outputSchema: { type: 'object' },
    handler: command({ argv: ['-e', 'console.log("{}")'], output: { format: 'json' } }),
  });
  const change = {
    ...reading,
    sideEffect: 'W-local',
    confirmation: 'caller',
    idempotency: 'non_idempotent',
    affectedResources: ['{file}'],
  } as const;
  const BREAKS = new Error('out of\nstack');
  const UNREADABLE: Stream = {
    ...{ tail: new Uint8Array(), totalBytes: 3, storedBytes: 3, capped: false },
    get head(): Uint8Array {
      throw BREAKS;
    },
  };
  const faults = (): [string, Partial<Bench['ports']>][] => [
    [
      'the reading',
      {
        execute: async (execution) => {
          const end = await bench.ports.execute(execution);
          return end.kind === 'ended' ? { ...end, stdout: UNREADABLE } : end;
        },
      },
    ],
    ['the look at its files', { lookAt: () => Promise.reject(BREAKS) }],
    [
      'the waiting',
      {
        execute: async (execution) => {
          await bench.ports.execute(execution);
          throw BREAKS;
        },
      },
    ],
  ];

  async function confirmed(ports: Bench['ports']) {
    const asked = waiting(await bench.call(change, { file: 'x' }));
    return run(requestOf(change, { file: 'x' }, { confirmation_token: asked.token }), catalogOf(change), ports);
  }

  it.each([0, 1, 2])('a change is answered as executed and unknown, and written down (%d)', async (index) => {
    const fault = faults()[index]?.[1];
    expect(await confirmed({ ...bench.ports, ...fault })).toMatchObject({
      exitCode: 9,
      response: { status: 'outcome_unknown', executed: true, business_status: 'unknown' },
    });
    expect(await written()).toEqual({ outcomes: ['outcome_unknown'], states: ['unknown'] });
  });

  it('a read is answered as executed and failed', async () => {
    const [, fault] = faults()[2] ?? [];
    const answer = await run(requestOf(reading, {}, {}), catalogOf(reading), { ...bench.ports, ...fault });
    expect(answer).toMatchObject({ response: { status: 'failed', executed: true } });
    expect(JSON.stringify(answer)).toContain('out of stack');
    expect((await written()).outcomes).toEqual(['failed']);
  });

  it('a step of the writing down takes the answer away from nobody', async () => {
    const { audit, journal, circuit } = bench.ports;
    const ports = {
      ...bench.ports,
      audit: {
        record: async (facts: Parameters<typeof audit.record>[0]) => {
          if (facts.kind === 'outcome') throw BREAKS;
          return audit.record(facts);
        },
      },
      journal: {
        ...journal,
        move: async (id: string, state: Parameters<typeof journal.move>[1]) => {
          if (state === 'acknowledged') throw BREAKS;
          return journal.move(id, state);
        },
      },
      circuit: { ...circuit, note: () => Promise.reject(BREAKS) },
    };
    const answer = await confirmed(ports);
    expect(answer).toMatchObject({ exitCode: 0, response: { status: 'succeeded', executed: true } });
    expect(JSON.stringify(answer)).toContain('could not be written to the audit: out of stack');
    // The earlier state errs to the safe side.
    expect((await written()).states).toEqual(['sent']);
  });
});
