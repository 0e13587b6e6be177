/** All of a kept output can be read, however it is cut: by bytes, by lines, around what a search finds, by part. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, OutputFormat } from '../../src/capability/capability.ts';
import { type ResultReadResponse, resultReadResponse } from '../../src/contract/result-read.v1.ts';
import { isRefusal, type Refusal } from '../../src/reason/refusal.ts';
import { readResult } from '../../src/run/read-result.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

async function ask(bytes: Uint8Array, more: object, output: OutputFormat = { format: 'text' }) {
  const readStored = async () => ({ meta: { output: output as unknown as Json }, bytes });
  const given = await readResult(
    { version: 'result-read.v1', result_ref: 'r', ...more },
    { readResult: readStored as never },
  );
  if (!isRefusal(given)) resultReadResponse.parse(JSON.parse(JSON.stringify(given)));
  return given;
}

async function read(...call: Parameters<typeof ask>): Promise<ResultReadResponse> {
  const given = await ask(...call);
  if (isRefusal(given)) throw new Error(JSON.stringify(given));
  expect(utf8(given.text ?? '').length).toBeLessThanOrEqual(32 * 1024 + 8);
  return given;
}

/** Reads on from the end of each answer until nothing is left. */
async function readAll(bytes: Uint8Array, first: object, grep?: string): Promise<string[]> {
  const texts: string[] = [];
  for (let more: object = first; ; ) {
    const { text = '', range, truncated } = await read(bytes, more);
    texts.push(text);
    if (!truncated) return texts;
    const from = range?.to ?? 0;
    expect(from).toBeGreaterThan(range?.from ?? 0);
    more = { bytes: { from, to: bytes.length }, ...(grep === undefined ? {} : { grep }) };
  }
}

describe('one huge line', () => {
  const line = `${'x'.repeat(700_000)}NEEDLE${'端口'.repeat(100_000)}NEEDLE\n`;
  const bytes = utf8(line);

  it('is read on from where it was cut, by bytes and from lines', async () => {
    expect((await readAll(bytes, { bytes: { from: 0, to: bytes.length } })).join('')).toBe(line);
    const [first = '', ...rest] = await readAll(bytes, { lines: { from: 1, to: 1 } });
    expect(first.endsWith('…')).toBe(true);
    expect(first.slice(0, -1) + rest.join('')).toBe(line);
  });

  it('shows around what is found, with the byte at which it stands', async () => {
    const { text = '', lines } = await read(bytes, { grep: 'NEEDLE' });
    const rows = text.trimEnd().split('\n');
    const places = rows.map((row) => Number(/^1@(\d+): …/.exec(row)?.[1]));
    expect(places).toEqual([700_000, bytes.length - 7]);
    expect(rows[0]).toMatch(/x{200}NEEDLE端口.*…$/);
    expect(lines).toEqual({ from: 1, to: 1, total: 1 });
    const [at = 0] = places;
    expect((await read(bytes, { bytes: { from: at, to: at + 6 } })).text).toBe('NEEDLE');
  });

  it('with ever so many places shows all of them, one answer after the other', async () => {
    const many = utf8(`${`${'y'.repeat(1000)}HIT`.repeat(500)}\nlast HIT`);
    const shown = (await readAll(many, { grep: 'HIT' }, 'HIT')).join('').trimEnd().split('\n');
    expect(shown).toHaveLength(501);
    expect(shown.at(-1)).toBe('2: last HIT');
  });
});

it('whatever the bytes are, reading on gives all of them once', async () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r\n', '\u0080', '\u202e', '\u001b[31m', '端', 'a'.repeat(5000), 'é'.repeat(20_001), '\0'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), async (pieces, times) => {
      const bytes = utf8(pieces.join('').repeat(times));
      for (const first of [{}, { bytes: { from: 0, to: Math.max(1, bytes.length) } }]) {
        let at = 0;
        for (let more: object = first; ; ) {
          const { range, truncated } = await read(bytes, more);
          expect(range?.from).toBe(at);
          at = range?.to ?? 0;
          if (!truncated) break;
          more = { bytes: { from: at, to: bytes.length } };
        }
        expect(at).toBe(bytes.length);
      }
    }),
    { numRuns: 60, seed: 3 },
  );
});

