/**
 * A yes for what git does is one for where it goes, for what is in the files and for the programs that take part: each is made
 * another one after the yes, and the look that the yes is bound to sees it.
 */
import { appendFileSync, chmodSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { CHANGES, type Copy, type Ground, openGround, program } from './git-repositories.ts';

let ground: Ground;
beforeAll(() => {
  ground = openGround();
});
afterAll(() => ground.close());

type Plant = readonly [what: string, plant: (copy: Copy) => unknown];

/** One after the other in one repository: each makes the look another one. */
async function areSeen(id: string, args: JsonObject, plants: readonly Plant[], before?: (copy: Copy) => void) {
  const copy = ground.copy(id);
  before?.(copy);
  const look = () =>
    copy.look(id, args).then(
      ({ state }) => JSON.stringify(state),
      (error: Error) => error.message,
    );
  let last = await look();
  expect(last).toMatch(/^\{/);
  // Looking changes nothing, so it sees the same again.
  expect(await look()).toBe(last);
  for (const [what, plant] of plants) {
    plant(copy);
    const now = await look();
    expect(now, what).not.toBe(last);
    last = now;
  }
}

function odd(path: string): Buffer {
  return Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0x6f, 0xff])]);
}

function hook({ path, put }: Copy, name: string, text = 'exit 0'): void {
  put(`.git/hooks/${name}`, `#!/bin/sh\n${text}\n`);
  chmodSync(join(path, '.git/hooks', name), 0o755);
}

describe('where it goes', () => {
  const WAYS: readonly Plant[] = [
    ['another address', ({ git }) => git('config', 'remote.origin.url', '../elsewhere.git')],
    ['another way for what is sent', ({ git }) => git('config', 'remote.origin.pushurl', '../elsewhere.git')],
    ['one more address', ({ git }) => git('remote', 'set-url', '--add', '--push', 'origin', '../elsewhere.git')],
    ['one put in place of another', ({ git }) => git('config', 'url.../else.insteadOf', '../first')],
    ['the same for what is sent', ({ git }) => git('config', 'url.../else.pushInsteadOf', '../first')],
    ['every branch', ({ git }) => git('config', 'remote.origin.mirror', 'true')],
    ['an option', ({ git }) => git('config', 'push.pushOption', 'ci.skip')],
    ['a proxy', ({ git }) => git('config', 'http.proxy', 'http://127.0.0.1:1')],
    ['one more commit', ({ git }) => git('commit', '-q', '--allow-empty', '-m', 'more')],
    ['what is known of the other end', ({ git }) => git('update-ref', 'refs/remotes/origin/main', 'main')],
    ['a program there', ({ git }) => git('config', 'remote.origin.receivepack', 'git-receive-pack ')],
    ['a program on the way', ({ git }) => git('config', 'core.sshCommand', 'ssh -v')],
    ['a hook here', (copy) => hook(copy, 'pre-push')],
    [
      'a hook there',
      ({ path, git }) => {
        for (const name of ['url', 'pushurl']) git('config', '--replace-all', `remote.origin.${name}`, '../first.git');
        for (const name of ['insteadOf', 'pushInsteadOf']) git('config', '--unset', `url.../else.${name}`);
        writeFileSync(join(path, '../first.git/hooks/post-receive'), '#!/bin/sh\n', { mode: 0o755 });
      },
    ],
    ['another name', ({ git }) => git('config', 'remote.origin.push', 'refs/heads/main:refs/heads/side')],
  ];

  it.each([
    ['git.push', { branch: 'main' }],
    ['git.force_push', { remote: 'origin', branch: 'main' }],
  ] as const)('%s', (id, args) => areSeen(id, args, id === 'git.push' ? WAYS : WAYS.slice(0, 3)));

  const FETCHED = WAYS.filter(([what]) => /another address|in place of|a proxy|on the way/.test(what));
  it.each([
    ['git.fetch', {}],
    ['git.pull', { remote: 'origin', branch: 'side' }],
  ] as const)('%s', (id, args) => areSeen(id, args, FETCHED));

  it('is shown, without the passwords in it; and under its own name or not at all', async () => {
    const copy = ground.copy('git.push');
    copy.git('config', 'remote.origin.pushurl', 'https://ann:geheim@example.org/x.git');
    copy.git('config', 'remote.origin.url', 'https://ann:geheim@example.org/y.git');
    const told = JSON.stringify([await copy.look('git.push', { branch: 'main' }), await copy.look('git.fetch', {})]);
    expect(told).toContain('it is sent to https://ann:***@example.org/x.git');
    expect(told).toContain('it is fetched from https://ann:***@example.org/y.git');
    expect(told).not.toContain('geheim');
    for (const push of ['main:side', 'main', 'tags/v1', '*:refs/heads/all/*'].map((one) => `+refs/heads/${one}`)) {
      copy.git('config', 'remote.origin.push', push);
      const refused = copy.look('git.push', { branch: 'main' }).then(() => 'looked at');
      if (push.includes('v1')) await expect(refused).resolves.toBe('looked at');
      else await expect(refused).rejects.toThrow('by force or under another name');
    }
  });
});

