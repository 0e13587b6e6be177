/** Attacks by links: a path that a yes was given for is led elsewhere before the call, or in its last moment. */
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import type { RunOutcome } from '../../src/run/stages.ts';
import { runStages } from '../../src/run/stages.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, catalogOf, finished, openBench, requestOf, waiting } from '../run/capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  mkdirSync(at('elsewhere'));
  mkdirSync(at('place/deep'), { recursive: true });
  writeFileSync(at('mine'), 'mine\n');
  writeFileSync(at('elsewhere/kept'), 'kept\n');
});
afterEach(() => bench.close());

const at = (path: string) => join(bench.home, path);
const call = (id: string, args: JsonObject, more: JsonObject = {}) => bench.call(loadCapability(id), args, more);
function asked(outcome: RunOutcome) {
  const { token, decision } = waiting(outcome);
  return { token, affected: decision.affectedResources };
}
/** Puts a link to another directory in the place of one. */
const swap = (path: string, target: string) => {
  rmSync(at(path), { recursive: true, force: true });
  symlinkSync(target, at(path));
};

/** Makes it a repository with the same file staged, so that nothing but the place tells one from the other. */
const toBeCommitted = (path: string) => {
  writeFileSync(at(`${path}/kept`), 'kept\n');
  for (const argv of [
    ['init', '-q'],
    ['config', 'user.name', 'x'],
    ['config', 'user.email', 'x@x'],
    ['add', 'kept'],
  ]) {
    execFileSync('git', argv, { cwd: at(path) });
  }
};

/** The same, committed, with a branch to go to. */
const withBranch = (path: string) => {
  toBeCommitted(path);
  for (const argv of [
    ['commit', '-q', '-m', 'x'],
    ['branch', 'side'],
  ]) {
    execFileSync('git', argv, { cwd: at(path) });
  }
};

const ATTACKS: readonly (readonly [id: string, args: JsonObject, swapped: string, target: string])[] = [
  ['file.copy', { sources: ['mine'], destination: 'place' }, 'place', 'elsewhere'],
  ['file.copy', { sources: ['mine'], destination: 'place/deep/copy' }, 'place', 'elsewhere'],
  ['file.copy', { sources: ['mine'], destination: 'place/new' }, 'place/new', '../elsewhere/kept'],
  ['file.copy', { sources: ['mine'], destination: 'place/new' }, 'place/new', '../elsewhere/not yet'],
  ['file.copy', { sources: ['mine'], destination: 'place' }, 'mine', 'elsewhere/kept'],
  ['file.move', { sources: ['mine'], destination: 'place' }, 'place', 'elsewhere'],
  ['file.symlink_create', { target: 'mine', link: 'place/link' }, 'place', 'elsewhere'],
  ['file.permissions_set', { paths: ['place/deep'], mode: '700' }, 'place/deep', '../elsewhere'],
  ['file.archive.create', { paths: ['mine'], output: 'place/a.zip' }, 'place', 'elsewhere'],
  ['git.commit', { repository: 'place', message: 'x' }, 'place', 'elsewhere'],
  ['file.copy', { sources: ['mine'], destination: 'place/of two\nlines' }, 'place', 'elsewhere'],
  ['file.archive.create', { directory: 'place', paths: ['deep'], output: 'a.zip' }, 'place/deep', '../elsewhere'],
  ['dev.test.run_file', { path: 'place/a.test.js' }, 'place', 'elsewhere'],
  ['dev.test.run', { directory: 'place' }, 'place', 'elsewhere'],
];

