/**
 * A repository brings its own configuration, and git starts what stands in it. Here every setting that names a program
 * names ours: a capability that only reads must start none of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, openBench } from '../run/capabilities.ts';

let home = '';
let bench: Bench;
const repository = () => join(home, 'repository');
const partial = () => join(home, 'partial');
/** The environment of our own calls: nothing of the machine's configuration. */
const clean = () => ({
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
});
const git = (cwd: string, ...argv: string[]) =>
  execFileSync('git', argv, { cwd, env: clean(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const put = (path: string, text: string) => writeFileSync(join(home, path), text);
/** The traces of what was started since the last look. */
function started(): string[] {
  const traces = readdirSync(home).filter((name) => name.startsWith('pwned'));
  for (const name of traces) rmSync(join(home, name));
  return traces;
}
/** Git as somebody else would call it; what it comes to is all the same here. */
const careless = (cwd: string, ...argv: string[]) => {
  spawnSync('git', argv, { cwd, env: clean() });
};
/** A command for a setting: it leaves a trace, and passes its input on where it is a filter. */
const trace = (name: string) => `touch '${home}/pwned-${name}'; cat`;

/** Settings that git starts a program for, each with a trace of its own. */
function settings(): [string, string][] {
  const named = (name: string): [string, string] => [name, trace(name.replaceAll(/[^\w.]/g, '_'))];
  return [
    ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.gitProxy', 'core.askPass'].map(named),
    ...['pager.log', 'pager.status', 'pager.diff', 'pager.blame', 'credential.helper', 'sequence.editor'].map(named),
    ...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'gpg.program', 'gpg.ssh.program'].map(named),
    ...['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'merge.evil.driver'].map(named),
    ...['alias.status', 'alias.log', 'interactive.diffFilter', 'core.alternateRefsCommand', 'trailer.x.command'].map(
      named,
    ),
    ['log.showSignature', 'true'],
    ['filter.evil.required', 'true'],
    ['diff.submodule', 'diff'],
    ['status.submoduleSummary', 'true'],
    ['core.hooksPath', join(home, 'hooks')],
  ];
}

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-git-')));
  bench = openBench({ cwd: repository(), environment: { ...clean(), CAP_STATE_DIR: join(home, 'state') } });
  mkdirSync(join(home, 'hooks'));
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'pre-commit',
    'post-checkout',
    'fsmonitor-watchman',
  ]) {
    put(`hooks/${hook}`, `#!/bin/sh\ntouch '${home}/pwned-hook-${hook}'\n`);
    chmodSync(join(home, 'hooks', hook), 0o755);
  }
  git(home, 'init', '-q', '-b', 'main', 'repository');
  put('repository/.gitattributes', '* filter=evil diff=evil merge=evil\n*.eq filter=a=b\n');
  put('repository/a.txt', 'one\ntwo\n');
  put('repository/b.eq', 'one\n');
  put('repository/.env', 'A=1\n');
  put('repository/.env.example', 'A=\n');
  git(repository(), 'add', '.');
  git(repository(), 'commit', '-qm', 'first');
  put('repository/a.txt', 'one\nTODO two\n');
  git(repository(), 'commit', '-qam', 'second');
  git(repository(), 'tag', '-a', '-m', 'tag', 'v1');
  put('repository/a.txt', 'one\nthree\n');
  git(repository(), 'stash', '-q');
  // A submodule with a configuration of its own, looked into by a child of git.
  git(home, 'init', '-q', '-b', 'main', 'inner');
  put('inner/c.txt', 'c\n');
  put('inner/.gitattributes', '* filter=deep\n');
  git(join(home, 'inner'), 'add', '.');
  git(join(home, 'inner'), 'commit', '-qm', 'inner');
  git(repository(), '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(home, 'inner'), 'sub');
  git(repository(), 'commit', '-qam', 'submodule');
  git(join(repository(), 'sub'), 'config', 'filter.deep.clean', trace('submodule'));
  put('repository/sub/c.txt', 'd\n');
  // The same length at another time: git cannot tell without reading it, and reading goes through the filter.
  put('repository/a.txt', 'one\nTODO TWO\n');
  put('repository/b.eq', 'two\n');

  // What a partial clone lacks is fetched when it is read, by a program that the repository names.
  cpSync(repository(), partial(), { recursive: true });
  for (const revision of ['HEAD', 'HEAD~1', 'HEAD~2']) {
    const blob = git(repository(), 'rev-parse', `${revision}:a.txt`);
    rmSync(join(partial(), '.git', 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  }
  for (const [name, value] of [
    ['extensions.partialClone', 'evil'],
    ['remote.evil.promisor', 'true'],
    ['remote.evil.url', join(home, 'repository')],
    ['remote.evil.uploadpack', trace('uploadpack')],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
  ] as const) {
    git(partial(), 'config', name, value);
  }
  for (const [name, value] of settings()) git(repository(), 'config', name, value);
});
afterAll(() => {
  bench.close();
  rmSync(home, { recursive: true, force: true });
});

/** Every capability that reads and calls git, with arguments that make it do all it can. */
const READS: readonly [id: string, args: JsonObject][] = [
  ['git.status', { untracked: 'files' }],
  ['git.diff', {}],
  ['git.diff', { what: 'staged' }],
  ['git.diff', { from: 'HEAD~2', to: 'HEAD' }],
  ['git.show', {}],
  ['git.show', { file: 'a.txt' }],
  ['git.blame', { path: 'a.txt' }],
  ['git.blame', { path: 'a.txt', revision: 'HEAD' }],
  ['git.search_history', { text: 'two' }],
  ['git.file_history', { path: 'a.txt' }],
  ['git.contributors', {}],
  ['git.branch_list', {}],
  ['git.clean_preview', {}],
  ['git.config_show', {}],
  ['git.conflict_list', {}],
  ['git.large_files', {}],
  ['git.remote_show', {}],
  ['git.worktree_list', {}],
  ['git.log', {}],
  ['git.log', { paths: ['a.txt'] }],
  ['git.stash_list', {}],
  ['git.tag_list', { contains: 'HEAD' }],
  ['dev.code.loc_count', {}],
  ['dev.code.todo_find', {}],
  ['dev.code.secrets_scan', {}],
  ['dev.code.symbol_find', { name: 'main' }],
  ['dev.code.env_example_check', {}],
];

async function run(id: string, args: JsonObject, cwd: string): Promise<{ failed?: string }> {
  const capability = loadCapability(id);
  const { handler } = capability;
  if (handler?.kind === 'builtin') {
    const before = { ...process.env };
    Object.assign(process.env, clean());
    const { stderr, exitCode } = await runBuiltinTool(handler.tool, JSON.stringify(args), { cwd });
    process.env = before;
    return exitCode === 0 ? {} : { failed: stderr };
  }
  const outcome = await bench.call(capability, args, { cwd });
  return outcome.kind === 'finished' && outcome.status === 'succeeded' ? {} : { failed: JSON.stringify(outcome) };
}

describe('a repository that names programs', () => {
  it('would start them: git alone does', () => {
    expect(settings().length).toBeGreaterThan(25);
    careless(repository(), 'status', '--porcelain');
    careless(repository(), 'blame', 'a.txt');
    expect(started()).toEqual(
      expect.arrayContaining(['pwned-core.fsmonitor', 'pwned-diff.evil.textconv', 'pwned-filter.evil.process']),
    );
  });

  it.each(READS)('%s %j reads it and starts nothing', async (id, args) => {
    expect(await run(id, args, repository())).toEqual({});
    expect(started()).toEqual([]);
  });

  it('is read as it is: what has changed is told', async () => {
    const { stdout, stderr } = await runBuiltinTool('git_status', '{}', { cwd: repository() });
    expect(stderr).toBe('');
    const { unstaged } = JSON.parse(stdout) as { unstaged: { path: string }[] };
    expect(unstaged.map(({ path }) => path)).toEqual(expect.arrayContaining(['a.txt', 'b.eq']));
  });

  it('a setting of the user themself still holds: their filter is not the repository’s', async () => {
    git(repository(), 'config', '--unset', 'filter.evil.process');
    put('.gitconfig', `[filter "evil"]\n\tclean = "tr A-Z a-z"\n`);
    put('repository/a.txt', 'ONE\nTODO TWO\n');
    const before = { ...process.env };
    Object.assign(process.env, clean());
    const { stdout } = await runBuiltinTool('git_diff', JSON.stringify({ what: 'unstaged', paths: ['a.txt'] }), {
      cwd: repository(),
    });
    process.env = before;
    rmSync(join(home, '.gitconfig'));
    expect(JSON.parse(stdout).patch).toContain('+todo two');
    expect(started()).toEqual([]);
  });

  it('a filter whose name cannot be overruled is not gone by: the reading is refused', async () => {
    git(repository(), 'config', 'filter.a=b.clean', trace('equals'));
    expect(await run('git.status', {}, repository())).toEqual({ failed: expect.stringContaining('filter.a=b.clean') });
    git(repository(), 'config', '--unset', 'filter.a=b.clean');
    expect(started()).toEqual([]);
  });

  it('every capability that reads by calling git itself is told to leave the rest alone', () => {
    const directory = join(import.meta.dirname, '..', '..', 'catalog', 'git');
    const ids = readdirSync(directory).filter((name) => !name.startsWith('_') && name.endsWith('.yaml'));
    const reads = ids
      .filter((name) => /^side_effect: R$/m.test(readFileSync(join(directory, name), 'utf8')))
      .map((name) => loadCapability(`git.${name.slice(0, -'.yaml'.length)}`))
      .flatMap(({ id, handler }) => (handler?.kind === 'command' ? [{ id, handler }] : []));
    expect(reads.map(({ id }) => id)).toEqual(['git.log', 'git.stash_list', 'git.tag_list']);
    for (const { handler } of reads) {
      expect(handler.argv.slice(0, 6)).toEqual(
        ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'].flatMap((one) => ['-c', one]),
      );
      expect(handler.env).toMatchObject({
        GIT_ALLOW_PROTOCOL: 'none',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
      });
    }
  });
});

describe('a partial clone whose missing objects are fetched by a program it names', () => {
  it('would start it: git alone does', () => {
    careless(partial(), 'show', 'HEAD:a.txt');
    expect(started()).toContain('pwned-uploadpack');
  });

  it.each(READS.filter(([id]) => id.startsWith('git.')))('%s %j starts nothing', async (id, args) => {
    await run(id, args, partial());
    expect(started()).toEqual([]);
  });
});
