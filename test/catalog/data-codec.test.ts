/** data.codec.*: against the system's own tools and the examples of the standards. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });

describe('Base64', () => {
  it('encodes texts and files as base64 does', async () => {
    bench.put('-bin', Buffer.from([0xfb, 0xff, 0xfe, 0]));
    expect(await runChecked('data.codec.base64_encode', { text: '中文 a' }, at())).toEqual({
      base64: execFileSync('base64', { input: '中文 a' }).toString().trim(),
      bytes: 8,
    });
    expect((await quick('data.codec.base64_encode', { path: '-bin' }, bench.cwd)).base64).toBe('+//+AA==');
    expect((await quick('data.codec.base64_encode', { path: '-bin', url_safe: true }, bench.cwd)).base64).toBe(
      '-__-AA',
    );
    expect((await quick('data.codec.base64_encode', { text: '' }, bench.cwd)).base64).toBe('');
    expect(await runRefused('data.codec.base64_encode', {}, at())).toContain('either path or text');
  });

  it.each([
    ['5Lit5paHIGE=', '中文 a'],
    ['5Lit5paH IGE', '中文 a'],
    ['data:text/plain;base64,aGk=', 'hi'],
    ['-__-AA', null],
    ['iVBORw0KGgo', null],
  ])('decodes %s', async (base64, text) => {
    expect(await quick('data.codec.base64_decode', { base64 }, bench.cwd)).toMatchObject({ text });
  });

  it('tells what bytes look like, and refuses what is no Base64', async () => {
    expect(await runChecked('data.codec.base64_decode', { base64: 'iVBORw0KGgo' }, at())).toMatchObject({
      text: null,
      hex: '89504e470d0a1a0a',
      mime: 'image/png',
      bytes: 8,
    });
    for (const base64 of ['abc$', 'a', 'ab=', '+_ab'])
      await expect(quick('data.codec.base64_decode', { base64 }, bench.cwd)).rejects.toThrow(/Base64/);
    expect(await runRefused('data.codec.base64_decode', { base64: 'a.b.c' }, at())).toContain('is not Base64');
  });
});

describe('URLs', () => {
  it('encode and decode', async () => {
    expect(await runChecked('data.codec.url_encode', { text: "上海 a&b=c'(*)" }, at())).toEqual({
      text: '%E4%B8%8A%E6%B5%B7%20a%26b%3Dc%27%28%2A%29',
    });
    expect((await quick('data.codec.url_encode', { text: 'a b+c', mode: 'form' }, bench.cwd)).text).toBe('a+b%2Bc');
    expect(
      (await quick('data.codec.url_encode', { text: 'https://x.org/搜?q=a b%20c', mode: 'url' }, bench.cwd)).text,
    ).toBe('https://x.org/%E6%90%9C?q=a%20b%20c');
    const decoded = await runChecked(
      'data.codec.url_decode',
      { text: 'https://x.org/?q=%E7%8C%AB+1&q=&flag#f?a=b' },
      at(),
    );
    expect(decoded).toEqual({
      text: 'https://x.org/?q=猫+1&q=&flag#f?a=b',
      parameters: [
        { name: 'q', value: '猫 1' },
        { name: 'q', value: '' },
        { name: 'flag', value: '' },
      ],
    });
    expect((await quick('data.codec.url_decode', { text: 'a+b%2B', plus_as_space: true }, bench.cwd)).text).toBe(
      'a b+',
    );
    expect(await runRefused('data.codec.url_decode', { text: '100%' }, at())).toContain(
      'without two hexadecimal digits',
    );
    await expect(quick('data.codec.url_decode', { text: '%ff' }, bench.cwd)).rejects.toThrow('not UTF-8');
  });
});

describe('data.codec.jwt_decode', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('shows claims and times and verifies nothing', async () => {
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '用户', iat: 1_600_000_000, exp: 1_700_000_000 })}.c2ln`;
    const answer = await runChecked('data.codec.jwt_decode', { token: `Bearer ${token}` }, at());
    expect(answer).toEqual({
      header: { alg: 'HS256', typ: 'JWT' },
      payload: { sub: '用户', iat: 1_600_000_000, exp: 1_700_000_000 },
      algorithm: 'HS256',
      issued_at: '2020-09-13T12:26:40Z',
      not_before: null,
      expires_at: '2023-11-14T22:13:20Z',
      expired: true,
      signature_verified: false,
    });
    const lasting = `${part({ alg: 'none' })}.${part({ exp: 1e300 })}.`;
    expect(await quick('data.codec.jwt_decode', { token: lasting }, bench.cwd)).toMatchObject({
      expired: false,
      expires_at: null,
    });
  });

  it.each([
    ['a.b', 'three parts'],
    ['a.b.c.d.e', 'encrypted'],
    ['YQ.e30.x', 'is not JSON'],
    [`${part({})}.${Buffer.from('[1]').toString('base64url')}.`, 'no JSON object'],
    ['$.e30.', 'not Base64'],
  ])('refuses %s', async (token, words) => {
    await expect(quick('data.codec.jwt_decode', { token }, bench.cwd)).rejects.toThrow(words);
  });
});

describe('data.codec.uuid_create', () => {
  it('creates random and ordered ones, all different', async () => {
    const { uuids } = await runChecked('data.codec.uuid_create', { count: 100 }, at());
    expect(new Set(uuids).size).toBe(100);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const before = Date.now();
    const ordered: string[] = (await quick('data.codec.uuid_create', { version: 7, count: 1000 }, bench.cwd)).uuids;
    expect([...ordered].sort()).toEqual(ordered);
    for (const uuid of ordered)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(ordered[0]!.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});

describe('data.codec.timestamp_convert', () => {
  const convert = (args: object) => quick('data.codec.timestamp_convert', { timezone: 'UTC', ...args }, bench.cwd);

  it.each([
    ['1700000000', 's'],
    ['1700000000000', 'ms'],
    ['1700000000000000', 'us'],
    ['1700000000000000000', 'ns'],
  ])('%s is read in %s', async (value, unit) => {
    expect(await convert({ value })).toMatchObject({ utc: '2023-11-14T22:13:20.000Z', unit, seconds: 1_700_000_000 });
  });

  it('goes both ways in any zone, also where clocks change', async () => {
    const shanghai = await runChecked(
      'data.codec.timestamp_convert',
      { value: '2026-01-31 08:00', timezone: 'Asia/Shanghai' },
      at(),
    );
    expect(shanghai).toEqual({
      seconds: 1_769_817_600,
      milliseconds: 1_769_817_600_000,
      utc: '2026-01-31T00:00:00.000Z',
      local: '2026-01-31T08:00:00.000+08:00',
      timezone: 'Asia/Shanghai',
      weekday: 'Saturday',
      unit: null,
    });
    expect(await convert({ value: '2026-07-01', timezone: 'America/New_York' })).toMatchObject({
      utc: '2026-07-01T04:00:00.000Z',
      local: '2026-07-01T00:00:00.000-04:00',
    });
    expect(await convert({ value: '2026-03-08 03:30', timezone: 'America/New_York' })).toMatchObject({
      utc: '2026-03-08T07:30:00.000Z',
    });
    expect(await convert({ value: '2026-01-31T08:00:00.25+05:30' })).toMatchObject({ utc: '2026-01-31T02:30:00.250Z' });
    expect(await convert({ value: '-1' })).toMatchObject({ utc: '1969-12-31T23:59:59.000Z', weekday: 'Wednesday' });
    expect(await convert({ value: '1.5', unit: 's' })).toMatchObject({ milliseconds: 1500 });
    const now = await convert({});
    expect(Math.abs(now.milliseconds - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['2026-02-30', 'no such date'],
    ['yesterday', 'neither a number nor a date'],
    ['9999999999999999999999', 'outside of the years'],
  ])('refuses %s', async (value, words) => {
    await expect(convert({ value })).rejects.toThrow(words);
    expect(await runRefused('data.codec.timestamp_convert', { timezone: 'Mars/Base' }, at())).toContain('no time zone');
  });
});

describe('data.codec.password_create', () => {
  it('has every kind of character and none that look alike', async () => {
    const { passwords, entropy_bits } = await runChecked('data.codec.password_create', { count: 50, length: 8 }, at());
    expect(new Set(passwords).size).toBe(50);
    expect(entropy_bits).toBeGreaterThan(45);
    for (const password of passwords) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9])[!-~]{8}$/);
      expect(password).not.toMatch(/[0Oo1lI|]/);
    }
    const plain = await quick(
      'data.codec.password_create',
      { symbols: false, avoid_ambiguous: false, length: 64 },
      bench.cwd,
    );
    expect(plain.passwords[0]).toMatch(/^[A-Za-z0-9]{64}$/);
  });
});

describe('data.codec.regex_test', () => {
  it('lists matches with places and groups', async () => {
    const answer = await runChecked(
      'data.codec.regex_test',
      { pattern: '(?<y>\\d{4})(-x)?', text: 'a 2026\n中 1999-x', replacement: '<$<y>>' },
      at(),
    );
    expect(answer.matches).toEqual([
      { match: '2026', index: 2, line: 1, column: 3, groups: ['2026', null], named: { y: '2026' } },
      { match: '1999-x', index: 9, line: 2, column: 3, groups: ['1999', '-x'], named: { y: '1999' } },
    ]);
    expect(answer.replaced).toBe('a <2026>\n中 <1999>');
    expect(await quick('data.codec.regex_test', { pattern: 'x*', text: 'ab', limit: 1 }, bench.cwd)).toMatchObject({
      total: 3,
      truncated: true,
    });
    expect(await quick('data.codec.regex_test', { pattern: 'B', flags: 'i', text: 'b' }, bench.cwd)).toMatchObject({
      total: 1,
    });
    expect(await quick('data.codec.regex_test', { pattern: 'z', text: '' }, bench.cwd)).toMatchObject({
      total: 0,
      replaced: null,
    });
  });

  it('stops what explodes and explains what is wrong', async () => {
    expect(
      await runRefused('data.codec.regex_test', { pattern: '(a+)+$', text: `${'a'.repeat(50)}b` }, at()),
    ).toContain('nested repetition');
    await expect(quick('data.codec.regex_test', { pattern: '(', text: '' }, bench.cwd)).rejects.toThrow(
      'Unterminated group',
    );
    await expect(quick('data.codec.regex_test', { pattern: 'a', flags: 'uv', text: '' }, bench.cwd)).rejects.toThrow(
      'not a regular expression',
    );
  });
});
