/** file.text: encodings and line ends, held against iconv. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const iconv = (text: string, to: string): Buffer => execFileSync('iconv', ['-f', 'utf-8', '-t', to], { input: text });

const TEXTS = {
  simplified: '这是一个用来测试的文件，里面有一些中文内容，我们要看看它能不能被认出来。',
  traditional: '這是一個用來測試的文件，裡面有一些中文內容，我們要看看它能不能被認出來。',
  japanese: 'これはテストのためのファイルです。日本語の文章がいくつか入っています。',
  korean: '이것은 시험을 위한 파일입니다. 한국어 문장이 몇 개 들어 있습니다.',
  russian: 'Это проверочный файл, в котором есть несколько слов на русском языке.',
  french: 'Voilà un été très agréable, où les élèves ont reçu des leçons à côté.',
};

describe('file.text.encoding_detect', () => {
  it.each([
    [TEXTS.simplified, 'gb18030', 'gb18030'],
    [TEXTS.simplified, 'gbk', 'gb18030'],
    [TEXTS.traditional, 'big5', 'big5'],
    [TEXTS.japanese, 'shift_jis', 'shift_jis'],
    [TEXTS.japanese, 'euc-jp', 'euc-jp'],
    [TEXTS.korean, 'euc-kr', 'euc-kr'],
    [TEXTS.russian, 'windows-1251', 'windows-1251'],
    [TEXTS.russian, 'koi8-r', 'koi8-r'],
    [TEXTS.french, 'windows-1252', 'windows-1252'],
  ])('%s in %s', async (text, encoding, expected) => {
    bench.put('f', iconv(text, encoding));
    const { files } = await quick('file.text.encoding_detect', { paths: ['f'] }, bench.cwd);
    expect(files[0]).toMatchObject({ encoding: expected, bom: false });
    expect(files[0].sample.slice(0, 20)).toBe(text.slice(0, 20));
    if (encoding !== 'windows-1252') expect(files[0].confidence).toBe('likely');
  });

  it('is certain where it can be and says what is binary', async () => {
    const texts: readonly (readonly [string, Buffer, string | null, string])[] = [
      ['plain', Buffer.from('abc\r\n'), 'ascii', 'crlf'],
      ['utf8', Buffer.from('中文\nb\r\n'), 'utf-8', 'mixed'],
      ['bom', Buffer.from('\ufeffx'), 'utf-8', 'none'],
      ['le', Buffer.from('\ufeff中文\n', 'utf16le'), 'utf-16le', 'lf'],
      ['be', Buffer.from('\ufeff中文\n', 'utf16le').swap16(), 'utf-16be', 'lf'],
      ['bare', Buffer.from('text without a mark\n', 'utf16le'), 'utf-16le', 'lf'],
      ['empty', Buffer.alloc(0), 'ascii', 'none'],
      ['binary', Buffer.from([0x7f, 0x45, 0, 1, 0, 0xff, 2]), null, 'none'],
    ];
    for (const [name, bytes] of texts) bench.put(name, bytes);
    const { files } = await runChecked('file.text.encoding_detect', { paths: texts.map(([name]) => name) }, at());
    expect(files.map((file: Record<string, unknown>) => [file.path, file.encoding, file.line_ending])).toEqual(
      texts.map(([name, , encoding, end]) => [name, encoding, end]),
    );
  });

  it('does not claim to know from two characters', async () => {
    bench.put('f', iconv('好的', 'gbk'));
    expect((await quick('file.text.encoding_detect', { paths: ['f'] }, bench.cwd)).files[0].confidence).toBe('guess');
  });
});

describe('file.text.encoding_convert', () => {
  it('makes UTF-8 of GBK and keeps the original', async () => {
    bench.put('-字幕.srt', iconv(TEXTS.simplified, 'gbk'));
    const answer = await runChecked('file.text.encoding_convert', { paths: ['-字幕.srt'] }, at());
    const [file] = answer.files;
    expect(file).toMatchObject({ from: 'gb18030', to: 'utf-8', changed: true, backup: here('-字幕.srt.bak') });
    expect(readFileSync(here('-字幕.srt'), 'utf8')).toBe(TEXTS.simplified);
    expect(readFileSync(here('-字幕.srt.bak'))).toEqual(iconv(TEXTS.simplified, 'gbk'));
    expect(await quick('file.text.encoding_convert', { paths: ['-字幕.srt'] }, bench.cwd)).toMatchObject({
      changed: 0,
      files: [{ changed: false, backup: null }],
    });
  });

  it('converts several, or none when one of them cannot be', async () => {
    for (const name of ['a.txt', 'b.txt']) bench.put(name, iconv(TEXTS.simplified, 'gbk'));
    bench.put('c.txt', Buffer.from([0x81]));
    const paths = ['a.txt', 'c.txt'];
    await expect(quick('file.text.encoding_convert', { paths, from: 'gbk' }, bench.cwd)).rejects.toThrow('c.txt');
    expect(existsSync(here('a.txt.bak'))).toBe(false);
    const answer = await quick('file.text.encoding_convert', { paths: ['a.txt', 'b.txt', 'a.txt'] }, bench.cwd);
    expect(answer).toMatchObject({ changed: 2, files: [{ from: 'gb18030' }, { from: 'gb18030' }] });
    expect(readFileSync(here('b.txt'), 'utf8')).toBe(TEXTS.simplified);
    const both = { paths: ['a.txt', 'b.txt'], output: 'c.txt' };
    await expect(quick('file.text.encoding_convert', both, bench.cwd)).rejects.toThrow('is for one file');
  });

  it.each([
    ['gbk', TEXTS.simplified],
    ['big5', TEXTS.traditional],
    ['shift_jis', TEXTS.japanese],
    ['euc-jp', TEXTS.japanese],
    ['euc-kr', TEXTS.korean],
    ['windows-1251', TEXTS.russian],
    ['koi8-r', TEXTS.russian],
    ['windows-1252', TEXTS.french],
    ['iso-8859-2', 'Příliš žluťoučký kůň'],
  ])('writes %s as iconv does', async (encoding, text) => {
    bench.put('f', text);
    await quick('file.text.encoding_convert', { paths: ['f'], to: encoding, output: 'out' }, bench.cwd);
    expect(readFileSync(here('out'))).toEqual(iconv(text, encoding));
    await quick('file.text.encoding_convert', { paths: ['out'], from: encoding, output: 'back' }, bench.cwd);
    expect(readFileSync(here('back'), 'utf8')).toBe(text);
    expect(readFileSync(here('f'), 'utf8')).toBe(text);
  });

  it('writes UTF-16 and UTF-8 with a mark', async () => {
    bench.put('f', '中a');
    for (const [to, bytes] of [
      ['utf-16le', 'fffe2d4e6100'],
      ['utf-16be', 'feff4e2d0061'],
      ['utf-8-bom', 'efbbbfe4b8ad61'],
    ] as const) {
      await quick('file.text.encoding_convert', { paths: ['f'], to, output: to }, bench.cwd);
      expect(readFileSync(here(to)).toString('hex')).toBe(bytes);
    }
  });

  it('refuses what would lose a character, what it only guesses, and wrong bytes', async () => {
    bench.put('f', 'ok 😀');
    expect(await runRefused('file.text.encoding_convert', { paths: ['f'], to: 'gbk' }, at())).toContain(
      'cannot write 1 characters',
    );
    bench.put('short', iconv('好', 'gbk'));
    await expect(quick('file.text.encoding_convert', { paths: ['short'] }, bench.cwd)).rejects.toThrow(
      'is not certain',
    );
    await expect(quick('file.text.encoding_convert', { paths: ['short'], from: 'utf-8' }, bench.cwd)).rejects.toThrow(
      'not utf-8',
    );
    await expect(quick('file.text.encoding_convert', { paths: ['short'], from: 'klingon' }, bench.cwd)).rejects.toThrow(
      'no encoding',
    );
    await expect(
      quick('file.text.encoding_convert', { paths: ['short'], from: 'gbk', output: 'f' }, bench.cwd),
    ).rejects.toThrow('overwrite is not set');
    expect([readFileSync(here('f'), 'utf8'), existsSync(here('f.bak'))]).toEqual(['ok 😀', false]);
  });
});

describe('file.text.line_endings_convert', () => {
  it('changes line ends and no other byte', async () => {
    const gbk = iconv('中文\r\n第二行\n', 'gbk');
    bench.put('-win 空', 'a\r\nb\rc\n');
    bench.put('gbk', gbk);
    bench.put('unix', 'a\n');
    bench.put('wide', Buffer.from('\ufeffa\r\n', 'utf16le'));
    bench.put('bin', Buffer.from('a\r\n\0'));
    const paths = ['-win 空', 'gbk', 'unix', 'wide', 'bin'];
    expect(await quick('file.text.line_endings_convert', { paths, preview: true }, bench.cwd)).toMatchObject({
      applied: false,
      changed: { length: 2 },
    });
    expect(readFileSync(here('gbk'))).toEqual(gbk);
    const answer = await runChecked('file.text.line_endings_convert', { paths }, at());
    expect(answer.changed).toEqual([
      { path: '-win 空', before: 'mixed', lines: 2 },
      { path: 'gbk', before: 'mixed', lines: 1 },
    ]);
    expect(answer).toMatchObject({ unchanged: 1, complete: false, skipped: [{ path: 'wide' }, { path: 'bin' }] });
    expect(readFileSync(here('-win 空'), 'utf8')).toBe('a\nb\nc\n');
    expect(readFileSync(here('gbk'))).toEqual(iconv('中文\n第二行\n', 'gbk'));
    await quick('file.text.line_endings_convert', { paths: ['unix'], to: 'crlf' }, bench.cwd);
    expect(readFileSync(here('unix'), 'utf8')).toBe('a\r\n');
  });
});
