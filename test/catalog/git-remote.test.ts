import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { type Bench, openBench, type Repository, succeeded } from './git-fixture.ts';

let bench: Bench;
let mine: Repository;
let theirs: Repository;
/** A bare repository on disk, and two clones of it by two people. */
beforeEach(() => {
  bench = openBench();
  mine = bench.repository('my 工作');
  mine.git('init', '-q', '--bare', '../共享 origin.git');
  mine.git('remote', 'add', 'origin', '../共享 origin.git');
  mine.commit('one', { a: '1\n' });
  mine.git('push', '-q', '-u', 'origin', 'main');
  theirs = bench.repository('their work');
  theirs.git('remote', 'add', 'origin', '../共享 origin.git');
  theirs.git('fetch', '-q');
  theirs.git('reset', '-q', '--hard', 'origin/main');
  theirs.git('branch', '-q', '--set-upstream-to=origin/main');
});
afterEach(() => bench.close());

/** Where a push goes is told, wherever the repository of the remote was named from. */
const SENT = expect.stringMatching(/^it is sent to \/.*\/共享 origin\.git$/);

const remote = (ref: string): string => mine.git('--git-dir', '../共享 origin.git', 'rev-parse', ref);
const head = (repository: Repository, ref = 'HEAD'): string => repository.git('rev-parse', ref);

describe('git.remote_show', () => {
  it('gives addresses, branches and the upstream, without passwords', async () => {
    mine.git('remote', 'add', 'web', 'https://li:geheim@example.org/x.git');
    mine.git('remote', 'set-url', '--push', 'web', 'https://ghp_0123456789abcdefghijABCDEFGHIJ@example.org/x.git');
    mine.git('remote', 'set-head', 'origin', 'main');
    expect(succeeded(await mine.run('git.remote_show'))).toEqual({
      root: mine.path,
      branch: 'main',
      upstream: 'origin/main',
      remotes: [
        {
          name: 'origin',
          fetch_urls: ['../共享 origin.git'],
          push_urls: ['../共享 origin.git'],
          branches: 1,
          default_branch: 'main',
        },
        {
          name: 'web',
          fetch_urls: ['https://li:***@example.org/x.git'],
          push_urls: ['https://***@example.org/x.git'],
          branches: 0,
          default_branch: null,
        },
      ],
    });
    expect((await mine.run('git.remote_show', { remote: 'none' })).message).toBe(
      'there is no remote "none"; there are: origin, web',
    );
    const lonely = bench.repository('lonely');
    expect(succeeded(await lonely.run('git.remote_show'))).toMatchObject({ remotes: [], upstream: null });
  });
});

describe('git.fetch', () => {
  it('brings new commits and touches nothing of ours; prunes when asked', async () => {
    const two = theirs.commit('two', { a: '2\n' });
    theirs.git('push', '-q', 'origin', 'main', 'main:temporary');
    const before = head(mine);
    succeeded(await mine.run('git.fetch'));
    expect([head(mine), head(mine, 'origin/main')]).toEqual([before, two]);
    expect(succeeded(await mine.run('git.status'))).toMatchObject({ ahead: 0, behind: 1 });
    theirs.git('push', '-q', 'origin', '--delete', 'temporary');
    succeeded(await mine.run('git.fetch', { remote: 'origin', prune: true }));
    expect(mine.git('branch', '-r', '--format=%(refname:lstrip=2)')).not.toContain('temporary');
  });

  it('brings tags when asked', async () => {
    theirs.git('tag', 'v9', theirs.git('commit-tree', '-m', 'loose', 'HEAD^{tree}'));
    theirs.git('push', '-q', 'origin', 'v9');
    succeeded(await mine.run('git.fetch', { tags: true }));
    expect(head(mine, 'v9^{}')).toBe(head(theirs, 'v9^{}'));
  });

  it.each(['--upload-pack=touch pwned', 'ext::sh -c touch% pwned', 'https://example.org/x', 'a b'])(
    'takes %j for no remote',
    async (name) => {
      expect((await mine.run('git.fetch', { remote: name })).status).toBe('invalid_arguments');
      expect((await mine.run('git.push', { remote: name })).status).toBe('invalid_arguments');
    },
  );

  it('says when the remote is not there', async () => {
    expect((await mine.run('git.fetch', { remote: 'none' })).message).toContain("'none' does not appear to be");
  });
});

