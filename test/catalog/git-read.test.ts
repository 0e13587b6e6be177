import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, type Repository, succeeded } from './git-fixture.ts';

let bench: Bench;
let work: Repository;
beforeEach(() => {
  bench = openBench();
  work = bench.repository();
});
afterEach(() => bench.close());

const NASTY = ['with space.txt', '中文 文件.txt', '-dash.txt', 'new\nline.txt', 'quo"te\ttab.txt', '[id].tsx', '*'];

describe('git.status', () => {
  it('tells staged from unstaged from untracked, whatever the names', async () => {
    work.commit('one', Object.fromEntries(NASTY.map((name) => [name, `${name}\n`])));
    work.commit('two', { 'moved from.txt': 'a\nb\nc\nd\n', gone: 'x\n' });
    for (const name of NASTY) work.write(name, 'changed\n');
    work.git('mv', 'moved from.txt', 'moved to.txt');
    work.git('rm', '-q', 'gone');
    work.write('dir/new 1', '');
    work.write('dir/new 2', '');
    const status = succeeded(await work.run('git.status'));
    expect(status).toMatchObject({
      root: work.path,
      branch: 'main',
      detached: false,
      head: work.git('rev-parse', 'HEAD'),
      upstream: null,
      ahead: null,
      operation: null,
      clean: false,
      counts: { staged: 2, unstaged: NASTY.length, untracked: 1, conflicted: 0 },
      untracked: ['dir/'],
    });
    expect(status.staged).toEqual([
      { path: 'gone', change: 'deleted', original_path: null },
      { path: 'moved to.txt', change: 'renamed', original_path: 'moved from.txt' },
    ]);
    // The run shows a control character as a visible sign; the tool gave the real name.
    const shown = NASTY.map((name) => name).sort();
    expect(status.unstaged.map(({ path }: { path: string }) => path).sort()).toEqual(shown);
    const files = succeeded(await work.run('git.status', { untracked: 'files', paths: ['dir'] }));
    expect(files).toMatchObject({ untracked: ['dir/new 1', 'dir/new 2'], unstaged: [] });
    const literal = succeeded(await work.run('git.status', { paths: ['*'] }));
    expect(literal.unstaged).toEqual([{ path: '*', change: 'modified', original_path: null }]);
  });

  it('is right before the first commit, when clean, detached, and in a directory below', async () => {
    expect(succeeded(await work.run('git.status'))).toMatchObject({ branch: 'main', head: null, clean: true });
    const first = work.commit('one', { 'sub/a': '1' });
    work.git('checkout', '-q', '--detach');
    const status = succeeded(await work.run('git.status', { repository: 'sub' }));
    expect(status).toMatchObject({ root: work.path, branch: null, detached: true, head: first, clean: true });
  });

  it('cuts long lists and counts all', async () => {
    for (let i = 0; i < 30; i++) work.write(`f${i}`, '');
    const status = succeeded(await work.run('git.status', { limit: 10, untracked: 'files' }));
    expect(status.untracked).toHaveLength(10);
    expect(status).toMatchObject({ counts: { untracked: 30 }, truncated: true });
  });

  it('refuses what is no repository, in words', async () => {
    const outside = await bench.run('git.status', {}, bench.home);
    expect(outside).toMatchObject({ status: 'failed', message: `${bench.home} is not inside a git repository` });
    const missing = await bench.run('git.status', { repository: 'no such' }, bench.home);
    expect(missing).toMatchObject({ status: 'failed', message: 'no such does not exist' });
    work.git('init', '-q', '--bare', '../bare.git');
    const bare = await work.run('git.status', { repository: '../bare.git' });
    expect(bare.message).toBe('the repository is bare: it has no working tree');
  });
});

