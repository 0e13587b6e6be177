import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachInRepository, succeeded } from './git-fixture.ts';

const { bench, work } = eachInRepository();

describe('git.discard_changes', () => {
  it('puts back the named files only, to the index or to the last commit', async () => {
    work.commit('one', { 'a b': '1', '[x].ts': '1', 'x.ts': '1', '-r': '1', 'dir/c': '1' });
    for (const file of ['a b', '[x].ts', 'x.ts', '-r', 'dir/c']) work.write(file, 'changed');
    work.write('untracked', '1');
    succeeded(await work.run('git.discard_changes', { paths: ['[x].ts', '-r', 'dir'] }));
    expect([work.read('[x].ts'), work.read('-r'), work.read('dir/c'), work.read('x.ts'), work.read('a b')]).toEqual([
      '1',
      '1',
      '1',
      'changed',
      'changed',
    ]);
    work.git('add', 'a b');
    work.write('a b', 'again');
    succeeded(await work.run('git.discard_changes', { paths: ['a b'] }));
    expect(work.read('a b')).toBe('changed');
    succeeded(await work.run('git.discard_changes', { paths: ['.'], to: 'last_commit' }));
    expect([work.read('a b'), work.short()]).toEqual(['1', '?? untracked']);
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
    expect(work.short()).toBe('');
    expect(succeeded(await work.run('git.stash_list'))).toMatchObject([
      { stash: 'stash@{0}', subject: 'On main: --keep-index 半个' },
    ]);
    succeeded(await work.run('git.stash_pop', { keep: true, restore_staged: true }));
    expect(work.short()).toBe('M  a\n M b\n?? "\\346\\226\\260 file"');
    expect(succeeded(await work.run('git.stash_list'))).toHaveLength(1);
    work.git('reset', '-q', '--hard');
    work.git('clean', '-qfd');
    work.write('b', 'later');
    succeeded(await work.run('git.stash_save', { paths: ['b'] }));
    succeeded(await work.run('git.stash_pop', { index: 1 }));
    expect(work.read('a')).toBe('2');
    expect(succeeded(await work.run('git.stash_list'))).toMatchObject([{ stash: 'stash@{0}' }]);
    expect((await work.run('git.stash_pop', { index: 7 })).status).toBe('failed');
  });

  it('leaves unnamed paths and staged files where they are', async () => {
    work.commit('one', { '[b]': '1', '-a': '1', b: '1' });
    for (const file of ['[b]', '-a', 'b']) work.write(file, '2');
    succeeded(await work.run('git.stash_save', { paths: ['[b]', '-a'] }));
    expect([work.read('[b]'), work.read('-a'), work.read('b')]).toEqual(['1', '1', '2']);
    work.git('add', 'b');
    succeeded(await work.run('git.stash_save', { keep_staged: true }));
    expect(work.short()).toBe('M  b');
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
    expect(work.short()).toBe('?? other');
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
