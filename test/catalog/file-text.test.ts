/** file.text: searching, replacing, sorting and columns of real files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const iconv = (text: string, to: string): Buffer => execFileSync('iconv', ['-f', 'utf-8', '-t', to], { input: text });
/** An expression whose time doubles with each character, and a line for it. */
const EXPLODES = '^(a+)+$';
const FUSE = `${'a'.repeat(40)}b`;

describe('file.text.search', () => {
  it('finds a text literally, with place and context, in files of every name', async () => {
    for (const name of NASTY) bench.put(`d/${name}`, 'one\ntwo a.b (x)\nthree\n');
    bench.put('d/decoy', 'aXb');
    const answer = await runChecked('file.text.search', { pattern: 'a.b (', paths: ['d'], context: 1 }, at());
    expect(answer).toMatchObject({
      total: NASTY.length,
      files_matched: NASTY.length,
      files_searched: NASTY.length + 1,
    });
    expect(answer.matches.map(({ path }: { path: string }) => path).sort()).toEqual(
      NASTY.map((name) => `d/${name}`).sort(),
    );
    expect(answer.matches[0]).toMatchObject({
      line: 2,
      column: 5,
      text: 'two a.b (x)',
      before: ['one'],
      after: ['three'],
    });
  });

  it('knows expressions, case, whole words and kinds of files', async () => {
    bench.put('a.ts', 'Cat concat cat_2 category\n猫cat\n\ncat');
    bench.put('b.md', 'CAT');
    const lines = async (args: object): Promise<number[]> =>
      (await quick('file.text.search', { pattern: 'cat', paths: ['a.ts'], ...args }, bench.cwd)).matches.map(
        ({ line }: { line: number }) => line,
      );
    expect(await lines({})).toEqual([1, 2, 4]);
    expect(await lines({ whole_word: true })).toEqual([4]);
    expect(await lines({ whole_word: true, ignore_case: true })).toEqual([1, 4]);
    expect(await lines({ pattern: '^cat$', regex: true })).toEqual([4]);
    expect(await lines({ pattern: '\\p{Script=Han}', regex: true })).toEqual([2]);
    const { matches } = await quick(
      'file.text.search',
      { pattern: 'cat', ignore_case: true, include: ['*.md'] },
      bench.cwd,
    );
    expect(matches.map(({ path }: { path: string }) => path)).toEqual(['b.md']);
    expect(await quick('file.text.search', { pattern: 'absent' }, bench.cwd)).toMatchObject({
      matches: [],
      total: 0,
      complete: true,
    });
  });

  it('skips binary files and directories of others, and reads other encodings', async () => {
    bench.put('x.bin', Buffer.concat([Buffer.from('needle'), Buffer.alloc(10), Buffer.from([1, 2, 0xff])]));
    bench.put('node_modules/m.js', 'needle');
    bench.put('wide.txt', Buffer.from('\ufeffthe needle\r\n', 'utf16le'));
    bench.put('gbk.txt', iconv('这是一个测试文件，里面有中文内容。\n在这里找针', 'gbk'));
    const answer = await quick('file.text.search', { pattern: 'needle' }, bench.cwd);
    expect(answer).toMatchObject({ total: 1, binary_skipped: 1, matches: [{ path: 'wide.txt', text: 'the needle' }] });
    expect((await quick('file.text.search', { pattern: '找针' }, bench.cwd)).matches[0].path).toBe('gbk.txt');
    bench.put('short-gbk.txt', iconv('TODO 中文', 'gbk'));
    expect(await quick('file.text.search', { pattern: '中文', paths: ['short-gbk.txt'] }, bench.cwd)).toMatchObject({
      total: 0,
      complete: false,
      unreadable: [{ path: 'short-gbk.txt' }],
    });
    expect(
      (await quick('file.text.search', { pattern: '找针', encoding: 'gbk', paths: ['gbk.txt'] }, bench.cwd)).total,
    ).toBe(1);
  });

  it('stops an expression that would never end', async () => {
    bench.put('f', FUSE);
    const started = Date.now();
    expect(await runRefused('file.text.search', { pattern: EXPLODES, regex: true }, at())).toContain('takes too long');
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(await runRefused('file.text.search', { pattern: '(', regex: true }, at())).toContain(
      'is not a regular expression',
    );
  });

  it('is bounded with many matches, long lines and closed files', async () => {
    bench.put('many', 'x\n'.repeat(50_000));
    expect(await quick('file.text.search', { pattern: 'x', limit: 10 }, bench.cwd)).toMatchObject({
      total: 50_000,
      truncated: true,
      matches: { length: 10 },
    });
    bench.put('long', `${'-'.repeat(2_000)}needle${'-'.repeat(2_000)}`);
    const [{ text, column }] = (await quick('file.text.search', { pattern: 'needle', paths: ['long'] }, bench.cwd))
      .matches;
    expect([column, text.length < 500, text.includes('needle')]).toEqual([2001, true, true]);
    chmodSync(bench.put('shut', 'x'), 0);
    expect(asNobody('file.text.search', { pattern: 'x', paths: ['shut', 'long'] }, bench.cwd)).toMatchObject({
      complete: false,
      unreadable: [{ path: 'shut' }],
    });
  });
});