describe('git.log', () => {
  it('lists, filters and walks the reflog', async () => {
    const one = work.commit('one\n\nbody', { a: '1' });
    const two = work.commit('Fix [bug] in 登录', { b: '1' }, 'Ann <ann@example.org>');
    const three = work.commit('three', { a: '2' });
    const subjects = async (args: object) =>
      succeeded(await work.run('git.log', { ...args })).map(({ subject }: { subject: string }) => subject);
    expect(succeeded(await work.run('git.log'))[1]).toEqual({
      hash: two,
      parents: one,
      author: 'Ann',
      email: 'ann@example.org',
      time: expect.stringMatching(/^2024-03-01T10:\d\d:00\+08:00$/),
      refs: '',
      reflog: '',
      subject: 'Fix [bug] in 登录',
    });
    expect(await subjects({ max_count: 1, skip: 1 })).toEqual(['Fix [bug] in 登录']);
    expect(await subjects({ author: 'ann@' })).toEqual(['Fix [bug] in 登录']);
    expect(await subjects({ message: '[BUG]' })).toEqual(['Fix [bug] in 登录']);
    expect(await subjects({ paths: ['a'] })).toEqual(['three', 'one']);
    expect(await subjects({ revision: `${one}..HEAD~1` })).toEqual(['Fix [bug] in 登录']);
    expect(await subjects({ since: '2030-01-01' })).toEqual([]);
    work.git('reset', '-q', '--hard', one);
    expect(await subjects({})).toEqual(['one']);
    const walked = succeeded(await work.run('git.log', { reflog: true }));
    expect(walked[1]).toMatchObject({ hash: three, subject: 'three' });
    expect(walked[0].reflog).toContain('reset: moving to');
    work.git('branch', 'other', two);
    expect(await subjects({ all: true })).toEqual(['Fix [bug] in 登录', 'one']);
  });

  it('takes nothing that starts with a dash for a revision', async () => {
    work.commit('one');
    const ran = await work.run('git.log', { revision: '--output=/tmp/x' });
    expect(ran.status).toBe('invalid_arguments');
    expect((await work.run('git.log', { revision: 'no-such' })).status).toBe('failed');
  });
});

describe('git.diff', () => {
  it('tells the three stages of a change apart', async () => {
    work.commit('one', { 'a b.txt': '1\n2\n3\n', bin: new Uint8Array([0, 1, 2]) });
    work.write('a b.txt', '1\n2\n3\nstaged\n');
    work.git('add', '.');
    work.write('a b.txt', '1\n2\n3\nstaged\nunstaged\n');
    work.write('bin', new Uint8Array([0, 9]));
    const diff = async (args: object) => succeeded(await work.run('git.diff', { ...args }));
    expect(await diff({ what: 'staged' })).toMatchObject({ total_files: 1, additions: 1, deletions: 0 });
    expect(await diff({ what: 'unstaged', paths: ['a b.txt'] })).toMatchObject({ total_files: 1, additions: 1 });
    const all = await diff({ context_lines: 0 });
    expect(all.files).toEqual([
      { path: 'a b.txt', original_path: null, change: 'modified', additions: 2, deletions: 0, binary: false },
      { path: 'bin', original_path: null, change: 'modified', additions: null, deletions: null, binary: true },
    ]);
    expect(all.patch.slice(0, 7)).toEqual([
      'diff --git a/a b.txt b/a b.txt',
      expect.stringMatching(/^index /),
      '--- a/a b.txt\t',
      '+++ b/a b.txt\t',
      '@@ -3,0 +4,2 @@',
      '+staged',
      '+unstaged',
    ]);
    expect(await diff({ patch: false })).toMatchObject({ patch: null, patch_truncated: false });
    const cut = await diff({ max_patch_lines: 3, limit: 1 });
    expect(cut).toMatchObject({ patch_truncated: true, truncated: true, total_files: 2 });
    expect(cut.patch).toHaveLength(3);
  });

  it('compares branches, also from where they parted, and follows renames', async () => {
    work.commit('base', { 'old name': 'a\nb\nc\nd\ne\n' });
    work.git('switch', '-q', '-c', 'feature');
    work.git('mv', 'old name', '新 名');
    work.commit('rename');
    work.git('switch', '-q', 'main');
    work.commit('main goes on', { other: 'x\n' });
    const parted = succeeded(await work.run('git.diff', { from: 'main', to: 'feature', merge_base: true }));
    expect(parted.files).toEqual([
      { path: '新 名', original_path: 'old name', change: 'renamed', additions: 0, deletions: 0, binary: false },
    ]);
    expect(succeeded(await work.run('git.diff', { from: 'main', to: 'feature' })).total_files).toBe(2);
    expect((await work.run('git.diff', { from: 'nowhere' })).message).toBe(
      'there is no commit, branch or tag "nowhere"',
    );
    expect((await work.run('git.diff', { to: 'main' })).status).toBe('invalid_arguments');
  });

  it('before the first commit compares with nothing, and whitespace can be ignored', async () => {
    work.write('new', 'x\n');
    work.git('add', '.');
    expect(succeeded(await work.run('git.diff', { what: 'staged' })).files[0].change).toBe('added');
    expect(succeeded(await work.run('git.diff')).total_files).toBe(1);
    work.commit('one');
    work.write('new', '  x\n');
    expect(succeeded(await work.run('git.diff', { ignore_whitespace: true })).patch).toEqual([]);
  });
});