describe('a yes for one place is none for another', () => {
  it.each(ATTACKS)('%s %j: %s becomes a link to %s', async (id, args, swapped, target) => {
    if (id === 'git.commit') ['place', 'elsewhere'].forEach(toBeCommitted);
    const { token } = asked(await call(id, args));
    swap(swapped, target);
    const refused = await call(id, args, { confirmation_token: token });
    expect(['refusal', 'invalid_arguments']).toContain(refused.kind);
    expect(readFileSync(at('elsewhere/kept'), 'utf8')).toBe('kept\n');
    expect(existsSync(at('elsewhere/mine'))).toBe(false);
  });

  it('not even when the link is put there after the yes was spent', async () => {
    const subject = loadCapability('file.copy');
    const args = { sources: ['mine'], destination: 'place' };
    const { token } = asked(await call(subject.id, args));
    const ports = {
      ...bench.ports,
      takeSlot: (limit: number) => {
        swap('place', 'elsewhere');
        return bench.ports.takeSlot(limit);
      },
      execute: () => Promise.reject(new Error('it was started')),
    };
    const request = requestOf(subject, args, { confirmation_token: token });
    const outcome = await runStages(request, catalogOf(subject), ports, 'operation-1');
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
    expect(outcome).toHaveProperty('message', expect.stringContaining('leads elsewhere'));
  });

  it('and where a link leads is told to whoever says it', async () => {
    symlinkSync('elsewhere', at('link'));
    const args = { sources: ['mine'], destination: 'link' };
    const { token, affected } = asked(await call('file.copy', args));
    expect(affected).toContain(`link leads to ${at('elsewhere')}`);
    rmSync(at('link'));
    symlinkSync('place', at('link'));
    expect(await call('file.copy', args, { confirmation_token: token })).toMatchObject({ reason: 'denied' });
    rmSync(at('link'));
    symlinkSync('elsewhere', at('link'));
    expect(finished(await call('file.copy', args, { confirmation_token: token })).status).toBe('succeeded');
    expect(readFileSync(at('elsewhere/mine'), 'utf8')).toBe('mine\n');
  });

  const UNDER_ITS_NAME: readonly (readonly [id: string, args: JsonObject, name: string, other: string])[] = [
    ['file.copy', { sources: ['mine'], destination: 'place' }, 'place', 'elsewhere'],
    ['file.trash', { paths: ['place'] }, 'place', 'elsewhere'],
    ['git.switch', { repository: 'place', target: 'side' }, 'place', 'elsewhere'],
    ['dev.lint.run', { directory: 'place' }, 'place', 'elsewhere'],
    ['file.move', { sources: ['mine'], destination: 'place' }, 'mine', 'elsewhere/kept'],
    ['file.permissions_set', { paths: ['mine'], mode: '600' }, 'mine', 'elsewhere/kept'],
    ['file.text.replace', { paths: ['mine'], pattern: 'kept', replacement: 'gone' }, 'mine', 'elsewhere/kept'],
  ];

  it.each(UNDER_ITS_NAME)(
    'nor for another thing under the same name: %s %j, %s is %s',
    async (id, args, name, other) => {
      if (id === 'git.switch') ['place', 'elsewhere'].forEach(withBranch);
      const { token } = asked(await call(id, args));
      rmSync(at(name), { recursive: true });
      renameSync(at(other), at(name));
      const refused = await call(id, args, { confirmation_token: token });
      expect(['refusal', 'invalid_arguments']).toContain(refused.kind);
    },
  );

  it('nor for one that was written anew in its place, which has the same number on the disk', async () => {
    const args = { sources: ['mine'], destination: 'place' };
    const { token } = asked(await call('file.copy', args));
    rmSync(at('mine'));
    writeFileSync(at('mine'), 'mine\n');
    const refused = await call('file.copy', args, { confirmation_token: token });
    expect(refused).toMatchObject({ reason: 'denied', received: 'another set of files where its paths lead' });
  });

  it.each(UNDER_ITS_NAME.filter(([, , name]) => name === 'mine'))(
    'nor for a hard link to another: %s %j, %s is %s',
    async (id, args, name, other) => {
      const { token } = asked(await call(id, args));
      rmSync(at(name));
      linkSync(at(other), at(name));
      const refused = await call(id, args, { confirmation_token: token });
      expect(['refusal', 'invalid_arguments']).toContain(refused.kind);
      expect(readFileSync(at(other), 'utf8')).toBe('kept\n');
    },
  );
});
