import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachInRepository, NASTY, type Repository, succeeded } from './git-fixture.ts';

const { bench, work } = eachInRepository();

describe('git.branch_list', () => {
  it('knows upstreams, distance, merged and gone branches', async () => {
    work.commit('one', { a: '1' });
    work.git('init', '-q', '--bare', '../origin.git');
    work.git('remote', 'add', 'origin', '../origin.git');
    work.git('push', '-q', '-u', 'origin', 'main');
    work.git('branch', 'merged');
    work.git('switch', '-q', '-c', '功能/登录');
    work.git('push', '-q', '-u', 'origin', 'HEAD');
    work.commit('ahead');
    work.git('switch', '-q', '-c', 'gone');
    work.git('push', '-q', '-u', 'origin', 'HEAD');
    work.git('push', '-q', 'origin', '--delete', 'gone');
    work.git('switch', '-q', 'main');
    const local = succeeded(await work.run('git.branch_list'));
    const by = Object.fromEntries(local.branches.map((one: { name: string }) => [one.name, one]));
    expect(local).toMatchObject({ current: 'main', total: 4, truncated: false });
    expect(by.main).toMatchObject({ current: true, upstream: 'origin/main', ahead: 0, behind: 0, merged: true });
    expect(by['功能/登录']).toMatchObject({ ahead: 1, behind: 0, merged: false, subject: 'ahead', scope: 'local' });
    expect(by.gone).toMatchObject({ upstream_gone: true, ahead: null });
    expect(by.merged).toMatchObject({ merged: true, upstream: null });
    const names = async (args: object) =>
      succeeded(await work.run('git.branch_list', { ...args }))
        .branches.map(({ name }: { name: string }) => name)
        .sort();
    expect(await names({ only: 'merged' })).toEqual(['main', 'merged']);
    expect(await names({ only: 'gone' })).toEqual(['gone']);
    expect(await names({ only: 'unmerged', merged_into: 'gone' })).toEqual([]);
    expect(await names({ scope: 'remote' })).toEqual(['origin/main', 'origin/功能/登录']);
    expect(await names({ name: '登' })).toEqual(['功能/登录']);
    expect(succeeded(await work.run('git.branch_list', { limit: 1 }))).toMatchObject({ total: 4, truncated: true });
  });

  it('is empty before the first commit', async () => {
    expect(succeeded(await work.run('git.branch_list'))).toMatchObject({ current: 'main', branches: [], total: 0 });
  });
});

describe('git.search_history', () => {
  it('finds when a text came and went, on any branch', async () => {
    const came = work.commit('came', { 'a b.js': 'function parse(x) {\n}\n' });
    work.commit('between', { 'a b.js': 'function parse(x) {\n  // more\n}\n' });
    const went = work.commit('went', { 'a b.js': '// nothing\n' });
    const found = async (args: { text: string }) =>
      succeeded(await work.run('git.search_history', { ...args })).commits.map(({ hash }: { hash: string }) => hash);
    expect(await found({ text: 'function parse(' })).toEqual([went, came]);
    expect(await found({ text: 'FUNCTION PARSE(', ignore_case: true } as never)).toEqual([went, came]);
    expect(await found({ text: 'parse(x) {', match: 'line' } as never)).toEqual([went, came]);
    expect(await found({ text: 'function +[a-z]+', match: 'regex' } as never)).toEqual([went, came]);
    expect(await found({ text: 'parse', paths: ['none'] } as never)).toEqual([]);
    expect(await found({ text: '--all' })).toEqual([]);
    work.git('switch', '-q', '--orphan', 'else');
    expect(await found({ text: 'parse' })).toEqual([]);
    const all = succeeded(await work.run('git.search_history', { text: 'parse', all: true, limit: 1 }));
    expect(all).toMatchObject({
      truncated: true,
      commits: [{ hash: went, files: [{ path: 'a b.js', change: 'modified' }] }],
    });
    const broken = await work.run('git.search_history', { text: '(', match: 'regex', all: true });
    expect(broken.status).toBe('failed');
  });
});

describe('git.file_history', () => {
  it('follows renames and finds a deleted file', async () => {
    const one = work.commit('one', { '旧 名.txt': 'a\nb\nc\nd\ne\nf\n' });
    work.git('mv', '旧 名.txt', 'new.txt');
    const two = work.commit('two');
    const three = work.commit('three', { 'new.txt': 'a\nb\nc\nd\ne\nf\ng\n', other: 'x' });
    const history = succeeded(await work.run('git.file_history', { path: 'new.txt' }));
    expect(history.commits).toMatchObject([
      { hash: three, change: 'modified', path: 'new.txt', additions: 1, deletions: 0, subject: 'three' },
      { hash: two, change: 'renamed', path: 'new.txt', original_path: '旧 名.txt' },
      { hash: one, change: 'added', path: '旧 名.txt', additions: 6 },
    ]);
    expect(history.truncated).toBe(false);
    const short = succeeded(await work.run('git.file_history', { path: 'new.txt', follow: false }));
    expect(short.commits).toHaveLength(2);
    rmSync(join(work.path, 'new.txt'));
    work.commit('gone');
    const gone = succeeded(await work.run('git.file_history', { path: 'new.txt', limit: 1 }));
    expect(gone).toMatchObject({ truncated: true, commits: [{ change: 'deleted', deletions: 7 }] });
    expect((await work.run('git.file_history', { path: 'never' })).message).toContain('no history of never');
    expect((await work.run('git.file_history', { path: '.' })).message).toContain('is a directory');
  });
});

