/** file.find, file.tree and file.recent: what is where, with difficult names, many files and closed directories. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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
    expect(await find({ extensions: ['log'], min_bytes: 100 })).toEqual(['a/b/new.log']);
    expect(await find({ type: 'directory' })).toEqual(['a', 'a/b', 'a/log']);
    expect(await find({ type: 'symlink' })).toEqual(['a/link']);
    expect(await find({ modified_before: '2005-01-01' })).toEqual(['a/Old.LOG']);
    expect(await find({ empty: true })).toEqual(['a/b/readme.md', 'a/log']);
    expect(await find({ depth: 1 })).toEqual(['a']);
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
    expect((await quick('file.tree', { depth: 1 }, bench.cwd)).lines).toEqual(['└── a/']);
    expect((await quick('file.tree', { directories_only: true }, bench.cwd)).lines).toEqual(['└── a/', '    └── b/']);
    expect(await quick('file.tree', { limit: 1 }, bench.cwd)).toMatchObject({ lines: ['└── a/'], truncated: true });
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
