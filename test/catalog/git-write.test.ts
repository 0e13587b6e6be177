import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
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

const read = (file: string): string => readFileSync(join(work.path, file), 'utf8');
const short = (): string => work.git('status', '--porcelain', '--untracked-files=all');

describe('what changes something', () => {
  it('waits for a yes that shows the command and what it touches', async () => {
    work.commit('one', { a: '1' });
    const ran = await work.run('git.branch_delete', { branches: ['x', '中 y'], force: true });
    expect(ran.outcome).toMatchObject({
      kind: 'confirmation_required',
      decision: {
        approver: 'human',
        affectedResources: [
          'local branch x',
          'local branch 中 y',
          'reflog of the branch x',
          'reflog of the branch 中 y',
        ],
      },
    });
    expect((ran.outcome as { decision: { summary: string } }).decision.summary).toContain(
      'branch --delete --force -- x "中 y"',
    );
  });
});

describe('git.branch_create, git.switch, git.branch_delete', () => {
  it('make, take and remove a branch', async () => {
    const one = work.commit('one', { a: '1' });
    const two = work.commit('two', { a: '2' });
    succeeded(await work.run('git.branch_create', { branch: '功能/登录', start_point: one }));
    expect(work.git('rev-parse', '功能/登录')).toBe(one);
    expect(work.git('branch', '--show-current')).toBe('main');
    const again = await work.run('git.branch_create', { branch: '功能/登录' });
    expect(again.status).toBe('failed');
    expect(again.message).toContain('already exists');
    expect((await work.run('git.branch_create', { branch: 'bad..name' })).message).toContain('not a valid branch name');
    expect((await work.run('git.branch_create', { branch: '-D' })).status).toBe('invalid_arguments');

    succeeded(await work.run('git.switch', { target: '功能/登录' }));
    expect([work.git('branch', '--show-current'), read('a')]).toEqual(['功能/登录', '1']);
    succeeded(await work.run('git.switch', { target: 'neu', how: 'create', start_point: two }));
    expect([work.git('branch', '--show-current'), read('a')]).toEqual(['neu', '2']);
    succeeded(await work.run('git.switch', { target: one, how: 'detach' }));
    expect([work.git('branch', '--show-current'), read('a')]).toEqual(['', '1']);
    expect((await work.run('git.switch', { target: '--discard-changes' })).status).toBe('invalid_arguments');
    work.write('a', 'mine');
    const blocked = await work.run('git.switch', { target: 'main' });
    expect(blocked.status).toBe('failed');
    expect(blocked.evidence?.stderr.text).toContain('would be overwritten');
    expect(read('a')).toBe('mine');
    work.git('checkout', '-q', '--', 'a');

    succeeded(await work.run('git.switch', { target: 'main' }));
    work.git('switch', '-q', '-c', 'unmerged');
    const lost = work.commit('three');
    work.git('switch', '-q', 'main');
    const refused = await work.run('git.branch_delete', { branches: ['unmerged'] });
    expect(refused.message).toContain('not fully merged');
    const gone = await work.run('git.branch_delete', { branches: ['unmerged', 'neu', '功能/登录'], force: true });
    succeeded(gone);
    expect(gone.evidence?.stdout.text).toContain(`unmerged (was ${lost.slice(0, 7)}`);
    expect(work.git('branch', '--format=%(refname:short)')).toBe('main');
    expect((await work.run('git.branch_delete', { branches: ['main'] })).status).toBe('failed');
    expect((await work.run('git.branch_delete', { branches: ['none'] })).message).toContain("'none' not found");
  });

  it('switch takes a branch that only the remote has', async () => {
    work.commit('one', { a: '1' });
    work.git('branch', 'theirs');
    work.git('clone', '-q', '.', '../clone');
    succeeded(await bench.run('git.switch', { target: 'theirs' }, join(work.path, '../clone')));
    expect(work.git('-C', '../clone', 'rev-parse', '--abbrev-ref', 'theirs@{upstream}')).toBe('origin/theirs');
  });
});

