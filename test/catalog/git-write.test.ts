import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachInRepository, succeeded } from './git-fixture.ts';

const { bench, work } = eachInRepository();

describe('what changes something', () => {
  it('waits for a yes that shows the command and what it touches', async () => {
    const hash = work.commit('one', { a: '1' });
    for (const name of ['x', '中y']) work.git('branch', name);
    const ran = await work.run('git.branch_delete', { branches: ['x', '中y'], force: true });
    expect(ran.outcome).toMatchObject({
      kind: 'confirmation_required',
      decision: {
        approver: 'human',
        affectedResources: ['x', '中y'].map(
          (name) => `local branch ${name} at ${hash.slice(0, 12)} "one" is deleted, merged or not, with its reflog`,
        ),
      },
    });
    expect((ran.outcome as { decision: { summary: string } }).decision.summary).toContain(
      'branch --delete --force -- x "中y"',
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
    expect([work.git('branch', '--show-current'), work.read('a')]).toEqual(['功能/登录', '1']);
    succeeded(await work.run('git.switch', { target: 'neu', how: 'create', start_point: two }));
    expect([work.git('branch', '--show-current'), work.read('a')]).toEqual(['neu', '2']);
    succeeded(await work.run('git.switch', { target: one, how: 'detach' }));
    expect([work.git('branch', '--show-current'), work.read('a')]).toEqual(['', '1']);
    expect((await work.run('git.switch', { target: '--discard-changes' })).status).toBe('invalid_arguments');
    work.write('a', 'mine');
    const blocked = await work.run('git.switch', { target: 'main' });
    expect(blocked.status).toBe('failed');
    expect(blocked.evidence?.stderr.text).toContain('would be overwritten');
    expect(work.read('a')).toBe('mine');
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
    expect((await work.run('git.branch_delete', { branches: ['none'] })).message).toContain('no local branch "none"');
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
    expect(work.short()).toBe('?? other');
  });

  it('commits tracked changes, everything, or given paths with new files', async () => {
    work.commit('one', { a: '1', 'sub/b': '1' });
    work.write('a', '2');
    work.write('new', '1');
    succeeded(await work.run('git.commit', { message: 'tracked', what: 'tracked', repository: 'sub' }));
    expect(work.short()).toBe('?? new');
    work.write('sub/b', '2');
    work.write('-n', '1');
    work.write('[x]', '1');
    work.write('x', '1');
    const paths = { message: 'paths', what: 'paths', paths: ['-n', '[x]', 'sub'] };
    const some = succeeded(await work.run('git.commit', paths));
    expect(some.files.map(({ path }: { path: string }) => path)).toEqual(['-n', '[x]', 'sub/b']);
    expect(work.short()).toBe('?? new\n?? x');
    succeeded(await work.run('git.commit', { message: 'rest', what: 'everything', repository: 'sub' }));
    expect(work.short()).toBe('');
  });

  it('leaves other staged files out of a commit of paths', async () => {
    work.commit('one', { a: '1', b: '1' });
    work.write('a', '2');
    work.write('b', '2');
    work.git('add', 'a');
    const only = succeeded(await work.run('git.commit', { message: 'b', what: 'paths', paths: ['b'] }));
    expect(only.files.map(({ path }: { path: string }) => path)).toEqual(['b']);
    expect(work.short()).toBe('M  a');
  });

  it('says why there is no commit', async () => {
    work.commit('one', { a: '1', '.gitignore': 'ignored\n' });
    const message = 'x';
    const because = async (args: object) => (await work.run('git.commit', { message, ...args })).message;
    const nothing = (why: string) => `there is nothing to commit: nothing is ${why}`;
    // Before anybody is asked for a yes.
    expect(await because({})).toBe(nothing('staged'));
    for (const what of ['tracked', 'everything']) expect(await because({ what })).toBe(nothing('changed'));
    expect(await because({ what: 'paths', paths: ['none'] })).toBe('git finds nothing at none');
    expect(await because({ what: 'paths' })).toContain('belong together');
    work.write('ignored', '1');
    expect(await because({ what: 'paths', paths: ['ignored'] })).toContain('ignored by one of your .gitignore');
    writeFileSync(join(bench.home, '.gitconfig'), '[user]\n\tuseConfigOnly = true\n');
    expect(await because({})).toContain('user.name and user.email are not set');
  });

  it('is said yes to with its files, also before the first commit and at the end of a merge that changes nothing', async () => {
    const asked = async (args: object) => {
      const { outcome } = await work.run('git.commit', { message: 'x', ...args });
      return (outcome as { decision?: { affectedResources: readonly string[] } }).decision?.affectedResources;
    };
    work.write('sub/a', '1');
    work.write('b', '1');
    work.git('add', 'b');
    expect(await asked({})).toEqual(['branch main gets a new commit', 'b (added)']);
    expect(await asked({ what: 'everything', repository: 'sub' })).toEqual([
      'branch main gets a new commit',
      'sub/a (added)',
    ]);
    work.write('b', '2');
    work.write('c', '1');
    expect(await asked({ what: 'paths', paths: ['b', 'c'] })).toEqual([
      'branch main gets a new commit',
      'b (modified)',
      'c (added)',
    ]);
    work.git('switch', '-q', '-c', 'side');
    work.git('commit', '-q', '--allow-empty', '-m', 'side');
    work.git('switch', '-q', 'main');
    work.git('merge', '-q', '--no-ff', '--no-commit', 'side');
    expect(await asked({})).toEqual(['branch main gets a new commit']);
    expect(work.git('log', '-1', '--format=%p').split(' ')).toHaveLength(2);
  });

  it('runs the hooks, and tells what they said', async () => {
    mkdirSync(join(work.path, '.git/hooks'), { recursive: true });
    writeFileSync(join(work.path, '.git/hooks/pre-commit'), '#!/bin/sh\necho no tabs please >&2\nexit 1\n', {
      mode: 0o755,
    });
    work.write('a', '1');
    const refused = await work.run('git.commit', { message: 'x', what: 'everything' });
    expect(refused.message).toContain('no tabs please');
    expect(work.short()).toBe('A  a');
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
    expect(work.short()).toBe('A  b');
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
    expect(work.read('a')).toBe('3');
    expect(work.short()).toBe('MM a\nA  "new \\346\\226\\207"');
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
