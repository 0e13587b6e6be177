/**
 * A repository that names programs, and what changes something in it: whatever git would start is told before anybody is
 * asked, is part of what the yes is for, and is asked for where a mode lets small changes pass.
 */
import { appendFileSync, chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { runStages } from '../../src/run/stages.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { type Bench, catalogOf, openBench, requestOf, waiting } from '../run/capabilities.ts';
import { catalogActions } from './catalog-actions.ts';
import { CHANGES, type Copy, type Ground, openGround, program, started } from './git-repositories.ts';

let ground: Ground;
beforeAll(() => {
  ground = openGround();
});
afterAll(() => ground.close());

const HOOKS =
  `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit
  pre-rebase post-checkout post-merge pre-push reference-transaction post-index-change post-rewrite pre-auto-gc
  fsmonitor-watchman sendemail-validate`.split(/\s+/);
const RECEIVING =
  'pre-receive update proc-receive post-receive post-update push-to-checkout reference-transaction'.split(' ');
const SIGN = `cat > /dev/null; printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2; echo signature`;

/** Everything that git starts a program for, each with a trace of its own. */
function nameEverything({ path, put }: Copy): void {
  const named: [setting: string, name: string, then?: string][] = [
    ...['core.fsmonitor', 'core.editor', 'core.pager', 'core.sshCommand', 'core.gitProxy', 'core.askPass'].map(plain),
    ...['pager.stash', 'pager.tag', 'pager.branch', 'sequence.editor', 'diff.external', 'diff.x.textconv'].map(plain),
    ...['credential.helper', 'core.alternateRefsCommand', 'trailer.x.command', 'interactive.diffFilter'].map(plain),
    ...['uploadpack.packObjectsHook', 'filter.y.process', 'diff.x.command', 'alias.push', 'alias.stash'].map(plain),
    ['filter.x.clean', 'filter.x.clean', 'cat'],
    ['filter.x.smudge', 'filter.x.smudge', 'cat'],
    ['merge.x.driver', 'merge.x.driver', 'exit 0'],
    ['gpg.program', 'gpg.program', SIGN],
    ['remote.origin.uploadpack', 'remote.origin.uploadpack', 'exec git-upload-pack "$@"'],
    ['remote.origin.receivepack', 'remote.origin.receivepack', 'exec git-receive-pack "$@"'],
  ];
  const sections = named.map(([setting, name, then]) => {
    const [first, last] = [setting.indexOf('.'), setting.lastIndexOf('.')];
    const inner = first === last ? '' : ` "${setting.slice(first + 1, last)}"`;
    const value = program(ground.home, name, then);
    return `[${setting.slice(0, first)}${inner}]\n\t${setting.slice(last + 1)} = ${value}\n`;
  });
  const on = ['commit]gpgSign', 'tag]gpgSign', 'submodule]recurse', 'push]followTags'].map(
    (one) => `[${one.replace(']', ']\n\t')} = true\n`,
  );
  appendFileSync(join(path, '.git/config'), [...sections, ...on].join(''));
  put('.git/info/attributes', '* filter=x merge=x diff=x\n');
  for (const [place, names] of [
    ['.git/hooks', HOOKS],
    ['../first.git/hooks', RECEIVING],
  ] as const) {
    for (const name of names) {
      put(`${place}/${name}`, `#!/bin/sh\ntouch '${ground.home}/pwned-${name}'\n`);
      chmodSync(join(path, place, name), 0o755);
    }
  }
}
/** The same in the repository that stands in it. */
function nameInside({ path, put }: Copy): void {
  const config = ['fsmonitor', 'filter'].map((name) => program(ground.home, `inner-${name}`, 'cat'));
  put(
    'inner/.git/config',
    `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${config[0]}\n[filter "z"]\n\tclean = ${config[1]}\n`,
  );
  put('inner/.git/info/attributes', '* filter=z\n');
  put('inner/.git/hooks/post-index-change', `#!/bin/sh\ntouch '${ground.home}/pwned-inner-hook'\n`);
  chmodSync(join(path, 'inner/.git/hooks/post-index-change'), 0o755);
}

function plain(name: string): [string, string] {
  return [name, name];
}

describe('what changes something by git', () => {
  it('is all of these', () => {
    const changing = catalogActions().filter(({ id, sideEffect }) => id.startsWith('git.') && sideEffect !== 'R');
    expect(changing.map(({ id }) => id).sort()).toEqual([...new Set(CHANGES.map(([id]) => id))].sort());
    // Where git changes something for another room, somebody has to say yes.
    const others = catalogActions().filter(
      ({ id, sideEffect, executables }) =>
        !id.startsWith('git.') && sideEffect !== 'R' && executables.some(({ name }) => name === 'git'),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  it.each(CHANGES)('%s %j names no program where the repository names none, and starts none', async (id, args) => {
    const copy = ground.copy(id);
    expect((await copy.look(id, args)).programs).toEqual([]);
    await copy.act(id, args);
    expect(started(ground.home)).toEqual([]);
  });

  it.each(CHANGES)('%s %j tells every program before it starts one', async (id, args) => {
    const copy = ground.copy(id);
    nameEverything(copy);
    // To set it up is to start some.
    started(ground.home);
    const { programs = [], affected } = await copy.look(id, args);
    expect(started(ground.home)).toEqual([]);
    expect(affected).toEqual(expect.arrayContaining([...programs]));
    await copy.act(id, args);
    const unnamed = started(ground.home).filter(
      (name) => !programs.some((line) => line.includes(`/${name} is started`) || line.endsWith(`/${name}`)),
    );
    expect(unnamed).toEqual([]);
  });

  const INTO = CHANGES.filter(([id]) => /amend|\.commit|discard|pull|stash|switch/.test(id));
  it.each(INTO)('%s %j tells what it starts in a repository that stands in it', async (id, args) => {
    const copy = ground.copy(id);
    nameInside(copy);
    const { programs = [] } = await copy.look(id, args);
    expect(started(ground.home)).toEqual([]);
    const inner = join(copy.path, 'inner');
    for (const name of ['core.fsmonitor', 'filter.z.clean']) {
      expect(programs.join('\n')).toContain(`${name} of the repository ${inner} names a program`);
    }
    expect(programs).toContain(`the hook ${join(inner, '.git/hooks/post-index-change')} is started`);
    await copy.act(id, args);
    if (/\.commit|switch/.test(id)) expect(started(ground.home)).toContain('inner-filter');
    started(ground.home);
  });

  it('is told of an address that only an old file of git’s names', async () => {
    const copy = ground.copy('git.fetch');
    copy.put('.git/remotes/old', `URL: ext::${program(ground.home, 'ext')}\n`);
    const { programs } = await copy.look('git.fetch', { remote: 'old' });
    expect(programs).toEqual([`the repository names a program in an address: ext::${ground.home}/programs/ext`]);
  });

  it('would start them: so there is something to tell', async () => {
    const copy = ground.copy('git.commit');
    nameEverything(copy);
    started(ground.home);
    await copy.act('git.commit', { message: 'x', what: 'everything' });
    expect(started(ground.home)).toEqual(
      expect.arrayContaining(['commit-msg', 'filter.x.clean', 'gpg.program', 'post-commit', 'reference-transaction']),
    );
    await copy.act('git.pull', { how: 'merge', remote: 'origin', branch: 'side' });
    expect(started(ground.home)).toEqual(
      expect.arrayContaining(['merge.x.driver', 'post-merge', 'remote.origin.uploadpack']),
    );
    await copy.act('git.push', { branch: 'main' });
    expect(started(ground.home)).toEqual(
      expect.arrayContaining(['post-receive', 'pre-push', 'remote.origin.receivepack']),
    );
  });

  it('what the user has set for themself is not the repository’s, and yet the yes is for it', async () => {
    const copy = ground.copy('git.commit');
    const look = () => copy.look('git.commit', { message: 'x', what: 'everything' });
    const before = await look();
    writeFileSync(join(ground.home, '.gitconfig'), '[filter "own"]\n\tclean = tr a-z A-Z\n');
    const after = await look();
    writeFileSync(join(ground.home, '.gitconfig'), '');
    expect(after.programs).toEqual([]);
    expect(after.state).not.toEqual(before.state);
  });
});

describe('mode auto', () => {
  let bench: Bench;
  beforeAll(() => {
    bench = openBench({
      environment: { PATH: process.env.PATH, HOME: ground.home, CAP_STATE_DIR: join(ground.home, 'state') },
    });
  });
  afterAll(() => bench.close());
  const policy = policyOf('version: policy.v1\nmode: auto');
  const auto = { ...UNGOVERNED, policy, revisionNow: () => policy.revision };
  const run = (subject: Capability, cwd: string, more = {}) =>
    runStages(
      requestOf(subject, { tag: 'v1' }, { cwd, ...more }),
      catalogOf(subject),
      bench.ports,
      bench.ports.newOperationId(),
      auto,
    );

  it('lets a small change pass where the repository names no program, and asks the caller where it does', async () => {
    const subject = loadCapability('git.tag_create');
    const plainly = ground.copy(subject.id);
    expect(await run(subject, plainly.path)).toMatchObject({ kind: 'finished', status: 'succeeded' });

    const copy = ground.copy(subject.id);
    copy.put('.git/hooks/reference-transaction', `#!/bin/sh\ntouch '${ground.home}/pwned-hook'\n`);
    chmodSync(join(copy.path, '.git/hooks/reference-transaction'), 0o755);
    const asked = waiting(await run(subject, copy.path));
    const line = `the hook ${join(copy.path, '.git/hooks/reference-transaction')} is started`;
    expect(asked).toMatchObject({
      kind: 'confirmation_required',
      decision: { approver: 'caller', rule: expect.stringContaining('a program that the project names') },
    });
    expect(asked.decision.affectedResources).toContain(line);
    expect(started(ground.home)).toEqual([]);
    expect(await run(subject, copy.path, { confirmation_token: asked.token })).toMatchObject({ status: 'succeeded' });
    expect(started(ground.home)).toEqual(['hook']);
  });

  it('asks for what another catalog changes by git, as nobody looks at what that starts', async () => {
    const { preview: _preview, ...unseen } = loadCapability('git.tag_create');
    expect(await run(unseen, ground.copy(unseen.id).path)).toMatchObject({
      kind: 'confirmation_required',
      decision: { approver: 'caller', rule: expect.stringContaining('was not looked at') },
    });
    expect(readdirSync(ground.home)).not.toContain('pwned-hook');
  });
});
