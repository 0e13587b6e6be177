/**
 * The policy of a project holds for what a call does to it, however the arguments lead into it: by a directory to work
 * in, a file, an item of a list, a link, a way back up, or two arguments that a tool joins.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cap, documentOf, emptyDirectory } from '../e2e/executable.ts';
import { writeProjectPolicy } from './project-policy.ts';

let free = '';
let strict = '';
let env: Record<string, string> = {};
beforeEach(() => {
  free = realpathSync(emptyDirectory());
  strict = realpathSync(emptyDirectory());
  env = { HOME: realpathSync(emptyDirectory()) };
  mkdirSync(join(strict, 'deep', 'er'), { recursive: true });
  mkdirSync(join(free, 'own'));
  writeFileSync(join(strict, 'file'), 'theirs\n');
  writeFileSync(join(free, 'file'), 'mine\n');
  symlinkSync(join(strict, 'deep'), join(free, 'link'));
  symlinkSync(join(free, 'file'), join(strict, 'outwards'));
  // Nobody is asked about what git could not do: a commit of nothing, or putting aside where no repository or commit is.
  // The way up behind a link can mean either directory.
  for (const argv of [
    ['init', '-q'],
    ['config', 'user.name', 'x'],
    ['config', 'user.email', 'x@x'],
    ['commit', '-q', '--allow-empty', '-m', 'first'],
    ['add', 'file'],
  ]) {
    for (const cwd of [strict, free]) execFileSync('git', argv, { cwd });
  }
});

const run = async (id: string, args: object) =>
  documentOf(await cap(['run', id, '--args-json', JSON.stringify(args)], { cwd: free, env })) as {
    readonly status?: string;
    readonly errors?: object[];
    readonly error?: { readonly reason: string };
  };

const WAYS: readonly (readonly [string, string, () => object])[] = [
  ['a directory that a tool works in', 'git.commit', () => ({ repository: strict, message: 'x' })],
  ['a directory deep inside', 'git.commit', () => ({ repository: join(strict, 'deep', 'er'), message: 'x' })],
  ['a relative directory', 'git.commit', () => ({ repository: join('..', basename(strict)), message: 'x' })],
  ['a link', 'git.commit', () => ({ repository: 'link', message: 'x' })],
  ['the way up behind a link', 'git.stash_save', () => ({ repository: 'link/..' })],
  ['an item of a list', 'file.delete', () => ({ paths: ['file', join(strict, 'file')] })],
  ['a link that stands in it', 'file.delete', () => ({ paths: [join(strict, 'outwards')] })],
  ['what is not there yet', 'file.copy', () => ({ sources: ['file'], destination: join(strict, 'new', 'one') })],
  ['what is not there yet behind a link', 'file.copy', () => ({ sources: ['file'], destination: 'link/new' })],
  ['what it is copied from', 'file.copy', () => ({ sources: [join(strict, 'file')], destination: 'copy' })],
];

describe('a project that may only be read', () => {
  it.each(WAYS)('denies a change by %s', async (_name, id, args) => {
    expect(await run(id, args())).toMatchObject({ status: 'confirmation_required' });
    writeProjectPolicy(strict, 'mode: read-only');
    expect(await run(id, args())).toMatchObject({ status: 'denied', errors: [{ reason: 'denied', executed: false }] });
    expect(readFileSync(join(strict, 'file'), 'utf8')).toBe('theirs\n');
    expect(existsSync(join(free, 'copy'))).toBe(false);
  });

  it('still lets itself be read, and others be changed', async () => {
    writeProjectPolicy(strict, 'mode: read-only');
    expect(await run('file.head', { path: join(strict, 'file') })).toMatchObject({ status: 'succeeded' });
    const own = { sources: ['file'], destination: 'own' };
    expect(await run('file.copy', own)).toMatchObject({ status: 'confirmation_required' });
  });

  it('is asked about two arguments that only together lead into it', async () => {
    writeProjectPolicy(join(strict, 'deep'), 'mode: read-only');
    const call = (path: string) =>
      run('git.commit', { repository: strict, message: 'x', what: 'paths', paths: [path] });
    expect(await call('file')).toMatchObject({ status: 'confirmation_required' });
    expect(await call(join('deep', 'er'))).toMatchObject({ status: 'denied' });
  });
});

it.each([
  ['execute', { status: 'denied' }],
  ['discover', { error: { reason: 'unknown_capability' } }],
])('a project whose policy denies to %s has a say in reading it', async (permission, answer) => {
  const rule = `{name: not here, applies_to: {ids: [file]}, ${permission}: deny, must_match: [file.head], must_not_match: [x]}`;
  writeProjectPolicy(strict, `rules: [${rule}]`);
  for (const path of [join(strict, 'file'), `link/../file`])
    expect(await run('file.head', { path })).toMatchObject(answer);
  expect(await run('file.head', { path: 'file' })).toMatchObject({ status: 'succeeded' });
});