describe('git.pull', () => {
  it('fast-forwards, and refuses when both sides have gone on', async () => {
    const two = theirs.commit('two', { b: '2\n' });
    theirs.git('push', '-q', 'origin', 'main');
    succeeded(await mine.run('git.pull'));
    expect(head(mine)).toBe(two);
    const three = theirs.commit('three', { b: '3\n' });
    theirs.git('push', '-q', 'origin', 'main');
    const own = mine.commit('own', { a: 'own\n' });
    const refused = await mine.run('git.pull');
    expect(refused.status).toBe('failed');
    expect(head(mine)).toBe(own);
    succeeded(await mine.run('git.pull', { how: 'rebase', remote: 'origin', branch: 'main' }));
    expect(head(mine, 'HEAD~1')).toBe(three);
  });

  it('merges without an editor, whatever pull.rebase says, and can put changes aside', async () => {
    mine.git('config', 'pull.rebase', 'true');
    mine.git('config', 'pull.ff', 'only');
    theirs.commit('two', { b: '2\n' });
    theirs.git('push', '-q', 'origin', 'main');
    mine.commit('own', { a: 'own\n' });
    mine.write('a', 'uncommitted\n');
    succeeded(await mine.run('git.pull', { how: 'merge', autostash: true }));
    expect(mine.git('rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(3);
    expect(succeeded(await mine.run('git.status')).unstaged).toMatchObject([{ path: 'a' }]);
  });

  it('stops at a conflict, and a branch needs its remote', async () => {
    theirs.commit('two', { a: 'theirs\n' });
    theirs.git('push', '-q', 'origin', 'main');
    mine.commit('own', { a: 'own\n' });
    expect((await mine.run('git.pull', { how: 'merge' })).status).toBe('failed');
    expect(succeeded(await mine.run('git.conflict_list'))).toMatchObject({ operation: 'merge', total: 1 });
    expect((await mine.run('git.pull', { branch: 'main' })).status).toBe('invalid_arguments');
  });
});

describe('git.push', () => {
  it('sends the current branch, a new one with upstream, and tags', async () => {
    const two = mine.commit('two', { a: '2\n' });
    const pushed = await mine.run('git.push');
    succeeded(pushed);
    expect(remote('main')).toBe(two);
    expect(pushed.evidence?.stdout.text).toContain('HEAD:refs/heads/main');
    mine.git('switch', '-q', '-c', '功能/登录');
    succeeded(await mine.run('git.push', { set_upstream: true }));
    expect(mine.git('rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/功能/登录');
    mine.git('tag', '-a', '-m', 'x', 'v1');
    mine.git('tag', 'light');
    succeeded(await mine.run('git.push', { branch: 'light' }));
    expect(remote('light')).toBe(two);
    mine.commit('three');
    mine.git('tag', '-a', '-m', 'x', 'v2');
    succeeded(await mine.run('git.push', { branch: '功能/登录', follow_tags: true }));
    expect(remote('v2^{}')).toBe(head(mine));
    succeeded(await mine.run('git.push', { branch: '功能/登录' }));
  });

  it('is said yes to with the commit that is sent; what cannot be sent is said before anybody is asked', async () => {
    const asked = await mine.run('git.push');
    const affectedResources = [`main on the remote origin will point to commit ${head(mine)}`, SENT];
    expect(asked.outcome).toMatchObject({ decision: { affectedResources } });
    const because = async (args: JsonObject = {}) => {
      const { status, message, outcome } = await mine.run('git.push', args);
      expect([status, outcome.kind]).not.toContain('confirmation_required');
      return message;
    };
    expect(await because({ remote: 'none' })).toContain('there is no remote "none", only origin');
    expect(await because({ branch: 'none' })).toContain('there is no branch or tag "none"');
    mine.git('switch', '-q', '--detach');
    expect(await because()).toContain('HEAD is on no branch');
    mine.git('switch', '-q', '--orphan', 'empty');
    expect(await because()).toContain('there is no commit yet');
    mine.git('remote', 'remove', 'origin');
    expect(await because()).toContain('there is no remote "origin", and no other one');
  });

  it('never replaces or deletes anything, whatever the branch is called', async () => {
    const two = theirs.commit('two', { a: '2\n' });
    theirs.git('push', '-q', 'origin', 'main');
    mine.commit('own', { a: 'own\n' });
    const rejected = await mine.run('git.push');
    expect(rejected.status).toBe('failed');
    expect(rejected.evidence?.stdout.text).toContain('[rejected]');
    for (const branch of ['+main', ':main', '--force', '--mirror', 'main:main', '+HEAD:main']) {
      expect((await mine.run('git.push', { branch })).status).toBe('invalid_arguments');
    }
    expect(remote('main')).toBe(two);
  });
});

describe('git.force_push', () => {
  it('replaces what we have seen and refuses what we have not', async () => {
    mine.commit('to be amended', { a: '2\n' });
    mine.git('push', '-q', 'origin', 'main');
    const pushed = head(mine);
    mine.git('commit', '-q', '--amend', '-m', 'amended');
    expect((await mine.run('git.push')).status).toBe('failed');
    const args = { remote: 'origin', branch: 'main' };
    const waiting = await mine.run('git.force_push', args);
    succeeded(waiting);
    expect(waiting.outcome).toMatchObject({
      decision: {
        approver: 'human',
        affectedResources: [
          `branch main on the remote origin will point to commit ${head(mine)}`,
          SENT,
          `commit ${pushed} will be lost to branch main on the remote origin`,
        ],
      },
    });
    expect(remote('main')).toBe(head(mine));

    theirs.git('fetch', '-q');
    theirs.git('reset', '-q', '--hard', 'origin/main');
    const unseen = theirs.commit('unseen', { b: '1\n' });
    theirs.git('push', '-q', 'origin', 'main');
    mine.git('commit', '-q', '--amend', '-m', 'amended again');
    expect((await mine.run('git.force_push', args)).status).toBe('failed');
    expect(remote('main')).toBe(unseen);
    // Fetched in the background, yet never taken in: still not ours to drop.
    mine.git('fetch', '-q');
    const fetched = await mine.run('git.force_push', args);
    expect(fetched.status).toBe('failed');
    expect(fetched.evidence?.stdout.text).toContain('remote ref updated since checkout');
    expect(remote('main')).toBe(unseen);
    expect((await mine.run('git.force_push', { remote: 'origin' })).status).toBe('invalid_arguments');
    expect((await mine.run('git.force_push', { remote: 'origin', branch: ':main' })).status).toBe('invalid_arguments');
    expect(join(mine.path, '..')).toContain('测试');
  });
});
