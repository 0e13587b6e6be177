import { describe, expect, it } from 'vitest';
import type { Json, OutputFormat } from '../../src/capability/capability.ts';
import { boundJson } from '../../src/run/evidence/bound.ts';
import { gatherEvidence } from '../../src/run/evidence/evidence.ts';
import { excerpt } from '../../src/run/evidence/excerpt.ts';
import { neutralise } from '../../src/run/evidence/neutralise.ts';
import { parseOutput } from '../../src/run/evidence/parse-output.ts';
import type { Stream } from '../../src/run/ports.ts';
import { capability, command, finished, openBench } from './capabilities.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const size = (value: unknown) => bytes(JSON.stringify(value)).length;
const stream = (text: string): Stream => {
  const head = bytes(text);
  return { head, tail: new Uint8Array(), totalBytes: head.length, storedBytes: head.length, capped: false };
};

describe('text that is shown', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['cursor moves', 'a\u001b[2J\u001b[Hb', 'ab'],
    ['a window title', '\u001b]0;title\u0007x', 'x'],
    ['a link', '\u001b]8;;https://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a lone escape', 'a\u001b', 'a␛'],
    ['backspace and bell', 'a\bb\u0007', 'a␈b␇'],
    ['a turned direction', 'a\u202egpj.exe', 'a⟨U+202E⟩gpj.exe'],
    ['C1 controls', '\u009b31m', '⟨U+009B⟩31m'],
    ['CR LF', 'a\r\nb\rc', 'a\nb␍c'],
    ['plain text', 'tab\there\n端口 🚀', 'tab\there\n端口 🚀'],
  ])('has no %s in it', (_name, given, shown) => {
    expect(neutralise(given)).toBe(shown);
  });
});

describe('an excerpt', () => {
  it('of a short stream is all of it', () => {
    expect(excerpt(stream('a\nb\n'), 100, 50)).toEqual({
      text: 'a\nb\n',
      totalBytes: 4,
      truncated: false,
      binary: false,
    });
  });

  it('of a long one is whole lines of its start and end, with the gap counted', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `line ${i} 端口`).join('\n');
    const shown = excerpt(stream(text), 200, 100);
    const lines = shown.text.split('\n');
    expect(lines[0]).toBe('line 0 端口');
    expect(lines.at(-1)).toBe('line 999 端口');
    for (const line of lines) expect(line).toMatch(/^line \d+ 端口$|^… \d+ of \d+ bytes left out …$/);
    expect(shown).toMatchObject({ truncated: true, totalBytes: bytes(text).length });
    expect(bytes(shown.text).length).toBeLessThan(400);
  });

  it('never cuts a character in two', () => {
    for (let headBytes = 30; headBytes < 40; headBytes++) {
      expect(excerpt(stream('🚀端é'.repeat(100)), headBytes, 20).text).not.toContain('\ufffd');
    }
  });

  it('of data that is not text shows nothing', () => {
    expect(excerpt({ ...stream(''), head: new Uint8Array([0, 1, 2, 255]), totalBytes: 4 }, 100, 50)).toMatchObject({
      text: '',
      binary: true,
      truncated: true,
    });
  });
});