describe('git.commit', () => {
  it('commits what is staged and nothing else', async () => {
    work.write('a b', '1');
    work.write('other', '1');
    work.git('add', 'a b');
    const message = '-m 第一次 "quoted" $(id)\n\n# not a comment\nbody';
    const first = succeeded(await work.run('git.commit', { message }));
    expect(first).toMatchObject({ branch: 'main', parents: [], subject: '-m 第一次 "quoted" $(id)', total_files: 1 });
    expect(first.hash).toBe(work.git('rev-parse', 'HEAD'));
    expect(work.git('log', '-1', '--format=%B').trim()).toBe(message);
    expect(short()).toBe('?? other');
  });

  it('commits tracked changes, everything, or given paths with new files', async () => {
    work.commit('one', { a: '1', 'sub/b': '1' });
    work.write('a', '2');
    work.write('new', '1');
    succeeded(await work.run('git.commit', { message: 'tracked', what: 'tracked', repository: 'sub' }));
    expect(short()).toBe('?? new');
    work.write('sub/b', '2');
    work.write('-n', '1');
    work.write('[x]', '1');
    work.write('x', '1');
    const paths = { message: 'paths', what: 'paths', paths: ['-n', '[x]', 'sub'] };
    const some = succeeded(await work.run('git.commit', paths));
    expect(some.files.map(({ path }: { path: string }) => path)).toEqual(['-n', '[x]', 'sub/b']);
    expect(short()).toBe('?? new\n?? x');
    succeeded(await work.run('git.commit', { message: 'rest', what: 'everything', repository: 'sub' }));
    expect(short()).toBe('');
  });

  it('leaves other staged files out of a commit of paths', async () => {
    work.commit('one', { a: '1', b: '1' });
    work.write('a', '2');
    work.write('b', '2');
    work.git('add', 'a');
    const only = succeeded(await work.run('git.commit', { message: 'b', what: 'paths', paths: ['b'] }));
    expect(only.files.map(({ path }: { path: string }) => path)).toEqual(['b']);
    expect(short()).toBe('M  a');
  });

  it('says why there is no commit', async () => {
    work.commit('one', { a: '1', '.gitignore': 'ignored\n' });
    const message = 'x';
    const because = async (args: object) => (await work.run('git.commit', { message, ...args })).message;
    expect(await because({})).toBe('there is nothing to commit: nothing is staged');
    expect(await because({ what: 'paths', paths: ['none'] })).toBe('git finds nothing at none');
    expect(await because({ what: 'paths' })).toContain('belong together');
    work.write('ignored', '1');
    expect(await because({ what: 'paths', paths: ['ignored'] })).toContain('ignored by one of your .gitignore');
    writeFileSync(join(bench.home, '.gitconfig'), '[user]\n\tuseConfigOnly = true\n');
    expect(await because({})).toContain('user.name and user.email are not set');
  });

  it('runs the hooks, and tells what they said', async () => {
    mkdirSync(join(work.path, '.git/hooks'), { recursive: true });
    writeFileSync(join(work.path, '.git/hooks/pre-commit'), '#!/bin/sh\necho no tabs please >&2\nexit 1\n', {
      mode: 0o755,
    });
    work.write('a', '1');
    const refused = await work.run('git.commit', { message: 'x', what: 'everything' });
    expect(refused.message).toContain('no tabs please');
    expect(short()).toBe('A  a');
  });

  it('never commits conflict markers, and finishes a resolved merge', async () => {
    work.commit('base', { a: '0\n' });
    work.git('switch', '-q', '-c', 'side');
    work.commit('side', { a: 'side\n' });
    work.git('switch', '-q', 'main');
    work.commit('main', { a: 'main\n' });
    work.gitFails('merge', 'side');
    for (const what of ['staged', 'tracked', 'everything']) {
      expect((await work.run('git.commit', { message: 'x', what })).message).toContain('a is in conflict');
    }
    work.write('a', 'both\n');
    work.git('add', 'a');
    const merge = succeeded(await work.run('git.commit', { message: 'merge' }));
    expect(merge.parents).toHaveLength(2);
    expect(succeeded(await work.run('git.status'))).toMatchObject({ operation: null, clean: true });
  });
});