describe('file.text.replace', () => {
  it('lists by default and writes when told, keeping everything else', async () => {
    bench.put('-a 空.txt', '\ufeffold\r\nkeep\nold old\r');
    chmodSync(here('-a 空.txt'), 0o640);
    bench.put('b', 'nothing');
    const args = { pattern: 'old', replacement: '$& new' };
    const preview = await runChecked('file.text.replace', args, at());
    expect(preview).toMatchObject({ applied: false, total_files: 1, total_replacements: 3, complete: true });
    expect(preview.files[0]).toMatchObject({
      path: '-a 空.txt',
      replacements: 3,
      samples: [{ line: 1 }, { line: 3, before: 'old old', after: '$& new $& new' }],
    });
    expect(readFileSync(here('-a 空.txt'), 'utf8')).toContain('old\r\nkeep');
    await runChecked('file.text.replace', { ...args, preview: false }, at());
    expect(readFileSync(here('-a 空.txt'), 'utf8')).toBe('\ufeff$& new\r\nkeep\n$& new $& new\r');
    expect([lstatSync(here('-a 空.txt')).mode & 0o777, readdirSync(bench.cwd).sort()]).toEqual([
      0o640,
      ['-a 空.txt', 'b'],
    ]);
  });

  it('uses groups of an expression line by line', async () => {
    bench.put('f', 'v1 and v22\nend v3');
    await quick(
      'file.text.replace',
      { pattern: 'v(\\d+)$', replacement: '<$1>', regex: true, preview: false },
      bench.cwd,
    );
    expect(readFileSync(here('f'), 'utf8')).toBe('v1 and <22>\nend <3>');
    await quick(
      'file.text.replace',
      { pattern: '(?<n>\\d+)', replacement: '$<n>$$', regex: true, preview: false },
      bench.cwd,
    );
    expect(readFileSync(here('f'), 'utf8')).toBe('v1$ and <22$>\nend <3$>');
  });

  it('leaves links links, skips what is not UTF-8, and passes over binary files', async () => {
    bench.put('real', 'old');
    symlinkSync('real', here('link'));
    bench.put('gbk', iconv('旧的 old', 'gbk'));
    bench.put('bin', Buffer.from('old\0old'));
    const answer = await quick(
      'file.text.replace',
      { pattern: 'old', replacement: 'new', paths: ['link', 'gbk', 'bin'], preview: false },
      bench.cwd,
    );
    expect(answer).toMatchObject({ total_files: 1, complete: false, skipped: [{ path: 'gbk' }] });
    expect([
      readlinkSync(here('link')),
      readFileSync(here('real'), 'utf8'),
      readFileSync(here('bin'), 'latin1'),
    ]).toEqual(['real', 'new', 'old\0old']);
  });

  it('writes nothing when too much would change or the expression explodes', async () => {
    for (let i = 0; i < 5; i += 1) bench.put(`f${i}`, 'old');
    const args = { pattern: 'old', replacement: 'new', preview: false };
    await expect(quick('file.text.replace', { ...args, max_files: 4 }, bench.cwd)).rejects.toThrow(
      'nothing was written',
    );
    bench.put('g', FUSE);
    await expect(
      quick('file.text.replace', { ...args, pattern: `old|${EXPLODES}`, regex: true }, bench.cwd),
    ).rejects.toThrow('too long');
    expect(readFileSync(here('f0'), 'utf8')).toBe('old');
  });

  it('does not get around a file that may not be written', () => {
    bench.put('ro', 'old');
    chmodSync(here('ro'), 0o444);
    chmodSync(bench.cwd, 0o777);
    const answer = asNobody('file.text.replace', { pattern: 'old', replacement: 'new', preview: false }, bench.cwd);
    expect(answer).toMatchObject({ total_files: 0, complete: false, skipped: [{ path: 'ro' }] });
    expect(readFileSync(here('ro'), 'utf8')).toBe('old');
  });
});

