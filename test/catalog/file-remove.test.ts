/** file.delete, trash and rename_batch: what takes a name or a file away. Every test looks at the disk afterwards. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { DISK, MEMORY, TWO_FILE_SYSTEMS } from './file-systems.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const names = (path = '.'): string[] => readdirSync(here(path)).sort();

describe('file.rename_batch', () => {
  it('previews by default and renames when told', async () => {
    for (const name of ['a b.txt', 'c d.txt', '.hidden x', '-e f.md']) bench.put(`d/${name}`, name);
    const args = { path: 'd', pattern: ' ', replacement: '_' };
    const preview = await runChecked('file.rename_batch', args, at());
    expect(preview).toMatchObject({ applied: false, total: 3, conflicts: [] });
    expect(names('d')).toContain('a b.txt');
    await runChecked('file.rename_batch', { ...args, preview: false }, at());
    expect(names('d')).toEqual(['-e_f.md', '.hidden x', 'a_b.txt', 'c_d.txt']);
    expect(readFileSync(here('d/a_b.txt'), 'utf8')).toBe('a b.txt');
  });

  it('numbers, changes case, uses expressions, and swaps', async () => {
    for (const name of ['x.JPG', 'y.JPG', '1-a', '2-b']) bench.put(`d/${name}`, name);
    await quick(
      'file.rename_batch',
      { path: 'd', include: ['*.JPG'], template: 'p{n:3}{ext}', case: 'lower', preview: false },
      bench.cwd,
    );
    expect(names('d')).toEqual(['1-a', '2-b', 'p001.jpg', 'p002.jpg']);
    await quick(
      'file.rename_batch',
      { path: 'd', include: ['?-?'], pattern: '^(.)-(.)$', regex: true, replacement: '$2-$1', preview: false },
      bench.cwd,
    );
    expect(names('d')).toEqual(['a-1', 'b-2', 'p001.jpg', 'p002.jpg']);
    await quick(
      'file.rename_batch',
      { path: 'd', include: ['p*'], template: 'p{n:3}.jpg', start: 2, preview: false },
      bench.cwd,
    );
    expect(names('d').slice(2)).toEqual(['p002.jpg', 'p003.jpg']);
    expect(readFileSync(here('d/p003.jpg'), 'utf8')).toBe('y.JPG');
  });

  it('renames nothing when two names clash or a name cannot be', async () => {
    for (const name of ['a1', 'a2', 'b']) bench.put(`d/${name}`, name);
    for (const args of [
      { template: 'same' },
      { pattern: 'a1', replacement: 'b' },
      { pattern: 'a', replacement: '../' },
    ]) {
      const preview = await quick('file.rename_batch', { path: 'd', ...args }, bench.cwd);
      expect(preview.conflicts.length).toBeGreaterThan(0);
      await expect(quick('file.rename_batch', { path: 'd', ...args, preview: false }, bench.cwd)).rejects.toThrow(
        'nothing was renamed',
      );
      expect(names('d')).toEqual(['a1', 'a2', 'b']);
    }
    expect(await runRefused('file.rename_batch', { path: 'd' }, at())).toContain('there is no rule');
    await expect(
      quick('file.rename_batch', { path: 'd', pattern: '(a+)+$', regex: true, include: ['*'] }, bench.cwd),
    ).resolves.toBeDefined();
  });
});

describe('file.delete', () => {
  it('deletes exactly what is named', async () => {
    for (const name of NASTY) bench.put(name, 'xx');
    bench.put('d/e/f', '1234');
    const args = { paths: ['d'], recursive: true };
    const preview = await runChecked('file.delete', { ...args, preview: true }, at());
    expect(preview).toMatchObject({ applied: false, entries: 3, bytes: 4 });
    expect(existsSync(here('d/e/f'))).toBe(true);
    const done = await runChecked('file.delete', args, at());
    expect(done).toMatchObject({
      applied: true,
      complete: true,
      deleted: [{ path: here('d'), type: 'directory', entries: 3, bytes: 4 }],
    });
    await runChecked('file.delete', { paths: ['*', '-rf', 'new\nline'] }, at());
    expect(names()).toEqual([...NASTY].filter((name) => !['*', '-rf', 'new\nline'].includes(name)).sort());
  });

  it('deletes a link and not what it points to', async () => {
    bench.put('keep/x', 'x');
    symlinkSync('keep', here('link'));
    bench.put('d/y');
    symlinkSync('../keep', here('d/link'));
    await quick('file.delete', { paths: ['link/'] }, bench.cwd);
    await quick('file.delete', { paths: ['d'], recursive: true }, bench.cwd);
    expect([names(), names('keep')]).toEqual([['keep'], ['x']]);
  });

  it.each(['/', '/etc', '/usr/bin', '.', '..', homedir()])('refuses %s', async (path) => {
    await expect(quick('file.delete', { paths: [path], recursive: true, preview: true }, bench.cwd)).rejects.toThrow(
      'refused to delete',
    );
  });

  it('refuses before it deletes anything', async () => {
    bench.put('d/1');
    bench.put('d/2');
    for (const [args, words] of [
      [{ paths: ['d'] }, 'recursive is not set'],
      [{ paths: ['d', 'gone'], recursive: true }, 'gone does not exist'],
      [{ paths: ['d'], recursive: true, max_entries: 2 }, 'more than max_entries'],
      [{ paths: ['d', 'd/1'], recursive: true }, 'lies in d'],
    ] as const) {
      await expect(quick('file.delete', args as never, bench.cwd)).rejects.toThrow(words);
    }
    expect(names('d')).toEqual(['1', '2']);
  });

  it('tells what it could not delete', () => {
    bench.put('d/shut/x');
    bench.put('d/y');
    for (const path of ['.', 'd']) chmodSync(here(path), 0o777);
    chmodSync(here('d/shut'), 0o555);
    const answer = asNobody('file.delete', { paths: ['d'], recursive: true }, bench.cwd);
    expect(answer.complete).toBe(false);
    expect(answer.failures[0]).toEqual({ path: here('d/shut/x'), reason: 'permission denied' });
    expect(existsSync(here('d/shut/x'))).toBe(true);
  });
});

describe('file.trash', () => {
  const environment = () => ({ ...process.env, XDG_DATA_HOME: here('data'), HOME: here('home') });
  let places: readonly string[] = [];
  afterEach(() => {
    for (const place of places) rmSync(place, { recursive: true, force: true });
    places = [];
  });

  it('moves into the trash with a note that leads back', async () => {
    bench.put('d/-空 %.txt', 'one');
    const first = await runChecked('file.trash', { paths: ['d/-空 %.txt'] }, { ...at(), environment: environment() });
    const [entry] = first.trashed;
    expect(readFileSync(entry.trash_path, 'utf8')).toBe('one');
    expect(existsSync(here('d/-空 %.txt'))).toBe(false);
    const note = readFileSync(entry.info_path, 'utf8');
    expect(note).toMatch(/^\[Trash Info\]\nPath=\/.*\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/);
    expect(decodeURIComponent(/Path=(.*)/.exec(note)![1]!)).toBe(here('d/-空 %.txt'));
    bench.put('d/-空 %.txt', 'two');
    const second = await runChecked('file.trash', { paths: ['d'] }, { ...at(), environment: environment() });
    expect(readFileSync(join(second.trashed[0].trash_path, '-空 %.txt'), 'utf8')).toBe('two');
  });

  it('gives a second file of the same name another name in the trash', async () => {
    for (const content of ['1', '2', '3']) {
      bench.put('x.txt', content);
      await runChecked('file.trash', { paths: ['x.txt'] }, { ...at(), environment: environment() });
    }
    expect(names('data/Trash/files')).toEqual(['x.2.txt', 'x.3.txt', 'x.txt']);
    expect(names('data/Trash/info')).toEqual(['x.2.txt.trashinfo', 'x.3.txt.trashinfo', 'x.txt.trashinfo']);
  });

  it.runIf(TWO_FILE_SYSTEMS)('uses the trash of another file system', async () => {
    const [home, far] = [DISK, MEMORY].map((place) => mkdtempSync(join(place, 'cap-trash-'))) as [string, string];
    places = [home, far];
    execFileSync('touch', [join(far, 'there')]);
    const { trashed } = await runChecked(
      'file.trash',
      { paths: [join(far, 'there')] },
      { ...at(), environment: { ...environment(), XDG_DATA_HOME: join(home, 'data'), HOME: home } },
    );
    const top = join(MEMORY, `.Trash-${process.getuid?.()}`);
    expect(trashed[0].trash_path.startsWith(top)).toBe(true);
    expect(readFileSync(trashed[0].info_path, 'utf8')).toContain(`Path=${far.slice(MEMORY.length + 1)}/there\n`);
    for (const path of [trashed[0].trash_path, trashed[0].info_path]) rmSync(path);
  });

  it('refuses what is missing and what must stay', async () => {
    expect(await runRefused('file.trash', { paths: ['gone'] }, at())).toContain('gone does not exist');
    expect(await runRefused('file.trash', { paths: ['/etc'] }, at())).toContain('directory of the system');
  });
});
