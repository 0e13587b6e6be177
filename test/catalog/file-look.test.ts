/** file.*: what only looks. Real files with difficult names, sizes, permissions and encodings. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });

describe('file.find', () => {
  it('finds every difficult name and gives it back so that it can be opened', async () => {
    for (const name of NASTY) bench.put(`d/${name}`, 'x');
    const { entries, total, truncated, complete } = await runChecked('file.find', { path: 'd' }, at());
    expect(entries.map(({ path }: { path: string }) => path).sort()).toEqual(NASTY.map((name) => `d/${name}`).sort());
    expect({ total, truncated, complete }).toEqual({ total: NASTY.length, truncated: false, complete: true });
  });

  it('filters by pattern, part of a name, extension, kind, size and time', async () => {
    const old = bench.put('a/Old.LOG', 'x'.repeat(10));
    utimesSync(old, 1_000_000_000, 1_000_000_000);
    bench.put('a/b/new.log', 'x'.repeat(200));
    bench.put('a/b/readme.md');
    mkdirSync(join(bench.cwd, 'a/log'));
    symlinkSync('nowhere', join(bench.cwd, 'a/link'));
    const find = async (args: object): Promise<string[]> =>
      (await quick('file.find', { ...args }, bench.cwd)).entries.map(({ path }: { path: string }) => path);
    expect(await find({ name: '*.log' })).toEqual(['a/Old.LOG', 'a/b/new.log']);
    expect(await find({ name: '*.log', case_sensitive: true })).toEqual(['a/b/new.log']);
    expect(await find({ name: 'read' })).toEqual(['a/b/readme.md']);
    expect(await find({ name: 'a/**/*.md' })).toEqual(['a/b/readme.md']);
    expect(await find({ extensions: ['log'], min_size: 100 })).toEqual(['a/b/new.log']);
    expect(await find({ type: 'directory' })).toEqual(['a', 'a/b', 'a/log']);
    expect(await find({ type: 'symlink' })).toEqual(['a/link']);
    expect(await find({ modified_before: '2005-01-01' })).toEqual(['a/Old.LOG']);
    expect(await find({ empty: true })).toEqual(['a/b/readme.md', 'a/log']);
    expect(await find({ max_depth: 1 })).toEqual(['a']);
    expect(await find({ sort: 'size', type: 'file', limit: 1 })).toEqual(['a/b/new.log']);
    expect(await find({ name: 'nothing like it' })).toEqual([]);
  });

  it('does not follow links in circles and stays out of what is excluded', async () => {
    bench.put('a/node_modules/x/y.js');
    symlinkSync('..', join(bench.cwd, 'a/up'));
    const { entries } = await quick('file.find', {}, bench.cwd);
    expect(entries.map(({ path }: { path: string }) => path)).toEqual(['a', 'a/node_modules', 'a/up']);
  });

  it('reports what may not be read and goes on', () => {
    bench.put('open/x');
    bench.put('shut/y');
    chmodSync(join(bench.cwd, 'shut'), 0);
    const answer = asNobody('file.find', { type: 'file' }, bench.cwd);
    expect(answer).toMatchObject({ complete: false, unreadable: [{ path: 'shut', reason: 'permission denied' }] });
    expect(answer.entries.map(({ path }: { path: string }) => path)).toEqual(['open/x']);
  });

  it('stays bounded with very many files', async () => {
    mkdirSync(join(bench.cwd, 'many'));
    for (let i = 0; i < 12_000; i += 1) writeFileSync(join(bench.cwd, 'many', `f${i}`), '');
    const { entries, total, truncated } = await quick('file.find', { path: 'many', limit: 100 }, bench.cwd);
    expect([entries.length, total, truncated]).toEqual([100, 12_000, true]);
  });

  it('reports a name that is not UTF-8 instead of losing it in silence', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${bench.cwd}/bad-`), Buffer.from([0xff])]), '');
    const { entries, complete, unreadable } = await quick('file.find', {}, bench.cwd);
    expect([entries, complete, unreadable[0].reason]).toEqual([[], false, 'the name is not UTF-8']);
    execFileSync('sh', ['-c', 'rm -f bad-*'], { cwd: bench.cwd });
  });

  it('says what is wrong with its arguments', async () => {
    bench.put('file');
    expect(await runRefused('file.find', { path: 'missing' }, at())).toContain('missing does not exist');
    expect(await runRefused('file.find', { path: 'file' }, at())).toContain('not a directory');
    expect(await runRefused('file.find', { path: '~/x' }, at())).toContain('is not expanded');
    expect(await runRefused('file.find', { modified_after: 'last week' }, at())).toContain('not a moment');
  });
});

describe('file.tree', () => {
  it('draws directories, files and links, with line ends in names escaped', async () => {
    bench.put('a/b/c');
    bench.put('a/new\nline');
    symlinkSync('b', join(bench.cwd, 'a/link'));
    bench.put('z');
    const { lines, directories, files } = await runChecked('file.tree', {}, at());
    expect(lines).toEqual([
      '├── a/',
      '│   ├── b/',
      '│   │   └── c',
      '│   ├── link -> b',
      '│   └── new\\nline',
      '└── z',
    ]);
    expect([directories, files]).toEqual([2, 4]);
  });

  it('goes as deep as told and says when lines are missing', async () => {
    bench.put('a/b/c');
    expect((await quick('file.tree', { max_depth: 1 }, bench.cwd)).lines).toEqual(['└── a/']);
    expect((await quick('file.tree', { directories_only: true }, bench.cwd)).lines).toEqual(['└── a/', '    └── b/']);
    expect(await quick('file.tree', { limit: 1 }, bench.cwd)).toMatchObject({ lines: ['└── a/'], truncated: true });
  });
});

describe('file.head and file.tail', () => {
  const numbered = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i} 中`);

  it('show both ends of a large file', async () => {
    bench.put('-big', `${numbered(1, 300_000).join('\r\n')}\r\n`);
    const head = await runChecked('file.head', { path: '-big', lines: 3 }, at());
    expect(head).toMatchObject({ lines: numbered(1, 3), encoding: 'utf-8', truncated: true });
    const tail = await runChecked('file.tail', { path: '-big', lines: 3 }, at());
    expect(tail).toMatchObject({ lines: numbered(299_998, 300_000), truncated: true, size: head.size });
  });

  it.each(['', '\n', 'one', 'one\n', 'one\ntwo', '\n\n\n'])(
    'agree with head and tail of the system on %j',
    async (content) => {
      bench.put('f', content);
      for (const [id, name] of [
        ['file.head', 'head'],
        ['file.tail', 'tail'],
      ] as const) {
        for (const count of [1, 2, 10]) {
          const expected = execFileSync(name, ['-n', String(count), 'f'], { cwd: bench.cwd, encoding: 'utf8' });
          const lines = expected.split('\n');
          if (lines.at(-1) === '') lines.pop();
          expect((await quick(id, { path: 'f', lines: count }, bench.cwd)).lines).toEqual(lines);
        }
      }
    },
  );

  it('read UTF-16 and GBK', async () => {
    bench.put('wide', Buffer.from(`\ufeff${numbered(1, 50).join('\n')}\n`, 'utf16le'));
    expect((await quick('file.tail', { path: 'wide', lines: 2 }, bench.cwd)).lines).toEqual(numbered(49, 50));
    expect((await quick('file.head', { path: 'wide', lines: 1 }, bench.cwd)).lines).toEqual(numbered(1, 1));
    const gbk = execFileSync('iconv', ['-f', 'utf-8', '-t', 'gbk'], {
      input: '这是一个测试文件，里面有中文内容。\n第二行',
    });
    bench.put('gbk', gbk);
    expect(await quick('file.tail', { path: 'gbk', lines: 1 }, bench.cwd)).toMatchObject({
      lines: ['第二行'],
      encoding: 'gb18030',
    });
    expect((await quick('file.head', { path: 'gbk', lines: 1, encoding: 'gbk' }, bench.cwd)).lines).toEqual([
      '这是一个测试文件，里面有中文内容。',
    ]);
  });

  it('cut lines that nobody reads, and refuse what is no text', async () => {
    bench.put('long', `${'x'.repeat(5_000_000)}\nend\n`);
    expect(await quick('file.head', { path: 'long', lines: 1 }, bench.cwd)).toMatchObject({
      cut_lines: 1,
      truncated: true,
    });
    expect((await quick('file.tail', { path: 'long', lines: 1 }, bench.cwd)).lines).toEqual(['end']);
    bench.put('binary', Buffer.from([1, 0, 2, 0xff, 0, 0, 7]));
    expect(await runRefused('file.head', { path: 'binary' }, at())).toContain('is not text');
    expect(await runRefused('file.tail', { path: '.' }, at())).toContain('is a directory');
    execFileSync('mkfifo', [join(bench.cwd, 'pipe')]);
    expect(await runRefused('file.head', { path: 'pipe' }, at())).toContain('is not a regular file');
    expect(await runRefused('file.head', { path: 'missing' }, at())).toContain('does not exist');
  });
});