describe('what is committed', () => {
  const STAGED: readonly Plant[] = [
    [
      'what is staged',
      ({ put, git }) => {
        put('staged', 'STAGED\n');
        git('add', 'staged');
      },
    ],
    ['a second parent', ({ git, put }) => put('.git/MERGE_HEAD', `${git('rev-parse', 'side')}\n`)],
    ['who it is by', ({ git }) => git('config', 'user.email', 'b@example.org')],
  ];
  const TRACKED: readonly Plant[] = [
    ['a tracked file', ({ put }) => put('a', 'CHANGED\n')],
    ['whether it may be executed', ({ path }) => chmodSync(join(path, 'a'), 0o755)],
    ['one that is staged, without staging it again', ({ put }) => put('staged', 'again\n')],
  ];
  const NEW: readonly Plant[] = [
    ['a new file', ({ put }) => put('untracked', 'NEW\n')],
    [
      'a new file, of the same length and time',
      ({ path, put }) => {
        put('untracked', 'new\n');
        utimesSync(join(path, 'untracked'), 1, 1);
      },
    ],
    ['one whose name is no UTF-8', ({ path }) => writeFileSync(odd(path), 'one\n')],
    ['what is in that one', ({ path }) => writeFileSync(odd(path), 'two\n')],
    ['what a file is turned into', ({ put }) => put('.git/info/attributes', '* text working-tree-encoding=UTF-16\n')],
  ];
  it.each([
    [{ what: 'staged' }, STAGED],
    [{ what: 'tracked' }, [...STAGED, ...TRACKED]],
    [{ what: 'everything' }, [...STAGED, ...TRACKED, ...NEW]],
    [{ what: 'paths', paths: ['.'] }, [...STAGED, ...TRACKED, ...NEW]],
  ] as const)('%j', (args, plants) => areSeen('git.commit', { message: 'x', ...args }, plants));

  it('says of what is too large to be read that it was not', async () => {
    const copy = ground.copy('git.commit');
    copy.put('large', '');
    truncateSync(join(copy.path, 'large'), 300 * 1024 * 1024);
    const { affected } = await copy.look('git.commit', { message: 'x', what: 'everything' });
    expect(affected).toContain(
      '1 of the files are too large or too many to be read: a yes knows their size and times only',
    );
  });
});

describe('which programs take part', () => {
  const hooks = (name: string): Plant => [name, (copy) => hook(copy, name)];
  const NAMED: readonly Plant[] = [
    ['a signer', ({ git }) => git('config', 'gpg.program', '/bin/true')],
    ['a directory of hooks', ({ git }) => git('config', 'core.hooksPath', '.git/hooks')],
  ];
  const ALSO: readonly (readonly [of: RegExp, plant: Plant])[] = [
    [/^(?!.*config_set)/, hooks('reference-transaction')],
    [/\.commit|amend|pull/, hooks('commit-msg')],
    [/switch|discard|pull/, hooks('post-checkout')],
  ];
  // Of two ways to do the same the second one sees what the first does.
  const once = CHANGES.filter(([id], at) => CHANGES.findIndex(([other]) => other === id) === at);

  it.each(once)('in %s %j', (id, args) =>
    areSeen(id, args, [...NAMED, ...ALSO.filter(([of]) => of.test(id)).map(([, plant]) => plant)]),
  );

  it('or nothing is looked at: where hooks or another repository have a name that nobody can go by', async () => {
    const copy = ground.copy('git.commit');
    const look = () => copy.look('git.commit', { message: 'x', what: 'staged' });
    const [hash] = copy.git('-C', 'inner', 'rev-parse', 'HEAD').split('\n');
    writeFileSync(join(ground.home, 'link'), Buffer.from(`160000 ${hash}\to\xff\0`, 'latin1'));
    copy.git('config', 'alias.add-link', `!git update-index -z --index-info < '${join(ground.home, 'link')}'`);
    copy.git('add-link');
    await expect(look()).rejects.toThrow('a repository in it has a name that is no UTF-8');
    appendFileSync(join(copy.path, '.git/config'), Buffer.from('[core]\n\thooksPath = o\xff\n', 'latin1'));
    await expect(look()).rejects.toThrow('the directory of hooks is no UTF-8');
  });

  it('and what is in them: of a hook, and of a program that a setting names by its path', async () => {
    const args = { message: 'x', what: 'staged' };
    const before = (copy: Copy) => {
      hook(copy, 'pre-commit');
      copy.git('config', 'filter.x.clean', `${program(ground.home, 'filter')} --clean %f`);
    };
    await areSeen(
      'git.commit',
      args,
      [
        ['a hook', (copy) => hook(copy, 'pre-commit', 'exit 1')],
        ['a program', () => program(ground.home, 'filter', 'rm -rf .')],
      ],
      before,
    );
  });
});
