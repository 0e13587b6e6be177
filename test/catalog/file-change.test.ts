/** file.permissions_set, copy, move and symlink_create. Every test looks at the disk afterwards. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { DISK, MEMORY, TWO_FILE_SYSTEMS } from './file-systems.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const names = (path = '.'): string[] => readdirSync(here(path)).sort();
const mode = (path: string): string => (lstatSync(here(path)).mode & 0o7777).toString(8);

describe('file.permissions_set', () => {
  it('adds a bit and tells before and after', async () => {
    chmodSync(bench.put('-run it.sh'), 0o644);
    const answer = await runChecked('file.permissions_set', { paths: ['-run it.sh'], mode: 'u+x' }, at());
    expect(answer).toMatchObject({
      applied: true,
      changes: [{ before: '0644', after: '0744' }],
      total: 1,
      complete: true,
    });
    expect(mode('-run it.sh')).toBe('744');
  });

  it.each(['600', '0755', 'go-w', 'a=rX', 'u=rw,go=r', '+x', 'u+s', 'g=', 'o+t', 'a-x,u+X'])(
    'does with %s what chmod does',
    async (change) => {
      for (const name of ['ours', 'theirs']) {
        chmodSync(bench.put(`${name}/file`), 0o664);
        chmodSync(bench.put(`${name}/program`), 0o775);
        mkdirSync(here(`${name}/dir`), { mode: 0o775 });
      }
      execFileSync('chmod', ['-R', change.replace(/^\+/, 'a+'), 'theirs'], { cwd: bench.cwd });
      await quick('file.permissions_set', { paths: ['ours'], mode: change, recursive: true }, bench.cwd);
      for (const path of ['', '/file', '/program', '/dir'])
        expect(`${path} ${mode(`ours${path}`)}`).toBe(`${path} ${mode(`theirs${path}`)}`);
    },
  );

  it('changes only files or nothing at all when told so, and leaves links alone', async () => {
    chmodSync(bench.put('d/a'), 0o600);
    symlinkSync(here('outside'), here('d/link'));
    chmodSync(bench.put('outside'), 0o600);
    chmodSync(here('d'), 0o755);
    const args = { paths: ['d'], mode: '644', recursive: true, apply_to: 'files' };
    expect(await quick('file.permissions_set', { ...args, preview: true }, bench.cwd)).toMatchObject({
      applied: false,
      total: 1,
    });
    expect(mode('d/a')).toBe('600');
    await quick('file.permissions_set', args, bench.cwd);
    expect([mode('d/a'), mode('d'), mode('outside')]).toEqual(['644', '755', '600']);
    expect(await quick('file.permissions_set', { paths: ['d/link'], mode: '777' }, bench.cwd)).toMatchObject({
      complete: false,
      total: 0,
    });
    expect(await runRefused('file.permissions_set', { paths: ['/etc'], mode: '777', recursive: true }, at())).toContain(
      'directory of the system',
    );
    expect(await runRefused('file.permissions_set', { paths: ['d'], mode: 'u+q' }, at())).toContain(
      'invalid_arguments',
    );
  });
});

describe('file.copy', () => {
  it('copies difficult names with modes, times and links', async () => {
    for (const name of NASTY) bench.put(`from/${name}`, name);
    chmodSync(here('from/-rf'), 0o751);
    utimesSync(here('from/-rf'), 1_500_000_000, 1_500_000_000);
    symlinkSync('../gone', here('from/link'));
    const answer = await runChecked('file.copy', { sources: ['from'], destination: 'to/deep/' }, at());
    expect(answer).toMatchObject({ files: NASTY.length, complete: true });
    expect(names('to/deep/from')).toEqual([...NASTY, 'link'].sort());
    for (const name of NASTY) expect(readFileSync(here(`to/deep/from/${name}`), 'utf8')).toBe(name);
    expect([mode('to/deep/from/-rf'), statSync(here('to/deep/from/-rf')).mtimeMs]).toEqual(['751', 1_500_000_000_000]);
    expect(readlinkSync(here('to/deep/from/link'))).toBe('../gone');
  });

  it('overwrites only when told, and never a directory', async () => {
    bench.put('a', 'new');
    bench.put('b', 'old');
    mkdirSync(here('c/a'), { recursive: true });
    expect(await runRefused('file.copy', { sources: ['a'], destination: 'b' }, at())).toContain('exists already');
    expect(readFileSync(here('b'), 'utf8')).toBe('old');
    await quick('file.copy', { sources: ['a'], destination: 'b', overwrite: true }, bench.cwd);
    expect(readFileSync(here('b'), 'utf8')).toBe('new');
    expect(await runRefused('file.copy', { sources: ['a'], destination: 'c', overwrite: true }, at())).toContain(
      'never replaced',
    );
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [{ sources: ['d'], destination: 'd/inside' }, 'is inside d'],
    [{ sources: ['a'], destination: 'a' }, 'are the same'],
    [{ sources: ['a', 'd'], destination: 'nowhere' }, 'not an existing directory'],
    [{ sources: ['a', 'e/a'], destination: 'd' }, 'two sources'],
    [{ sources: ['gone'], destination: 'x' }, 'gone does not exist'],
  ])('refuses %j', async (args, words) => {
    bench.put('a');
    bench.put('e/a');
    mkdirSync(here('d'));
    await expect(quick('file.copy', args, bench.cwd)).rejects.toThrow(words);
    expect([names(), names('d')]).toEqual([['a', 'd', 'e'], []]);
  });

  it('reports what it could not read and copies the rest', () => {
    bench.put('d/open', 'x');
    chmodSync(bench.put('d/shut', 'x'), 0);
    mkdirSync(here('target'));
    chmodSync(here('target'), 0o777);
    const answer = asNobody('file.copy', { sources: ['d'], destination: 'target' }, bench.cwd);
    expect(answer).toMatchObject({
      files: 1,
      complete: false,
      skipped: [{ path: 'd/shut', reason: 'permission denied' }],
    });
  });
});

describe('file.move', () => {
  it('renames and moves, and the old place is empty', async () => {
    bench.put('-a b', '1');
    bench.put('d/x', '2');
    mkdirSync(here('to'));
    await runChecked('file.move', { sources: ['-a b', 'd'], destination: 'to' }, at());
    expect([names(), names('to'), readFileSync(here('to/d/x'), 'utf8')]).toEqual([['to'], ['-a b', 'd'], '2']);
    await quick('file.move', { sources: ['to/-a b'], destination: 'new/place/name' }, bench.cwd);
    expect(readFileSync(here('new/place/name'), 'utf8')).toBe('1');
    bench.put('other', 'keep');
    await expect(quick('file.move', { sources: ['new/place/name'], destination: 'other' }, bench.cwd)).rejects.toThrow(
      'exists already',
    );
    expect(await runRefused('file.move', { sources: ['.'], destination: 'to' }, at())).toMatch(
      /is inside|refused to move/,
    );
  });

  it.runIf(TWO_FILE_SYSTEMS)('crosses file systems', async () => {
    const [near, far] = [DISK, MEMORY].map((place) => mkdtempSync(join(place, 'cap-move-'))) as [string, string];
    try {
      mkdirSync(join(near, 'd'));
      writeFileSync(join(near, 'd/x'), 'far');
      symlinkSync('x', join(near, 'd/l'));
      await quick('file.move', { sources: ['d'], destination: far }, near);
      expect([
        readFileSync(join(far, 'd/x'), 'utf8'),
        readlinkSync(join(far, 'd/l')),
        existsSync(join(near, 'd')),
      ]).toEqual(['far', 'x', false]);
    } finally {
      for (const place of [near, far]) rmSync(place, { recursive: true });
    }
  });
});

describe('file.symlink_create', () => {
  it('makes absolute and relative links', async () => {
    bench.put('store/-配置', 'c');
    const absolute = await runChecked('file.symlink_create', { target: 'store/-配置', link: 'a/b/link' }, at());
    expect(absolute).toMatchObject({ stored: here('store/-配置'), target_exists: true, changed: true, replaced: null });
    await quick('file.symlink_create', { target: 'store/-配置', link: 'a/b/near', relative: true }, bench.cwd);
    expect([readlinkSync(here('a/b/near')), readFileSync(here('a/b/near'), 'utf8')]).toEqual([
      '../../store/-配置',
      'c',
    ]);
  });

  it('replaces links only, and only when told', async () => {
    for (const name of ['1', '2']) mkdirSync(here(`releases/${name}`), { recursive: true });
    const to = (n: string): object => ({ target: `releases/${n}`, link: 'current', relative: true });
    await quick('file.symlink_create', { ...to('1') }, bench.cwd);
    expect(await quick('file.symlink_create', { ...to('1') }, bench.cwd)).toMatchObject({ changed: false });
    await expect(quick('file.symlink_create', { ...to('2') }, bench.cwd)).rejects.toThrow('replace is not set');
    expect(await quick('file.symlink_create', { ...to('2'), replace: true }, bench.cwd)).toMatchObject({
      replaced: 'releases/1',
    });
    expect(readlinkSync(here('current'))).toBe('releases/2');
    bench.put('file', 'keep');
    await expect(
      quick('file.symlink_create', { target: 'releases', link: 'file', replace: true }, bench.cwd),
    ).rejects.toThrow('not a symbolic link');
    expect(await runRefused('file.symlink_create', { target: 'gone', link: 'x' }, at())).toContain(
      'allow_missing is not set',
    );
    expect(
      await quick('file.symlink_create', { target: 'gone', link: 'x', allow_missing: true }, bench.cwd),
    ).toMatchObject({ target_exists: false });
  });
});