describe('git.show', () => {
  it('shows message, files and patch of a commit, the first one and a merge too', async () => {
    const first = work.commit('第一次\n\n正文 body', { 'a b': '1\n' });
    const root = succeeded(await work.run('git.show'));
    expect(root.commit).toMatchObject({
      hash: first,
      parents: [],
      author: '李 Tester',
      subject: '第一次',
      message: '第一次\n\n正文 body',
    });
    expect(root.files).toMatchObject([{ path: 'a b', change: 'added', additions: 1 }]);
    work.git('switch', '-q', '-c', 'side');
    work.commit('side', { side: 's\n' });
    work.git('switch', '-q', 'main');
    work.commit('main', { main: 'm\n' });
    work.git('merge', '-q', '--no-edit', 'side');
    const merge = succeeded(await work.run('git.show', { patch: false }));
    expect(merge.commit.parents).toHaveLength(2);
    expect(merge.files.map(({ path }: { path: string }) => path)).toEqual(['side']);
    const tagged = succeeded(await work.run('git.show', { revision: 'side', paths: ['main'] }));
    expect(tagged).toMatchObject({ total_files: 0, patch: [] });
  });

  it('gives a file as it was', async () => {
    const old = work.commit('one', { 'dir/-f.txt': 'eins\nzwei\n', bin: new Uint8Array([1, 0, 2]) });
    work.commit('two', { 'dir/-f.txt': 'neu\n' });
    const then = succeeded(await work.run('git.show', { revision: old, file: 'dir/-f.txt' }));
    expect(then.file).toMatchObject({ path: 'dir/-f.txt', size: 10, binary: false, lines: ['eins', 'zwei'] });
    const below = succeeded(await work.run('git.show', { repository: 'dir', file: '-f.txt', max_lines: 1 }));
    expect(below.file).toMatchObject({ path: 'dir/-f.txt', lines: ['neu'], truncated: false });
    expect(succeeded(await work.run('git.show', { file: 'bin' })).file).toMatchObject({ binary: true, lines: [] });
    expect((await work.run('git.show', { file: 'nope' })).message).toBe('nope is not in that commit');
    expect((await work.run('git.show', { file: 'dir' })).message).toContain('is a directory');
    expect((await work.run('git.show', { revision: '-n' })).status).toBe('invalid_arguments');
  });
});

describe('git.blame', () => {
  it('names commit and author of each line, and of a line not committed yet', async () => {
    const one = work.commit('one', { 'sub/a b.txt': 'first\nsecond\nthird\n' }, 'Ann <ann@example.org>');
    const two = work.commit('two', { 'sub/a b.txt': 'first\nSECOND\nthird\n' });
    work.write('sub/a b.txt', 'first\nSECOND\nthird\nfourth\ttab\n');
    const all = succeeded(await work.run('git.blame', { repository: 'sub', path: 'a b.txt' }));
    expect(all).toMatchObject({ path: 'sub/a b.txt', total: 4, truncated: false });
    expect(all.lines[0]).toEqual({
      line: 1,
      hash: one,
      committed: true,
      author: 'Ann',
      email: 'ann@example.org',
      time: expect.stringMatching(/^2024-03-01T10:\d\d:00\+08:00$/),
      subject: 'one',
      text: 'first',
    });
    expect(all.lines[1]).toMatchObject({ hash: two, text: 'SECOND' });
    expect(all.lines[3]).toMatchObject({ committed: false, text: 'fourth\ttab' });
    const range = succeeded(
      await work.run('git.blame', { path: 'sub/a b.txt', start_line: 2, end_line: 99, revision: one, limit: 1 }),
    );
    expect(range).toMatchObject({ total: 2, truncated: true, lines: [{ line: 2, text: 'second', hash: one }] });
  });

  it('says what is wrong with the path or the lines', async () => {
    work.commit('one', { a: '1\n' });
    expect((await work.run('git.blame', { path: 'none' })).message).toBe('git has no file none there');
    expect((await work.run('git.blame', { path: 'a', start_line: 9 })).message).toBe('a has only 1 lines, not 9');
  });
});

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