describe('file.count_lines', () => {
  it('counts as wc does, and a last line without an end too', async () => {
    bench.put('a 空.txt', '中文 two\nthree\n');
    bench.put('-b', 'no end');
    const { files, total, complete, unreadable } = await runChecked(
      'file.count_lines',
      { paths: ['a 空.txt', '-b', 'gone'] },
      at(),
    );
    expect(files).toEqual([
      { path: 'a 空.txt', lines: 2, words: 3, characters: 13, bytes: 17, ends_with_newline: true },
      { path: '-b', lines: 1, words: 2, characters: 6, bytes: 6, ends_with_newline: false },
    ]);
    expect(total).toEqual({ files: 2, lines: 3, words: 5, bytes: 23 });
    expect([complete, unreadable]).toEqual([false, [{ path: 'gone', reason: 'gone does not exist' }]]);
  });
});

describe('file.compare', () => {
  it('shows where two texts differ', async () => {
    bench.put('-l', 'a\nb\nc\n');
    bench.put('r r', 'a\nB\nc\n');
    const answer = await runChecked('file.compare', { left: '-l', right: 'r r' }, at());
    expect(answer).toMatchObject({ kind: 'files', equal: false, binary: false, first_difference: 2 });
    expect(answer.diff).toEqual(['--- -l', '+++ r r', '@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c']);
    expect(await quick('file.compare', { left: '-l', right: '-l' }, bench.cwd)).toMatchObject({
      equal: true,
      diff: [],
    });
  });

  it('tells that binary files differ and where', async () => {
    bench.put('a', Buffer.from([0, 1, 2]));
    bench.put('b', Buffer.from([0, 1, 3, 4]));
    expect(await quick('file.compare', { left: 'a', right: 'b' }, bench.cwd)).toMatchObject({
      equal: false,
      binary: true,
      first_difference: 2,
      diff: [],
    });
  });

  it('compares directories by contents', async () => {
    for (const side of ['l', 'r']) bench.put(`${side}/same/x`, 'x');
    bench.put('l/only/deep/1', '1');
    bench.put('l/changed', 'aa');
    bench.put('r/changed', 'ab');
    bench.put('r/new', '');
    bench.put('l/kind', '');
    mkdirSync(join(bench.cwd, 'r/kind'));
    const answer = await runChecked('file.compare', { left: 'l', right: 'r' }, at());
    expect(answer).toMatchObject({ kind: 'directories', equal: false, same: 1, total: 4 });
    expect(answer.differences).toEqual([
      { path: 'changed', status: 'different' },
      { path: 'kind', status: 'type_differs' },
      { path: 'new', status: 'right_only' },
      { path: 'only', status: 'left_only' },
    ]);
    expect(await runRefused('file.compare', { left: 'l', right: 'l/changed' }, at())).toContain('is a directory and');
  });
});

