/** What a call would touch is looked at before anybody is asked, and the yes holds for what was seen and nothing else. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import type { Look } from '../../src/run/ports.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { runStages } from '../../src/run/stages.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, catalogOf, finished, openBench, requestOf, waiting } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const call = (id: string, args: JsonObject, more: JsonObject = {}) => bench.call(loadCapability(id), args, more);
/** The answer to a call that waits for a yes. */
async function asked(id: string, args: JsonObject) {
  const { token, decision } = waiting(await call(id, args));
  return { token, affected: decision.affectedResources };
}
const put = (path: string, text: string) => writeFileSync(join(bench.home, path), text);

describe('in a repository', () => {
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...argv], {
      cwd: bench.home,
      encoding: 'utf8',
    }).trim();
  const commit = (text: string) => {
    put('a.txt', text);
    git('add', 'a.txt');
    git('commit', '-qm', text);
    return git('rev-parse', 'HEAD');
  };
  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    commit('first');
  });

  it('the yes to undo a commit is for that commit: with another on top it is none, and holds again without', async () => {
    const second = commit('second');
    const { token, affected } = await asked('git.undo_last_commit', {});
    expect(affected).toEqual([expect.stringContaining(`${second.slice(0, 12)} "second"`)]);
    commit('third');
    const refused = await call('git.undo_last_commit', {}, { confirmation_token: token });
    expect(refused).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
    expect(git('log', '-1', '--format=%s')).toBe('third');
    git('reset', '-q', '--hard', second);
    expect(finished(await call('git.undo_last_commit', {}, { confirmation_token: token })).status).toBe('succeeded');
    expect(git('log', '-1', '--format=%s')).toBe('first');
  });

  it('the hooks that a commit starts are named, and another one is another call', async () => {
    put('a.txt', 'changed');
    mkdirSync(join(bench.home, '.husky'));
    git('config', 'core.hooksPath', '.husky');
    const hook = join(bench.home, '.husky/pre-commit');
    const args = { message: 'm', what: 'tracked' };
    expect((await asked('git.commit', args)).affected.join('\n')).not.toContain('hook');
    writeFileSync(hook, '#!/bin/sh\ntouch started\n', { mode: 0o755 });
    const { token, affected } = await asked('git.commit', args);
    expect(affected).toContain(`the hook ${hook} is started`);
    writeFileSync(hook, '#!/bin/sh\ntouch started another\n');
    const refused = await call('git.commit', args, { confirmation_token: token });
    expect(refused).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
    expect(existsSync(join(bench.home, 'started'))).toBe(false);
  });

  it('nothing that was planted after the yes is started, not even to look', async () => {
    git('config', 'user.name', 'A');
    git('config', 'user.email', 'a@example.org');
    put('a.txt', 'changed');
    mkdirSync(join(bench.home, 'bin'));
    const environment = { ...process.env, PATH: `${join(bench.home, 'bin')}:${process.env.PATH}` };
    const here = openBench({
      environment: { ...environment, CAP_STATE_DIR: join(bench.home, 'state') },
      cwd: bench.home,
    });
    try {
      const commit = (more: JsonObject = {}) =>
        here.call(loadCapability('git.commit'), { message: 'm', what: 'tracked' }, more);
      const { token } = waiting(await commit());
      writeFileSync(join(bench.home, 'bin/git'), `#!/bin/sh\ntouch '${bench.home}/started'\n`, { mode: 0o755 });
      const refused = await commit({ confirmation_token: token });
      expect(refused).toMatchObject({
        kind: 'refusal',
        reason: 'denied',
        received: expect.stringContaining('another executable'),
      });
      expect(existsSync(join(bench.home, 'started'))).toBe(false);
    } finally {
      here.close();
    }
  });

  it.each<[string, JsonObject, string, () => void]>([
    [
      'git.discard_changes',
      { paths: ['.'] },
      'a.txt loses its changes (+1 -1 lines)',
      () => put('a.txt', 'changed more'),
    ],
    ['git.clean', { paths: ['work'] }, 'work/new.txt (3 bytes) is deleted', () => put('work/newer.txt', 'x')],
    [
      'git.amend_message',
      { message: 'better' },
      '"first" is replaced',
      () => git('commit', '-qm', 'x', '--allow-empty'),
    ],
    [
      'git.branch_delete',
      { branches: ['side'] },
      'local branch side at',
      () => git('branch', '-qf', 'side', git('commit-tree', '-m', 'x', 'HEAD^{tree}')),
    ],
  ])('%s is bound to what it loses', async (id, args, line, meanwhile) => {
    git('branch', 'side');
    git('config', 'user.name', 'A');
    put('a.txt', 'changed');
    mkdirSync(join(bench.home, 'work'));
    put('work/new.txt', 'new');
    const { token, affected } = await asked(id, args);
    expect(affected.join('\n')).toContain(line);
    const dry = await call(id, args, { dry_run: true });
    expect(dry).toMatchObject({ kind: 'dry_run', decision: { affectedResources: affected } });
    meanwhile();
    const again = await call(id, args, { confirmation_token: token });
    // A human's token that fits no more is refused as another call's; so is a caller's.
    expect(again).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
    expect(existsSync(join(bench.home, 'work/new.txt'))).toBe(true);
    expect(readFileSync(join(bench.home, 'a.txt'), 'utf8')).toMatch(/^changed/);
  });
});