describe('git.contributors', () => {
  it('counts by person after the mailmap, with share and dates', async () => {
    work.commit('1', { '.mailmap': 'Ann Lee <ann@new.org> <ann@old.org>\n' });
    work.commit('2', { a: '1' }, 'ann <ann@old.org>');
    work.commit('3', { a: '2' }, 'Ann Lee <ANN@new.org>');
    work.commit('4', { b: '1' }, 'Ann Lee <ann@new.org>');
    const all = succeeded(await work.run('git.contributors'));
    expect(all).toMatchObject({ total_contributors: 2, total_commits: 4, truncated: false });
    expect(all.contributors[0]).toMatchObject({ name: 'Ann Lee', email: 'ann@new.org', commits: 3, percent: 75 });
    expect(all.contributors[0].last).toMatch(/^2024-03-01T10:/);
    const part = succeeded(await work.run('git.contributors', { paths: ['b'], limit: 1 }));
    expect(part).toMatchObject({ total_commits: 1, contributors: [{ commits: 1, percent: 100 }] });
    expect(succeeded(await work.run('git.contributors', { until: '2001-01-01' })).contributors).toEqual([]);
    const fresh = bench.repository('fresh');
    expect(succeeded(await fresh.run('git.contributors')).contributors).toEqual([]);
  });
});

describe('git.worktree_list', () => {
  it('tells the main one, linked ones, locked ones and those that are gone', async () => {
    work.commit('one');
    work.git('worktree', 'add', '-q', '../附加 tree', '-b', 'side');
    work.git('worktree', 'add', '-q', '--detach', '../detached');
    work.git('worktree', 'lock', '--reason', 'on a stick', '../detached');
    work.git('worktree', 'add', '-q', '../lost', '-b', 'lost');
    rmSync(join(work.path, '../lost'), { recursive: true });
    const { worktrees, root } = succeeded(await work.run('git.worktree_list', { repository: '../附加 tree' }));
    expect(root).toBe(join(work.path, '../附加 tree'));
    expect(worktrees).toMatchObject([
      { path: work.path, main: true, current: false, branch: 'main', detached: false },
      { path: join(work.path, '../detached'), branch: null, detached: true, locked: true, lock_reason: 'on a stick' },
      { path: join(work.path, '../lost'), branch: 'lost', prunable: true },
      { path: root, main: false, current: true, branch: 'side', locked: false, lock_reason: null },
    ]);
  });
});

