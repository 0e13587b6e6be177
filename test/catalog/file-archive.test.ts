/** file.archive.*: round trips with our own code and with the tools of the system. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeZip } from './archive-makers.ts';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const FORMATS = ['zip', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const;

function fillSource(): void {
  for (const name of NASTY) bench.put(`src/${name}`, name);
  bench.put(`src/${'long '.repeat(30)}/${'长'.repeat(60)}`, 'deep');
  bench.put('src/big', Buffer.alloc(5_000_000, 'abcdefg'));
  mkdirSync(here('src/empty'));
  symlinkSync('big', here('src/link'));
  symlinkSync('../big', here('src/empty/up'));
  chmodSync(here('src/-rf'), 0o750);
  utimesSync(here('src/-rf'), 1_600_000_000, 1_600_000_000);
}

const same = (a: string, b: string): string =>
  execFileSync('diff', ['-r', '--no-dereference', a, b], { cwd: bench.cwd, encoding: 'utf8' });

describe('round trips', () => {
  it.each(FORMATS)('%s comes out as it went in', async (format) => {
    fillSource();
    const made = await runChecked('file.archive.create', { paths: ['src'], output: `-out.${format}` }, at());
    expect(made).toMatchObject({ format, complete: true, skipped: [] });
    const listed = await runChecked('file.archive.list', { path: `-out.${format}` }, at());
    expect(listed).toMatchObject({ format, safe: true, total: made.entries, truncated: false });
    expect(listed.entries.find(({ name }: { name: string }) => name === 'src/link')).toMatchObject({
      type: 'symlink',
      link_target: 'big',
    });
    const out = await runChecked('file.archive.extract', { path: `-out.${format}`, destination: 'x' }, at());
    expect(out).toMatchObject({ entries: made.entries, top_level: ['src'] });
    expect(same('src', 'x/src')).toBe('');
    const stat = lstatSync(here('x/src/-rf'));
    expect([stat.mode & 0o777, stat.mtimeMs]).toEqual([0o750, 1_600_000_000_000]);
  });

  it.each(FORMATS)('the system reads our %s', (format) => {
    fillSource();
    // unzip writes such a name in its own way.
    if (format === 'zip') rmSync(here('src/new\nline'));
    return quick('file.archive.create', { paths: ['src'], output: `o.${format}` }, bench.cwd).then(() => {
      mkdirSync(here('x'));
      if (format === 'zip') execFileSync('unzip', ['-q', '../o.zip'], { cwd: here('x') });
      else execFileSync('tar', ['-xf', `o.${format}`, '-C', 'x'], { cwd: bench.cwd });
      expect(same('src', 'x/src')).toBe('');
    });
  });

  it.each(['gnu', 'pax', 'ustar', 'v7'])('we read a tar of the system in the form %s', async (form) => {
    bench.put('src/a b', 'x');
    if (form === 'gnu' || form === 'pax') bench.put(`src/${'长'.repeat(80)}`, 'y');
    symlinkSync('a b', here('src/l'));
    execFileSync('ln', ['src/a b', 'src/z hard'], { cwd: bench.cwd });
    execFileSync('tar', [`--format=${form}`, '-czf', 'o.tgz', 'src'], { cwd: bench.cwd });
    await quick('file.archive.extract', { path: 'o.tgz' }, bench.cwd);
    expect(same('src', 'o/src')).toBe('');
    expect(lstatSync(here('o/src/a b')).ino).toBe(lstatSync(here('o/src/z hard')).ino);
  });

  it('we read a zip of the system, and names that Windows wrote in GBK', async () => {
    fillSource();
    execFileSync('zip', ['-qry', 'o.zip', 'src'], { cwd: bench.cwd });
    await quick('file.archive.extract', { path: 'o.zip', destination: 'x' }, bench.cwd);
    expect(same('src', 'x/src')).toBe('');
    const gbk = (name: string): Buffer => execFileSync('iconv', ['-f', 'utf-8', '-t', 'gbk'], { input: name });
    bench.put('gbk.zip', makeZip([{ name: gbk('新建文件夹\\测试数据.txt'), data: 'x', host: 0 }]));
    expect((await quick('file.archive.list', { path: 'gbk.zip' }, bench.cwd)).entries[0].name).toBe(
      '新建文件夹/测试数据.txt',
    );
  });

  it('packs with exclusions, never itself, and takes out a choice', async () => {
    bench.put('p/node_modules/x/y');
    bench.put('p/src/a.ts', 'a');
    bench.put('p/src/a.log', 'l');
    const args = { paths: ['.'], directory: 'p', output: 'p/out.zip', exclude: ['node_modules', '*.log'] };
    await quick('file.archive.create', args, bench.cwd);
    await expect(quick('file.archive.create', args, bench.cwd)).rejects.toThrow('overwrite is not set');
    await quick('file.archive.create', { ...args, overwrite: true }, bench.cwd);
    const { entries } = await quick('file.archive.list', { path: 'p/out.zip' }, bench.cwd);
    expect(entries.map(({ name }: { name: string }) => name)).toEqual(['src', 'src/a.ts']);
    await quick('file.archive.extract', { path: 'p/out.zip', destination: 'x', include: ['*.ts'] }, bench.cwd);
    expect(readdirSync(here('x'), { recursive: true }).sort()).toEqual(['src', 'src/a.ts']);
    expect(await runRefused('file.archive.create', { paths: ['../../etc'], output: 'e.zip' }, at())).toContain(
      'lies outside',
    );
  });

  it('unpacks a single compressed file', async () => {
    bench.put('notes.txt.gz', gzipSync('hello'));
    expect(await quick('file.archive.list', { path: 'notes.txt.gz' }, bench.cwd)).toMatchObject({
      format: 'gz',
      entries: [{ name: 'notes.txt', size: 5 }],
    });
    await quick('file.archive.extract', { path: 'notes.txt.gz', destination: 'x' }, bench.cwd);
    expect(readFileSync(here('x/notes.txt'), 'utf8')).toBe('hello');
  });

  it('leaves out what it may not read and says so', () => {
    bench.put('s/open', 'x');
    chmodSync(bench.put('s/shut', 'x'), 0);
    chmodSync(bench.cwd, 0o777);
    const answer = asNobody('file.archive.create', { paths: ['s'], output: 'o.tar' }, bench.cwd);
    expect(answer).toMatchObject({
      entries: 2,
      complete: false,
      skipped: [{ path: 's/shut', reason: 'permission denied' }],
    });
  });
});