describe('file.text.sort_unique', () => {
  it('sorts, drops repeats and counts', async () => {
    bench.put('-f', 'b\na\n\nB \na\n10 x\n9 x\n');
    const lines = async (args: object): Promise<string[]> =>
      (await quick('file.text.sort_unique', { path: '-f', ...args }, bench.cwd)).lines.map(
        ({ text }: { text: string }) => text,
      );
    expect(await runChecked('file.text.sort_unique', { path: '-f' }, at())).toMatchObject({
      total: 5,
      distinct: 5,
      input_lines: 7,
      truncated: false,
    });
    expect(await lines({})).toEqual(['10 x', '9 x', 'B ', 'a', 'b']);
    expect(await lines({ unique: false })).toEqual(['10 x', '9 x', 'B ', 'a', 'a', 'b']);
    expect(await lines({ sort: 'number' })).toEqual(['9 x', '10 x', 'B ', 'a', 'b']);
    expect(await lines({ sort: 'frequency', limit: 1 })).toEqual(['a']);
    expect(await lines({ ignore_case: true, trim: true, descending: true })).toEqual(['b', 'a', '9 x', '10 x']);
    expect(await lines({ skip_empty: false, limit: 1 })).toEqual(['']);
    expect(statSync(here('-f')).size).toBe(19);
  });
});

describe('file.text.columns_extract', () => {
  it('splits at blanks or at a text', async () => {
    bench.put('-log', 'HEAD x\n  1.2.3.4   GET\t/a\n5.6.7.8 POST /b  extra\nshort\n');
    const answer = await runChecked('file.text.columns_extract', { path: '-log', columns: [1, 3, -1], skip: 1 }, at());
    expect(answer).toEqual({
      rows: [
        ['1.2.3.4', '/a', '/a'],
        ['5.6.7.8', '/b', 'extra'],
        ['short', null, 'short'],
      ],
      total: 3,
      short_lines: 1,
      truncated: false,
    });
    bench.put('passwd', 'root:x:0:0::/root:/bin/sh\nann:x:1::,:/home/ann:\n');
    expect(
      (await quick('file.text.columns_extract', { path: 'passwd', columns: [1, 5, -1], separator: ':' }, bench.cwd))
        .rows,
    ).toEqual([
      ['root', '', '/bin/sh'],
      ['ann', ',', ''],
    ]);
    expect(
      await quick('file.text.columns_extract', { path: '-log', columns: [1], contains: 'POST', limit: 1 }, bench.cwd),
    ).toMatchObject({ rows: [['5.6.7.8']], total: 1 });
  });
});