describe('git.conflict_list', () => {
  it('lists kinds and lines of a merge, and nothing when there is none', async () => {
    expect(succeeded(await work.run('git.conflict_list'))).toMatchObject({ operation: null, conflicts: [], total: 0 });
    conflict(work);
    const list = succeeded(await work.run('git.conflict_list', { repository: 'sub' }));
    expect(list).toMatchObject({ root: work.path, operation: 'merge', total: 3, truncated: false });
    expect(list.conflicts).toMatchObject([
      { path: 'bin', kind: 'both_modified', binary: true, blocks: null },
      { path: 'sub/gone', kind: 'deleted_by_them' },
      {
        path: '文 text.txt',
        kind: 'both_modified',
        binary: false,
        blocks: [
          { start: 1, middle: 3, end: 5, ours: 'HEAD', theirs: 'side' },
          { start: 14, middle: 16, end: 18 },
        ],
      },
    ]);
    const status = succeeded(await work.run('git.status'));
    expect(status).toMatchObject({ operation: 'merge', clean: false, counts: { conflicted: 3 } });
    expect(succeeded(await work.run('git.diff', { what: 'unstaged', patch: false })).files[0].change).toBe('unmerged');
    expect(succeeded(await work.run('git.conflict_list', { limit: 1 }))).toMatchObject({ total: 3, truncated: true });
  });

  it('knows a rebase, a cherry-pick and a stash', async () => {
    conflict(work);
    work.git('merge', '--abort');
    work.gitFails('rebase', 'side');
    expect(succeeded(await work.run('git.conflict_list')).operation).toBe('rebase');
    work.git('rebase', '--abort');
    work.gitFails('cherry-pick', 'side');
    expect(succeeded(await work.run('git.conflict_list'))).toMatchObject({ operation: 'cherry-pick', total: 3 });
    work.git('cherry-pick', '--abort');
    work.write('文 text.txt', 'stashed\n');
    work.git('stash', '-q');
    work.commit('again', { '文 text.txt': 'other\n' });
    const popped = await work.run('git.stash_pop');
    expect(popped).toMatchObject({ status: 'failed' });
    expect(succeeded(await work.run('git.conflict_list'))).toMatchObject({ operation: null, total: 1 });
    expect(succeeded(await work.run('git.stash_list'))).toHaveLength(1);
  });
});

/** Leaves a merge of `side` into `main` in conflict in three files. */
function conflict(repository: Repository): void {
  // Blocks closer than that git joins into one.
  const middle = 'm\n'.repeat(8);
  repository.commit('base', {
    '文 text.txt': `a\n${middle}b\n`,
    bin: new Uint8Array([0, 1]),
    'sub/gone': 'x\n',
    'sub/stays': 'x\n',
  });
  repository.git('switch', '-q', '-c', 'side');
  rmSync(join(repository.path, 'sub/gone'));
  repository.commit('side', { '文 text.txt': `side\n${middle}side\n`, bin: new Uint8Array([0, 2]) });
  repository.git('switch', '-q', 'main');
  repository.commit('main', {
    '文 text.txt': `main\n${middle}main\n`,
    bin: new Uint8Array([0, 3]),
    'sub/gone': 'changed\n',
  });
  repository.gitFails('merge', 'side');
}

describe('git.config_show', () => {
  it('gives value, scope, file and what holds, with secrets masked', async () => {
    work.git('config', 'user.name', 'Local Name');
    work.git('config', 'http.https://example.org/.extraHeader', 'AUTHORIZATION: basic c2VjcmV0');
    work.git('config', 'remote.origin.url', 'https://li:geheim@example.org/x.git');
    work.git('config', 'core.multi', 'a\nb');
    const user = succeeded(await work.run('git.config_show', { name: 'user.name' }));
    expect(user.settings).toEqual([
      {
        name: 'user.name',
        value: '李 Tester',
        scope: 'global',
        origin: join(bench.home, '.gitconfig'),
        effective: false,
        masked: false,
      },
      expect.objectContaining({ value: 'Local Name', scope: 'local', effective: true }),
    ]);
    const all = JSON.stringify(succeeded(await work.run('git.config_show')));
    expect(all).not.toContain('c2VjcmV0');
    expect(all).not.toContain('geheim');
    expect(all).toContain('https://li:***@example.org/x.git');
    const local = succeeded(await work.run('git.config_show', { scope: 'local', name: 'core' }));
    expect(local.settings.find(({ name }: { name: string }) => name === 'core.multi').value).toBe('a\nb');
    const outside = succeeded(await bench.run('git.config_show', { name: 'USER' }, bench.home));
    expect(outside).toMatchObject({ repository: null, total: 2 });
  });
});

describe('reading', () => {
  it('leaves the index file as it is', async () => {
    work.commit('one', { a: '1' });
    const index = join(work.path, '.git/index');
    const before = { bytes: readFileSync(index), time: statSync(index).mtimeMs };
    // A touched file makes git refresh the index, unless it is told not to.
    work.write('a', '1');
    for (const id of ['git.status', 'git.diff', 'git.conflict_list']) succeeded(await work.run(id));
    expect({ bytes: readFileSync(index), time: statSync(index).mtimeMs }).toEqual(before);
  });
});
