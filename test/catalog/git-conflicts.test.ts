import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachInRepository, type Repository, succeeded } from './git-fixture.ts';

const { bench, work } = eachInRepository();

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