describe('stdout by its format', () => {
  const fields = [
    { name: 'pid', type: 'integer' },
    { name: 'cpu', type: 'number' },
    { name: 'command', type: 'string' },
  ] as const;
  const table: OutputFormat = {
    format: 'records',
    record_separator: '\n',
    field_separator: ' ',
    fields,
    skip_first: 1,
    collapse_space: true,
  };
  it.each<[string, string, OutputFormat, Json]>([
    ['json', ' {"a":[1,2]}\n', { format: 'json' }, { a: [1, 2] }],
    ['json with an integer beyond 2^53', '[9007199254740993, 1.5]', { format: 'json' }, ['9007199254740993', 1.5]],
    ['empty json', '', { format: 'json' }, null],
    ['jsonl', '{"a":1}\n\n{"a":2}\n', { format: 'jsonl' }, [{ a: 1 }, { a: 2 }]],
    ['lines', 'a\n b\n\nc', { format: 'lines', separator: '\n' }, ['a', ' b', '', 'c']],
    ['NUL lines', 'a\nb\0c\0', { format: 'lines', separator: '\0' }, ['a\nb', 'c']],
    ['no lines', '', { format: 'lines', separator: '\n' }, []],
    [
      'key_value',
      'a: 1\nb : x: y\nnone\na: 2\n',
      { format: 'key_value', separator: ':' },
      { a: ['1', '2'], b: 'x: y' },
    ],
    [
      'a table with spaces in its last column',
      '  PID %CPU COMMAND\n    1  0.5 /sbin/init  --x y\n',
      table,
      [{ pid: 1, cpu: 0.5, command: '/sbin/init  --x y' }],
    ],
    ['a record with missing and bad fields', 'h\nx\n', table, [{ pid: null, cpu: null, command: '' }]],
    [
      'separated records',
      'a\x1f1\x1eb\x1f2\x1f3\x1e',
      {
        format: 'records',
        record_separator: '\x1e',
        field_separator: '\x1f',
        fields: [
          { name: 'n', type: 'string' },
          { name: 'v', type: 'string' },
        ],
      },
      [
        { n: 'a', v: '1' },
        { n: 'b', v: '2\x1f3' },
      ],
    ],
  ])('%s', (_name, text, format, value) => {
    expect(parseOutput(bytes(text), true, format)).toEqual({ kind: 'parsed', value, complete: true });
  });

  it('that is cut drops its last record and says so; half a JSON document is no result', () => {
    const lines = { format: 'lines', separator: '\n' } as const;
    expect(parseOutput(bytes('a\nb\nc'), false, lines)).toEqual({ kind: 'parsed', value: ['a', 'b'], complete: false });
    expect(parseOutput(bytes('[1,'), false, { format: 'json' }).kind).toBe('unparsable');
  });

  it.each(['nonsense', '[1,]', '['.repeat(100_000)])('that is not JSON is told, never thrown', (text) => {
    expect(parseOutput(bytes(text), true, { format: 'json' }).kind).toBe('unparsable');
  });
});

describe('a bounded value', () => {
  it('is the value itself when it fits', () => {
    const value = { a: [1, 2, 3], b: { c: 'x' } };
    expect(boundJson(value, 1000)).toEqual({ value, cuts: [] });
  });

  it('keeps the first items and names the cut', () => {
    const holders = Array.from({ length: 5000 }, (_, i) => ({ pid: i, name: `process ${i}` }));
    const cut = boundJson({ port: 1, holders, complete: true }, 4096);
    const value = cut?.value as { port: number; holders: { pid: number }[]; complete: boolean };
    expect(size(value)).toBeLessThanOrEqual(4096);
    expect(size(value)).toBeGreaterThan(3000);
    expect(value).toMatchObject({ port: 1, complete: true });
    expect(value.holders).toEqual(holders.slice(0, value.holders.length));
    expect(cut?.cuts).toEqual([{ path: '/holders', shown: value.holders.length, total: 5000 }]);
  });

  it.each<[string, Json]>([
    ['one endless text', 'x'.repeat(1_000_000)],
    ['many long texts', Array.from({ length: 1000 }, () => '端'.repeat(5000))],
    ['many members', Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i]))],
    ['lists in lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, i) => i))],
    ['controls that grow when written', '\u0001'.repeat(100_000)],
  ])('fits: %s', (_name, value) => {
    const cut = boundJson(value, 8192);
    if (cut !== undefined) expect(size(cut.value)).toBeLessThanOrEqual(8192);
    expect(cut?.cuts.length ?? 1).toBeGreaterThan(0);
  });
});

describe('processes that could not be ended', () => {
  it.each([
    [null, 'Of its processes 2 could not be ended.'],
    ['timeout', /^It was stopped after \d+ ms, .* Of its processes 2 could not be ended\.$/],
  ] as const)('are told, whatever the end was (%s)', async (stopped, message) => {
    const bench = openBench();
    try {
      const { frozen } = finished(await bench.call(capability({ handler: command({ argv: ['-e', ''] }) })));
      const ending = { exitCode: 0, signal: null, stopped, durationMs: 1, resultRef: null, unenforced: [] };
      const streams = { stdout: stream(''), stderr: stream('') };
      const end = { kind: 'ended', ...ending, ...streams, leftBehind: 2, survivors: 2 } as const;
      const told = gatherEvidence({ kind: 'executed', frozen, end }, end, bench.ports.bounded).message;
      expect(told).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    } finally {
      bench.close();
    }
  });
});
