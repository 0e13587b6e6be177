import { describe, expect, it } from 'vitest';
import { eachInRepository, NASTY, succeeded } from './git-fixture.ts';

const { bench, work } = eachInRepository();

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

  it('says of each path that it was asked for whether git tracks it', async () => {
    work.commit('one', {
      ...Object.fromEntries(NASTY.map((name) => [name, '1'])),
      'dir/a': '1',
      '.gitignore': '*.log\n',
    });
    work.write('dir/new', '1');
    work.write('big.log', '1');
    work.git('rm', '-q', '--cached', 'dir/a');
    const outside = `${bench.home}/.gitconfig`;
    const asked = [...NASTY, 'dir', 'dir/new', 'big.log', 'no such', outside, `${work.path}/dir/a`, '.'];
    const { paths } = succeeded(await work.run('git.status', { paths: asked }));
    expect(paths.map(({ path }: { path: string }) => path)).toEqual(asked);
    const states = paths.map(({ state }: { state: string }) => state);
    expect(states).toEqual([
      ...NASTY.map(() => 'tracked'),
      ...['untracked', 'untracked', 'ignored', 'missing', 'outside', 'untracked', 'tracked'],
    ]);
    expect(paths.at(-1).tracked_files).toBe(NASTY.length + 1);
    const below = succeeded(await work.run('git.status', { repository: 'dir', paths: ['new', '../.gitignore'] }));
    expect(below.paths).toMatchObject([{ state: 'untracked' }, { path: '../.gitignore', state: 'tracked' }]);
    expect(succeeded(await work.run('git.status'))).not.toHaveProperty('paths');
    const nothing = await work.run('git.status', { paths: [outside] });
    expect(nothing.message).toContain('none of these paths lies inside');
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
    expect(await subjects({ limit: 1, skip: 1 })).toEqual(['Fix [bug] in 登录']);
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
    const all = await diff({ context: 0 });
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
    const cut = await diff({ max_lines: 3, limit: 1 });
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