describe('git.amend_message and git.undo_last_commit', () => {
  it('rewords the last commit and leaves staged changes out', async () => {
    work.commit('one', { a: '1' });
    const before = work.commit('typpo', { a: '2' });
    work.write('b', 'staged');
    work.git('add', 'b');
    succeeded(await work.run('git.amend_message', { message: '-修正\n\nbody' }));
    expect(work.git('log', '-1', '--format=%B').trim()).toBe('-修正\n\nbody');
    expect(work.git('rev-parse', 'HEAD^{tree}')).toBe(work.git('rev-parse', `${before}^{tree}`));
    expect(work.git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(short()).toBe('A  b');
    work.commit('empty');
    work.git('commit', '-q', '--allow-empty', '-m', 'nothing');
    succeeded(await work.run('git.amend_message', { message: 'still nothing' }));
    expect((await bench.repository('fresh').run('git.amend_message', { message: 'x' })).status).toBe('failed');
  });

  it('takes the last commit back and keeps its changes staged, down to the first', async () => {
    const one = work.commit('one', { a: '1' });
    const two = work.commit('two', { a: '2', 'new 文': '1' });
    work.write('a', '3');
    const stale = await work.run('git.undo_last_commit', { expected_commit: one });
    expect(stale.message).toContain('nothing was undone');
    const undone = succeeded(await work.run('git.undo_last_commit', { expected_commit: two.slice(0, 8) }));
    expect(undone).toMatchObject({
      branch: 'main',
      undone: { hash: two, subject: 'two' },
      head: one,
      was_pushed: false,
      staged: [
        { path: 'a', change: 'modified' },
        { path: 'new 文', change: 'added' },
      ],
    });
    expect(read('a')).toBe('3');
    expect(short()).toBe('MM a\nA  "new \\346\\226\\207"');
    work.git('update-ref', 'refs/remotes/origin/main', one);
    const first = succeeded(await work.run('git.undo_last_commit'));
    expect(first).toMatchObject({ undone: { hash: one }, head: null, was_pushed: true });
    expect(succeeded(await work.run('git.status'))).toMatchObject({ head: null, branch: 'main' });
    expect((await work.run('git.undo_last_commit')).message).toBe('the repository has no commit yet');
  });

  it('does nothing in the middle of a merge', async () => {
    work.commit('base', { a: '0\n' });
    work.git('branch', 'side');
    const head = work.commit('main', { a: 'main\n' });
    work.git('switch', '-q', 'side');
    work.commit('side', { a: 'side\n' });
    work.git('switch', '-q', 'main');
    work.gitFails('merge', 'side');
    expect((await work.run('git.undo_last_commit')).message).toBe('a merge is under way; finish or abort it first');
    expect(work.git('rev-parse', 'HEAD')).toBe(head);
  });
});

describe('git.discard_changes', () => {
  it('puts back the named files only, to the index or to the last commit', async () => {
    work.commit('one', { 'a b': '1', '[x].ts': '1', 'x.ts': '1', '-r': '1', 'dir/c': '1' });
    for (const file of ['a b', '[x].ts', 'x.ts', '-r', 'dir/c']) work.write(file, 'changed');
    work.write('untracked', '1');
    succeeded(await work.run('git.discard_changes', { paths: ['[x].ts', '-r', 'dir'] }));
    expect([read('[x].ts'), read('-r'), read('dir/c'), read('x.ts'), read('a b')]).toEqual([
      '1',
      '1',
      '1',
      'changed',
      'changed',
    ]);
    work.git('add', 'a b');
    work.write('a b', 'again');
    succeeded(await work.run('git.discard_changes', { paths: ['a b'] }));
    expect(read('a b')).toBe('changed');
    succeeded(await work.run('git.discard_changes', { paths: ['.'], to: 'last_commit' }));
    expect([read('a b'), short()]).toEqual(['1', '?? untracked']);
    const none = await work.run('git.discard_changes', { paths: ['none'] });
    expect(none.message).toContain("pathspec 'none' did not match");
    expect((await work.run('git.discard_changes', { paths: [] })).status).toBe('invalid_arguments');
    expect((await work.run('git.discard_changes', {})).status).toBe('invalid_arguments');
  });
});

describe('git.stash_save and git.stash_pop', () => {
  it('put changes aside and bring them back', async () => {
    work.commit('one', { a: '1', b: '1' });
    work.write('a', '2');
    work.git('add', 'a');
    work.write('b', '2');
    work.write('新 file', '1');
    const saved = { message: '--keep-index 半个', include_untracked: true };
    succeeded(await work.run('git.stash_save', saved));
    expect(short()).toBe('');
    expect(succeeded(await work.run('git.stash_list'))).toMatchObject([
      { stash: 'stash@{0}', subject: 'On main: --keep-index 半个' },
    ]);
    succeeded(await work.run('git.stash_pop', { keep: true, restore_staged: true }));
    expect(short()).toBe('M  a\n M b\n?? "\\346\\226\\260 file"');
    expect(succeeded(await work.run('git.stash_list'))).toHaveLength(1);
    work.git('reset', '-q', '--hard');
    work.git('clean', '-qfd');
    work.write('b', 'later');
    succeeded(await work.run('git.stash_save', { paths: ['b'] }));
    succeeded(await work.run('git.stash_pop', { index: 1 }));
    expect(read('a')).toBe('2');
    expect(succeeded(await work.run('git.stash_list'))).toMatchObject([{ stash: 'stash@{0}' }]);
    expect((await work.run('git.stash_pop', { index: 7 })).status).toBe('failed');
  });

  it('leaves unnamed paths and staged files where they are', async () => {
    work.commit('one', { '[b]': '1', '-a': '1', b: '1' });
    for (const file of ['[b]', '-a', 'b']) work.write(file, '2');
    succeeded(await work.run('git.stash_save', { paths: ['[b]', '-a'] }));
    expect([read('[b]'), read('-a'), read('b')]).toEqual(['1', '1', '2']);
    work.git('add', 'b');
    succeeded(await work.run('git.stash_save', { keep_staged: true }));
    expect(short()).toBe('M  b');
    work.git('reset', '-q', '--hard');
    const nothing = await work.run('git.stash_save', {});
    succeeded(nothing);
    expect(nothing.evidence?.stdout.text).toContain('No local changes to save');
  });
});

describe('git.tag_create', () => {
  it('makes light and annotated tags and never moves one', async () => {
    const one = work.commit('one');
    work.commit('two');
    succeeded(await work.run('git.tag_create', { tag: 'v1', revision: one }));
    succeeded(await work.run('git.tag_create', { tag: '版本/2', message: '-说明 "x"\n\nbody' }));
    expect(work.git('rev-parse', 'v1')).toBe(one);
    expect(work.git('cat-file', '-t', '版本/2')).toBe('tag');
    expect(work.git('for-each-ref', '--format=%(contents)', 'refs/tags/版本/2').trim()).toBe('-说明 "x"\n\nbody');
    expect((await work.run('git.tag_create', { tag: 'v1' })).message).toContain('already exists');
    expect(work.git('rev-parse', 'v1')).toBe(one);
    expect((await work.run('git.tag_create', { tag: '-d' })).status).toBe('invalid_arguments');
    expect((await work.run('git.tag_create', { tag: 'v2', revision: 'none' })).status).toBe('failed');
  });
});

describe('git.clean', () => {
  it('deletes untracked files below the given paths, taken literally', async () => {
    work.commit('one', { kept: '1', '.gitignore': '*.o\n' });
    for (const file of ['tmp/x', 'tmp/y.o', '*', '-f', 'other', 'a\nb']) work.write(file, '1');
    succeeded(await work.run('git.clean', { paths: ['tmp', '*', '-f', 'a\nb'] }));
    expect(short()).toBe('?? other');
    expect(existsSync(join(work.path, 'tmp/y.o'))).toBe(true);
    succeeded(await work.run('git.clean', { paths: ['tmp'], ignored: 'only' }));
    expect(existsSync(join(work.path, 'tmp'))).toBe(false);
    succeeded(await work.run('git.clean', { paths: ['none'] }));
    expect((await work.run('git.clean', { paths: ['../home'] })).status).toBe('failed');
    expect((await work.run('git.clean', {})).status).toBe('invalid_arguments');
    expect(existsSync(join(bench.home, '.gitconfig'))).toBe(true);
  });
});

describe('git.config_set', () => {
  const set = (args: object) => work.run('git.config_set', { ...args });

  it('sets, changes and unsets, here or for all repositories', async () => {
    const first = succeeded(await set({ name: 'user.email', value: '-x "李"@example.org' }));
    expect(first).toEqual({
      name: 'user.email',
      scope: 'local',
      before: null,
      after: '-x "李"@example.org',
      effective: '-x "李"@example.org',
      changed: true,
    });
    expect(work.git('config', '--local', 'user.email')).toBe('-x "李"@example.org');
    expect(succeeded(await set({ name: 'User.EMAIL', unset: true }))).toMatchObject({
      before: '-x "李"@example.org',
      after: null,
      effective: 'tester@example.org',
      changed: true,
    });
    expect(succeeded(await set({ name: 'user.email', unset: true })).changed).toBe(false);
    const proxy = { name: 'http.proxy', value: 'http://me:geheim@127.0.0.1:7890', scope: 'global' };
    expect(succeeded(await set(proxy)).after).toBe('http://me:***@127.0.0.1:7890');
    expect(work.git('config', '--global', 'http.proxy')).toBe('http://me:geheim@127.0.0.1:7890');
    expect(succeeded(await set({ ...proxy, value: 'http://127.0.0.1:1' })).before).toBe('http://me:***@127.0.0.1:7890');
    const outside = await bench.run('git.config_set', { name: 'pull.rebase', value: 'true', scope: 'global' }, '/');
    expect(succeeded(outside).changed).toBe(true);
    expect((await bench.run('git.config_set', { name: 'pull.rebase', value: 'x' }, bench.home)).message).toContain(
      'not inside a git repository',
    );
  });

  it('moves a remote to another address', async () => {
    work.git('remote', 'add', 'my.remote', '/old');
    succeeded(await set({ name: 'remote.my.remote.url', value: '/new place' }));
    expect(work.git('remote', 'get-url', 'my.remote')).toBe('/new place');
  });

  it.each([
    ['core.sshCommand', 'touch pwned'],
    ['CORE.fsMonitor', 'touch pwned'],
    ['core.hooksPath', '.'],
    ['core.editor', 'touch pwned'],
    ['core.pager', 'touch pwned'],
    ['alias.st', '!touch pwned'],
    ['credential.helper', '!touch pwned'],
    ['credential.https://example.org.helper', '/tmp/x'],
    ['filter.x.clean', 'touch pwned'],
    ['diff.external', 'touch pwned'],
    ['diff.x.textconv', 'touch pwned'],
    ['include.path', '/tmp/x'],
    ['includeIf.gitdir:/.path', '/tmp/x'],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.uploadpack', 'touch pwned'],
    ['remote.origin.vcs', 'ext'],
    ['gpg.program', 'touch pwned'],
    ['safe.directory', '*'],
    ['submodule.x.update', '!touch pwned'],
    ['http.x.y.extraHeader', 'x'],
  ])('refuses %s', async (name, value) => {
    const refused = await set({ name, value });
    expect(refused).toMatchObject({ status: 'failed' });
    expect(refused.message).toContain('set it by hand');
  });

  it('keeps what has several values, and wants a value or unset', async () => {
    work.git('config', '--add', 'remote.o.fetch', 'a');
    work.git('config', '--add', 'remote.o.fetch', 'b');
    expect((await set({ name: 'remote.o.fetch', value: 'c' })).message).toContain('has 2 values');
    expect((await set({ name: 'user.name' })).message).toContain('either "value" or "unset"');
    expect((await set({ name: 'user.name', value: 'x', unset: true })).status).toBe('failed');
    expect((await set({ name: '--global', value: 'x' })).status).toBe('invalid_arguments');
  });
});

describe('a guide followed: a commit lost by a hard reset', () => {
  it('comes back by the reflog and a branch', async () => {
    const base = work.commit('base', { a: '1' });
    const lost = work.commit('precious', { a: '2' });
    work.git('reset', '-q', '--hard', base);
    work.write('a', 'present work');
    expect(succeeded(await work.run('git.status')).detached).toBe(false);
    const moves: { reflog: string; hash: string }[] = succeeded(
      await work.run('git.log', { reflog: true, max_count: 50 }),
    );
    const reset = moves.findIndex(({ reflog }) => reflog.startsWith('reset: moving to'));
    const before = moves[reset + 1]?.hash ?? '';
    expect(succeeded(await work.run('git.show', { revision: before })).commit.subject).toBe('precious');
    succeeded(await work.run('git.branch_create', { branch: 'rescue', start_point: before }));
    expect(succeeded(await work.run('git.log', { revision: 'rescue' }))[0].hash).toBe(lost);
    expect(read('a')).toBe('present work');
  });
});

describe('a guide followed: a merge conflict', () => {
  it('is seen, resolved, checked and committed', async () => {
    work.commit('base', { f: 'a\n', g: 'a\n' });
    work.git('switch', '-q', '-c', 'side');
    work.commit('side', { f: 'side\n' });
    work.git('switch', '-q', 'main');
    work.commit('main', { f: 'main\n' });
    work.gitFails('merge', 'side');
    const list = succeeded(await work.run('git.conflict_list'));
    expect(list).toMatchObject({ operation: 'merge', total: 1 });
    const [{ path, blocks }] = list.conflicts;
    expect(read(path).split('\n')[blocks[0].start - 1]).toBe('<<<<<<< HEAD');
    expect(succeeded(await work.run('git.file_history', { path })).commits).toHaveLength(2);
    work.write(path, 'main and side\n');
    work.git('add', '--', path);
    expect(succeeded(await work.run('git.conflict_list')).total).toBe(0);
    expect(succeeded(await work.run('git.diff', { what: 'staged' })).patch).toContain('+main and side');
    succeeded(await work.run('git.commit', { message: 'Merge side' }));
    expect(succeeded(await work.run('git.status'))).toMatchObject({ operation: null, conflicted: [], clean: true });
    expect(realpathSync(work.path)).toBe(work.path);
  });
});