describe('file.hash', () => {
  it('computes and checks digests', async () => {
    bench.put('-空', 'abc');
    const sha = createHash('sha256').update('abc').digest('hex');
    expect(await runChecked('file.hash', { paths: ['-空'] }, at())).toMatchObject({
      files: [{ path: '-空', hash: sha, size: 3 }],
      matches: null,
    });
    const md5 = '900150983CD24FB0D6963F7D28E17F72';
    expect(await quick('file.hash', { paths: ['-空'], algorithm: 'md5', expected: md5 }, bench.cwd)).toMatchObject({
      matches: true,
    });
    expect(await quick('file.hash', { paths: ['-空'], expected: '0'.repeat(64) }, bench.cwd)).toMatchObject({
      matches: false,
    });
    expect(await runRefused('file.hash', { paths: ['-空'], expected: md5 }, at())).toContain('is it another digest');
    for (const algorithm of ['sha512', 'sha1', 'sha384', 'sha3-256', 'blake2b512']) {
      const expected = createHash(algorithm).update('abc').digest('hex');
      expect(await quick('file.hash', { paths: ['-空'], algorithm, expected }, bench.cwd)).toMatchObject({
        matches: true,
      });
    }
  });
});

describe('file.type', () => {
  it('goes by contents', async () => {
    bench.put('-picture.txt', Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'));
    bench.put('text', '中文\n');
    symlinkSync('text', join(bench.cwd, 'link'));
    const { files } = await runChecked('file.type', { paths: ['-picture.txt', 'text', 'link', '.'] }, at());
    expect(files.map(({ mime }: { mime: string }) => mime)).toEqual([
      'image/png',
      'text/plain',
      'inode/symlink',
      'inode/directory',
    ]);
    expect(files[1]).toMatchObject({ charset: 'utf-8', source: 'file' });
    expect(files[2].link_target).toBe('text');
  });

  it('judges by itself where the system has no file command', async () => {
    bench.put('p', Buffer.from('89504e470d0a1a0a', 'hex'));
    bench.put('j', '{"a": 1}');
    bench.put('s', '#!/bin/sh\necho\n');
    bench.put('b', Buffer.from([0, 1, 2, 3]));
    const path = process.env.PATH;
    process.env.PATH = bench.cwd;
    try {
      const { files } = await quick('file.type', { paths: ['p', 'j', 's', 'b'] }, bench.cwd);
      expect(files.map(({ mime, source }: { mime: string; source: string }) => `${mime} ${source}`)).toEqual([
        'image/png magic',
        'application/json magic',
        'text/x-shellscript magic',
        'application/octet-stream magic',
      ]);
    } finally {
      process.env.PATH = path;
    }
  });
});

describe('file.duplicate_find', () => {
  it('groups equal contents, the largest waste first; hard links are one file', async () => {
    bench.put('a/big', 'x'.repeat(100_000));
    bench.put('b/big copy', 'x'.repeat(100_000));
    bench.put('b/big other', `${'x'.repeat(99_999)}y`);
    bench.put('s1', 'ab');
    bench.put('s2', 'ab');
    bench.put('s3', 'ab');
    linkSync(join(bench.cwd, 's3'), join(bench.cwd, 's4'));
    bench.put('e1');
    bench.put('e2');
    const answer = await runChecked('file.duplicate_find', {}, at());
    expect(answer.groups.map(({ paths }: { paths: string[] }) => paths)).toEqual([
      ['a/big', 'b/big copy'],
      ['s1', 's2', 's3'],
    ]);
    expect(answer).toMatchObject({ wasted_bytes: 100_004, hard_links: 1, total: 2, complete: true });
    expect((await quick('file.duplicate_find', { min_size: 10, paths: ['a'] }, bench.cwd)).groups).toEqual([]);
  });
});

describe('file.permissions_show', () => {
  it('shows mode and owner, and what the caller may do', async () => {
    const file = bench.put('d/空 x', '');
    chmodSync(file, 0o4750);
    const { files } = await runChecked('file.permissions_show', { paths: ['d/空 x', 'd'] }, at());
    expect(files[0]).toMatchObject({ mode: '4750', symbolic: '-rwsr-x---', type: 'file', uid: process.getuid?.() });
    expect(files[1]).toMatchObject({ type: 'directory', executable: true });
  });

  it('finds the parent that is closed', () => {
    bench.put('outer/inner/file');
    chmodSync(join(bench.cwd, 'outer'), 0o700);
    chmodSync(join(bench.cwd, 'outer/inner'), 0);
    if (process.getuid?.() === 0) chmodSync(join(bench.cwd, 'outer'), 0o755);
    const answer = asNobody('file.permissions_show', { paths: ['outer/inner/file'], parents: true }, bench.cwd);
    const inner = answer.files.find(({ path }: { path: string }) => path.endsWith('/inner'));
    expect(inner).toMatchObject({ mode: '0000', readable: false, executable: false });
    expect(answer).toMatchObject({ complete: false });
    expect(answer.unreadable[0].reason).toContain('no permission');
  });
});

describe('file.recent', () => {
  beforeEach(() => {
    const now = Date.now() / 1000;
    for (const [name, age] of [
      ['new', 60],
      ['-older', 3000],
      ['ancient', 90_000_000],
    ] as const) {
      utimesSync(bench.put(`d/${name}`), now, now - age);
    }
  });

  it('lists the newest first within the time asked for', async () => {
    const answer = await runChecked('file.recent', { path: 'd' }, at());
    expect(answer.files.map(({ path }: { path: string }) => path)).toEqual(['d/new', 'd/-older']);
    expect((await quick('file.recent', { hours: 0.5 }, bench.cwd)).files).toHaveLength(1);
    expect(await quick('file.recent', { since: '2001-01-01', limit: 2 }, bench.cwd)).toMatchObject({
      total: 3,
      truncated: true,
    });
    rmSync(join(bench.cwd, 'd'), { recursive: true });
    expect(await quick('file.recent', {}, bench.cwd)).toMatchObject({ files: [], total: 0 });
  });
});