describe('files and processes', () => {
  it('what is deleted is told thing by thing, and one more inside is another call', async () => {
    mkdirSync(join(bench.home, 'old'));
    put('old/a', '12345');
    const args = { paths: ['old'], recursive: true };
    const { token, affected } = await asked('file.delete', args);
    expect(affected).toEqual([`${join(bench.home, 'old')} (directory, 1 entries below it, 5 bytes) is gone for good`]);
    put('old/b', 'later');
    const refused = await call('file.delete', args, { confirmation_token: token });
    expect(refused).toMatchObject({ kind: 'refusal', reason: 'denied' });
    expect(existsSync(join(bench.home, 'old/b'))).toBe(true);
  });

  it('a process is told by its command, and its number alone is not it', async () => {
    const child = spawn('sleep', ['987']);
    const { affected } = await asked('system.process.kill', { pid: child.pid ?? 0, name: 'sleep' });
    child.kill('SIGKILL');
    expect(affected).toEqual([`process ${child.pid} (sleep: sleep 987) gets SIGTERM`]);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['system.process.kill', { pid: 4_194_303, name: 'nothing' }, /there is no process/],
    ['file.text.encoding_convert', { paths: ['absent.txt'] }, /absent.txt/],
    ['file.delete', { paths: ['absent'] }, /absent does not exist/],
    ['git.undo_last_commit', {}, /not inside a git repository/],
  ])('%s %j is refused before anybody is asked', async (id, args, words) => {
    const outcome = await call(id, args);
    if (outcome.kind !== 'invalid_arguments') throw new Error(JSON.stringify(outcome));
    expect(outcome.problems[0]?.expected).toMatch(words);
  });
});

describe('a look', () => {
  it('leaves nothing behind', async () => {
    put('x', 'x');
    await asked('file.delete', { paths: ['x'] });
    expect(readdirSync(join(bench.home, 'state', 'results'))).toEqual([]);
  });

  it('is taken once more right before the start: what changed after the yes was checked is not touched', async () => {
    put('old.txt', 'as it was');
    // A directory is the same one with another file in it: only the look tells.
    const subject = loadCapability('file.rename_batch');
    const args = { path: '.', pattern: 'old', replacement: 'new', preview: false };
    const { token } = await asked(subject.id, args);
    let looks = 0;
    const ports = {
      ...bench.ports,
      // The last moment in which somebody can come between: the yes is checked and spent, nothing is sent yet.
      takeSlot: (limit: number) => {
        put('older.txt', 'somebody else has put it there');
        return bench.ports.takeSlot(limit);
      },
      preview: (look: Look) => {
        looks += 1;
        return bench.ports.preview(look);
      },
      execute: () => Promise.reject(new Error('it was started')),
    };
    const request = requestOf(subject, args, { confirmation_token: token, cwd: bench.home });
    const outcome = await runStages(request, catalogOf(subject), ports, 'operation-1');
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
    expect(outcome).toHaveProperty('message', expect.stringContaining('has changed since it was looked at'));
    expect(looks).toBe(2);
    expect(readFileSync(join(bench.home, 'older.txt'), 'utf8')).toBe('somebody else has put it there');
    const closed = readdirSync(join(bench.home, 'state', 'journal', 'closed'));
    expect(closed).toEqual(['operation-1.json']);
  });

  it('is not taken for what a policy denies', async () => {
    const subject = loadCapability('file.delete');
    const rule = { name: 'no', level: 'user', applies_to: {}, execute: 'deny' } as const;
    const policy = { ...NO_POLICY, rules: [rule] };
    const ports = { ...bench.ports, preview: () => Promise.reject(new Error('it was looked at')) };
    const governance = { ...UNGOVERNED, policy };
    for (const more of [{}, { dry_run: true }]) {
      const request = requestOf(subject, { paths: ['x'] }, more);
      const outcome = await runStages(request, catalogOf(subject), ports, 'operation', governance);
      expect(outcome).toMatchObject({ decision: { kind: 'denied' } });
    }
  });
});