describe('git.large_files', () => {
  it('finds the largest content ever committed, deleted or not', async () => {
    work.commit('big', { 'big file.bin': Buffer.alloc(300_000, 'x'), small: 'y' });
    rmSync(join(work.path, 'big file.bin'));
    work.commit('gone', { 'mid 中.txt': 'z'.repeat(5000) });
    const found = succeeded(await work.run('git.large_files', { limit: 2 }));
    expect(found.files).toMatchObject([
      { path: 'big file.bin', bytes: 300_000, in_current_commit: false },
      { path: 'mid 中.txt', bytes: 5000, in_current_commit: true },
    ]);
    expect(found).toMatchObject({ total_files: 3, total_bytes: 305_001, truncated: true });
    expect(found.total_packed_bytes).toBeLessThan(10_000);
    expect(succeeded(await work.run('git.large_files', { min_bytes: 5001 })).total_files).toBe(1);
    work.git('switch', '-q', '--orphan', 'fresh');
    work.commit('fresh', { tiny: '1' });
    expect(succeeded(await work.run('git.large_files', { scope: 'current' })).files).toHaveLength(1);
  });

  it('is empty in an empty repository', async () => {
    expect(succeeded(await work.run('git.large_files'))).toMatchObject({ files: [], total_files: 0, truncated: false });
    expect(succeeded(await work.run('git.large_files', { scope: 'current' })).files).toEqual([]);
  });
});

describe('git.tag_list and git.stash_list', () => {
  it('lists tags of both kinds in the order asked for', async () => {
    const one = work.commit('first subject');
    work.git('tag', 'v1.10.0');
    work.git('tag', '-a', '-m', '说明 text', 'v1.9.0');
    const two = work.commit('second');
    work.git('tag', 'other', two);
    const tags = succeeded(await work.run('git.tag_list', { pattern: 'v1.*', sort: 'version' }));
    expect(tags).toEqual([
      { tag: 'v1.10.0', annotated: false, commit: one, time: expect.any(String), subject: 'first subject' },
      { tag: 'v1.9.0', annotated: true, commit: one, time: expect.any(String), subject: '说明 text' },
    ]);
    const names = async (args: object) =>
      succeeded(await work.run('git.tag_list', { ...args })).map(({ tag }: { tag: string }) => tag);
    expect(await names({ limit: 1 })).toEqual(['other']);
    expect(await names({ sort: 'name' })).toEqual(['other', 'v1.10.0', 'v1.9.0']);
    expect(await names({ contains: two })).toEqual(['other']);
    expect(await names({ pattern: 'none' })).toEqual([]);
  });

  it('lists stashes, none at first', async () => {
    expect(succeeded(await work.run('git.stash_list'))).toEqual([]);
    work.commit('one', { a: '1' });
    work.write('a', '2');
    work.git('stash', 'push', '-q', '-m', '半个 表单');
    const list = succeeded(await work.run('git.stash_list'));
    expect(list).toEqual([
      {
        stash: 'stash@{0}',
        hash: work.git('rev-parse', 'stash@{0}'),
        time: expect.stringContaining('2024-03-01T'),
        subject: 'On main: 半个 表单',
      },
    ]);
  });
});

describe('git.clean_preview', () => {
  it('names exactly the files that the clean deletes, and leaves other repositories alone', async () => {
    work.commit('one', { '.gitignore': '*.o\nbuild/\n', tracked: '1' });
    const fill = (): void => {
      for (const name of NASTY) work.write(name, '12345');
      work.write('dir/deep/new', 'x');
      work.write('dir/a.o', 'obj');
      work.write('build/out', 'out');
      mkdirSync(join(work.path, 'nested'));
      bench.repository('work/nested').commit('inside', { mine: '1' });
      symlinkSync('/nowhere', join(work.path, 'link'));
    };
    fill();
    for (const ignored of ['keep', 'only', 'also']) {
      const before = new Set(allFiles(work));
      const preview = succeeded(await work.run('git.clean_preview', { ignored }));
      expect(preview.nested_repositories).toEqual(ignored === 'only' ? [] : ['nested']);
      expect(succeeded(await work.run('git.clean', { paths: ['.'], ignored }))).toBeUndefined();
      const after = new Set(allFiles(work));
      const deleted = [...before].filter((file) => !after.has(file)).sort();
      expect(preview.files.map(({ path }: { path: string }) => path)).toEqual(deleted);
      expect(preview.total_files).toBe(deleted.length);
      expect(after).toContain('tracked');
      expect(after).toContain('nested/mine');
      rmSync(join(work.path, 'nested'), { recursive: true });
      rmSync(join(work.path, 'link'), { force: true });
      fill();
    }
    const part = succeeded(await work.run('git.clean_preview', { repository: 'dir', paths: ['deep'], limit: 1 }));
    expect(part).toMatchObject({ files: [{ path: 'dir/deep/new', bytes: 1 }], total_files: 1, total_bytes: 1 });
  });
});

function allFiles(repository: Repository): string[] {
  // git itself walks the tree here: with an index of nothing every file is an untracked one.
  const list = (path: string): string =>
    repository.git('-C', path, '-c', 'core.excludesFile=/dev/null', 'ls-files', '--cached', '--others', '-z');
  const own = list('.').split('\0');
  const nested = list('nested')
    .split('\0')
    .filter((file) => file !== '')
    .map((file) => `nested/${file}`);
  return [...own.filter((file) => file !== '' && !file.endsWith('/')), ...nested];
}
