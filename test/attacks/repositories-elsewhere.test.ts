/**
 * A repository is entered by more than the directory that holds it, and git changes more than the directory that it is
 * called in: the policies of all that it reaches hold, for every action of the catalog that git does. Nothing is executed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { policyInForce } from '../../src/platform/policy-in-force.ts';
import { repositoryAt } from '../../src/platform/repository.ts';
import { isRefusal, type Refusal } from '../../src/reason/refusal.ts';
import { type Governance, UNGOVERNED } from '../../src/run/resolve.ts';
import { runStages } from '../../src/run/stages.ts';
import { rewritesWorkingTree, usesGit } from '../../src/run/working-tree.ts';
import { type Bench, catalogOf, openBench, requestOf } from '../run/capabilities.ts';
import { catalogActions } from './catalog-actions.ts';
import { writeProjectPolicy } from './project-policy.ts';

const ALL = catalogActions();
const ACTIONS = ALL.filter((one) => one.id.startsWith('git.'));
let bench: Bench;
let strict = '';
let free = '';
beforeEach(() => {
  bench = openBench();
  strict = join(bench.home, 'strict');
  free = join(bench.home, 'free');
  for (const directory of [join(strict, 'sub'), join(strict, 'beside'), free])
    mkdirSync(directory, { recursive: true });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-q', '--allow-empty', '-m', 'one');
});
afterEach(() => bench.close());

const git = (...argv: string[]) => execFileSync('git', argv, { cwd: strict, encoding: 'utf8' });
const DENY_GIT = 'rules: [{name: n, applies_to: {ids: [git]}, execute: deny, must_match: [git.switch]}]';
const DENY_MOVE = 'rules: [{name: n, applies_to: {ids: [file.move]}, execute: deny, must_match: [file.move]}]';

/** How a call from a directory is decided, where small changes pass that no project forbids. */
async function decided(id: string, cwd: string, args?: JsonObject): Promise<string> {
  const subject = ALL.find((one) => one.id === id);
  if (subject === undefined) throw new Error(id);
  mkdirSync(join(bench.home, 'config/cap'), { recursive: true });
  writeFileSync(join(bench.home, 'config/cap/policy.yaml'), 'version: policy.v1\nmode: auto\n');
  const environment = { XDG_CONFIG_HOME: join(bench.home, 'config') };
  const { ready, policy, policyOf } = policyInForce(() => ({ environment, cwd: bench.home }));
  await ready();
  const governed = async (
    directories: readonly string[],
    tops: readonly string[] = [],
  ): Promise<Governance | Refusal> => {
    const found = directories.length === 0 ? policy() : await policyOf(directories, tops);
    if (isRefusal(found)) return found;
    const { id, type, sideEffect, riskLevel } = subject;
    const facts = { id, type, sideEffect, riskLevel, origin: 'builtin', principal: 'ann', trusted: true } as const;
    return { ...UNGOVERNED, policy: found, factsOf: () => facts, within: governed };
  };
  const ports: Bench['ports'] = {
    ...bench.ports,
    networkGate: async () => ({ kind: 'none', why: 'there is none here' }),
    preview: async () => ({ kind: 'seen', affected: [], state: null, programs: [] }),
    findExecutable: async (name) => ({ path: `/programs/${name}`, realPath: `/programs/${name}` }),
    fingerprint: async ({ path }) => ({ identity: path, contentHash: path }),
  };
  const request = requestOf(subject, args ?? (subject.examples[0]?.arguments as JsonObject), { dry_run: true, cwd });
  const outcome = await runStages(request, catalogOf(subject), ports, 'o', (await governed([])) as Governance);
  if (outcome.kind !== 'dry_run') return isRefusal(outcome) ? `refused: ${outcome.reason}` : outcome.kind;
  return outcome.decision.kind === 'confirmation_required' ? outcome.decision.approver : outcome.decision.kind;
}