it('a search keeps to the lines that are named beside it', async () => {
  const bytes = utf8(Array.from({ length: 300 }, (_, index) => `row ${index + 1}\n`).join(''));
  expect((await read(bytes, { grep: '9', lines: { from: 200, to: 219 } })).text).toBe('209: row 209\n219: row 219\n');
});

describe('a part of a structured result', () => {
  const json: OutputFormat = { format: 'json' };
  const value = {
    entries: Array.from({ length: 5000 }, (_, index) => ({ path: `/e/${index}` })),
    skipped: ['a'],
    deep: { 'a/b~c': [1, { text: 'z'.repeat(100_000) }] },
  };
  const bytes = utf8(JSON.stringify(value));
  const refused = async (item: unknown, of: unknown = value) =>
    (await ask(utf8(JSON.stringify(of)), { item }, json)) as Refusal;

  it('is named by the pointer that cuts give', async () => {
    const part = async (item: string) => (await read(bytes, { item }, json)).item;
    expect(await part('/entries/4000')).toEqual({ path: '/e/4000' });
    expect(await part('/skipped/0')).toBe('a');
    expect(await part('/deep/a~1b~0c/0')).toBe(1);
    const whole = await read(bytes, { item: '/entries' }, json);
    expect(whole).toMatchObject({ truncated: true, cuts: [{ path: '/entries', total: 5000 }] });
    const next = (whole.cuts?.[0]?.shown ?? 0) + 1;
    expect(await part(`${whole.cuts?.[0]?.path}/${next}`)).toEqual({ path: `/e/${next}` });
  });

  it('that is a long text is read on by bytes', async () => {
    const item = '/deep/a~1b~0c/1/text';
    expect(await read(bytes, { item }, json)).toMatchObject({ cuts: [{ path: item, total: 100_000 }] });
    const last = await read(bytes, { item, bytes: { from: 99_990, to: 200_000 } }, json);
    expect(last).toMatchObject({ text: 'z'.repeat(10), truncated: false, range: { to: 100_000, total: 100_000 } });
    expect(await refused('/entries')).not.toMatchObject({ kind: 'refusal' });
    expect(await ask(bytes, { item: '/entries', bytes: { from: 0, to: 9 } }, json)).toMatchObject({
      reason: 'invalid_value',
    });
  });

  it('that is not there says what is', async () => {
    expect(await refused(4000)).toMatchObject({
      reason: 'invalid_value',
      message: expect.stringContaining('/entries, /skipped, /deep/a~1b~0c'),
    });
    expect(await refused('/entries/5000')).toMatchObject({
      reason: 'out_of_range',
      expected: 'below /entries: 0 to 4999',
    });
    expect(await refused('/entris/1')).toMatchObject({ expected: 'one of entries, skipped, deep' });
    for (const item of [
      '/constructor',
      '/__proto__',
      '/entries/length',
      '/entries/-1',
      '/entries/01',
      '/skipped/0/0',
    ]) {
      expect(await refused(item)).toMatchObject({ kind: 'refusal', reason: 'out_of_range' });
    }
    expect(await refused(0, { a: { b: 1 } })).toMatchObject({ message: expect.stringContaining('by lines, by bytes') });
  });
});

it.each([{ bytes: { from: 5, to: 6 } }, { bytes: { from: 3, to: 3 } }, { lines: { from: 2, to: 2 } }])(
  'refuses %j of a line of four bytes',
  async (more) => {
    expect(await ask(utf8('abc\n'), more)).toMatchObject({ reason: 'out_of_range' });
  },
);
