import { createHash } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody, quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });

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
    expect((await quick('file.duplicate_find', { min_bytes: 10, paths: ['a'] }, bench.cwd)).groups).toEqual([]);
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