const WAYS: readonly (readonly [string, () => void])[] = [
  ['a file named .git', () => writeFileSync(join(free, '.git'), `gitdir: ${strict}/.git\n`)],
  ['one with a relative path', () => writeFileSync(join(free, '.git'), 'gitdir: ../strict/.git')],
  ['a link named .git', () => symlinkSync(join(strict, '.git'), join(free, '.git'))],
  ['a linked working tree', () => git('worktree', 'add', '-q', '-f', '-b', 'other', free)],
  ['a repository whose tree is another one', () => ownRepository(`[core]\n\tworktree = ${strict}\n`)],
  ['a repository whose references are those of another one', () => linkedPart('refs')],
  ['one whose tags are', () => linkedPart('refs/tags')],
  [
    'what looks like a bare repository',
    () => {
      writeFileSync(join(free, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(free, 'commondir'), '../strict/.git\n');
    },
  ],
];

/** A repository in the free directory with more in its configuration. */
function ownRepository(more: string): void {
  execFileSync('git', ['init', '-q', '-b', 'main', free]);
  writeFileSync(join(free, '.git/config'), `[core]\n\trepositoryformatversion = 0\n${more}`);
}

function linkedPart(part: string): void {
  ownRepository('');
  rmSync(join(free, '.git', part), { recursive: true });
  symlinkSync(join(strict, '.git', part), join(free, '.git', part));
}

describe('a policy of the project whose repository it is', () => {
  it.each(WAYS)('holds for what git does by %s', async (_name, enter) => {
    enter();
    mkdirSync(join(free, 'deep'), { recursive: true });
    expect(await decided('git.tag_create', free, { tag: 'v' })).toBe('allowed');
    writeProjectPolicy(strict, DENY_GIT);
    for (const id of ['git.tag_create', 'git.status']) expect(await decided(id, free), id).toBe('denied');
    expect(await decided('git.tag_create', join(free, 'deep'), { tag: 'v' })).toBe('denied');
    expect(await decided('git.tag_create', bench.home, { tag: 'v', repository: 'free' })).toBe('denied');
  });

  it('holds for every action', async () => {
    writeFileSync(join(free, '.git'), `gitdir: ${strict}/.git\n`);
    writeProjectPolicy(strict, DENY_GIT);
    expect(ACTIONS.length).toBeGreaterThan(25);
    for (const { id } of ACTIONS) expect(await decided(id, free), id).toBe('denied');
  });

  it('holds in its own directory of git, and for no other repository', async () => {
    writeProjectPolicy(strict, DENY_GIT);
    ownRepository('');
    expect(await decided('git.tag_create', join(strict, '.git'), { tag: 'v' })).toBe('denied');
    expect(await decided('git.tag_create', free, { tag: 'v' })).toBe('allowed');
  });

  it('cannot be told where the files of git cannot be read, so nothing is done', async () => {
    ownRepository(`# ${'x'.repeat(2 ** 20)}\n`);
    expect(await decided('git.tag_create', free, { tag: 'v' })).toBe('refused: denied');
    writeFileSync(join(free, '.git/config'), Buffer.from('[core]\n\tworktree = /\xff\n', 'latin1'));
    expect(await decided('git.status', free, {})).toBe('refused: denied');
  });
});

describe('what rewrites a working tree', () => {
  const TREE = ACTIONS.filter((one) => rewritesWorkingTree(one) && one.sideEffect === 'W-local').map(({ id }) => id);

  it('waits for a human wherever in the tree a policy stands', async () => {
    expect(TREE).toEqual(expect.arrayContaining(['git.stash_pop', 'git.stash_save', 'git.switch']));
    for (const id of TREE) expect(await decided(id, strict), id).toBe('allowed');
    writeProjectPolicy(join(strict, 'sub'), DENY_MOVE);
    for (const from of ['', 'beside']) {
      for (const id of TREE) expect(await decided(id, join(strict, from)), id).toBe('human');
    }
    expect(await decided('git.tag_create', strict, { tag: 'v' })).toBe('allowed');
    expect(await decided('git.switch', bench.home, { target: 'x', repository: 'strict/beside' })).toBe('human');
  });

  it('of another directory by the configuration waits as well, and what nobody can look through is asked for', async () => {
    ownRepository(`[core]\n\tworktree = ${strict}\n`);
    expect(await decided('git.stash_save', free, {})).toBe('allowed');
    mkdirSync(join(strict, 'd/'.repeat(18)), { recursive: true });
    expect(await decided('git.stash_save', free, {})).toBe('caller');
    // What a program has filled hides nothing beside it.
    renameSync(join(strict, 'd'), join(strict, 'node_modules'));
    writeProjectPolicy(join(strict, 'sub'), DENY_MOVE);
    expect(await decided('git.stash_save', free, {})).toBe('human');
  });
});

describe('what takes away or renames a directory', () => {
  const CALLS: readonly (readonly [id: string, args: JsonObject])[] = [
    ['file.move', { sources: ['strict'], destination: 'free/moved' }],
    ['file.move', { sources: ['free', 'strict/sub'], destination: 'strict/beside' }],
    ['file.trash', { paths: ['strict'] }],
    ['file.trash', { paths: ['strict/sub'] }],
    [
      'file.rename_batch',
      { path: 'strict', pattern: 'sub', replacement: 'other', type: 'directories', preview: false },
    ],
    ['file.permissions_set', { paths: ['strict'], mode: '000', recursive: true }],
    ['dev.build.clean', { directory: 'strict' }],
    ['dev.build.clean', { directory: 'strict/beside' }],
  ];

  it.each(CALLS)('waits for a human where the policy of a project is below it: %s %j', async (id, args) => {
    writeFileSync(join(strict, 'package.json'), '{}');
    expect(await decided(id, bench.home, args)).toBe('allowed');
    writeProjectPolicy(join(strict, 'sub'), DENY_GIT);
    expect(await decided(id, bench.home, args)).toBe('human');
  });

  it.each<[string, JsonObject]>([
    ['file.move', { sources: ['strict/beside'], destination: 'free' }],
    ['file.trash', { paths: ['strict/beside'] }],
    ['file.copy', { sources: ['strict'], destination: 'free/copy' }],
    ['file.rename_batch', { path: 'strict/sub', pattern: 'a', replacement: 'b', preview: false }],
    ['file.permissions_set', { paths: ['strict'], mode: '755' }],
  ])('and for nobody where it stays where it is: %s %j', async (id, args) => {
    writeProjectPolicy(join(strict, 'sub'), DENY_GIT);
    expect(await decided(id, bench.home, args)).toBe('allowed');
  });
});

describe('the working tree that a configuration names', () => {
  it.each([
    'worktree = TREE',
    '[CORE] WorkTree = "TREE" ; a comment',
    '[x "]"]\n[core]worktree=TREE# a comment',
    'worktree = TR\\\nEE',
    '# a comment \\\nworktree=TREE',
    'worktree = ../../strict',
    '[core] [core] worktree=TREE  ',
    '\r\nworktree=TREE\r',
    'worktree = TREE/beside\nworktree = TREE',
  ])('is found as git finds it: %j', (text) => {
    ownRepository(`${text.replaceAll('TREE', strict).replace('TR\\\nEE', `${strict}\\\n`)}\n`);
    const told = execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: free, encoding: 'utf8' }).trim();
    expect(told).toBe(strict);
    const { trees, places, complete } = repositoryAt(free);
    expect(complete).toBe(true);
    expect(trees).toContain(told);
    expect(places).toContain(told);
  });
});

it('git works for every action of the catalog that says so, and for those of its own pack', () => {
  expect(ACTIONS.filter((one) => !usesGit(one)).map(({ id }) => id)).toEqual([]);
});
