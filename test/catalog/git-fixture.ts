/**
 * Real repositories for the tests of the git pack, under a user whose configuration tries to change every output.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { validate } from '../../src/run/validator.ts';
import { loadCapability } from './default-catalog.ts';
import { type Ran, runCapability } from './run-capability.ts';

/** Names that a careless tool gets wrong. */
export const NASTY = [
  'with space.txt',
  '中文 文件.txt',
  '-dash.txt',
  'new\nline.txt',
  'quo"te\ttab.txt',
  '[id].tsx',
  '*',
];

/** What people do set, each of which breaks a program that reads git's output as it comes. */
const CONFIGURATION = `
[user]
	name = 李 Tester
	email = tester@example.org
[color]
	ui = always
[core]
	pager = false
	editor = false
	quotePath = true
[log]
	showSignature = true
	date = relative
	decorate = full
[format]
	pretty = oneline
[diff]
	noprefix = true
	renames = false
	external = false
[status]
	showUntrackedFiles = no
	short = true
[commit]
	verbose = true
[stash]
	showPatch = true
[column]
	ui = always
[tag]
	sort = refname
[init]
	defaultBranch = main
`;

export type Bench = {
  /** The user's home; repositories lie beside it. */
  readonly home: string;
  /** A fresh directory with a repository. */
  repository(name?: string): Repository;
  /** Runs a capability in any directory. */
  run(id: string, args: JsonObject, cwd: string): Promise<Ran>;
  close(): void;
};

export type Repository = {
  readonly path: string;
  /** Runs git; answers stdout without its last newline. */
  git(...argv: string[]): string;
  /** The same where git is meant to fail. */
  gitFails(...argv: string[]): void;
  write(file: string, content: string | Uint8Array): void;
  read(file: string): string;
  /** The changes as `git status` puts them in short, untracked files one by one. */
  short(): string;
  /** Writes files, commits all of them, answers the hash. */
  commit(message: string, files?: { readonly [path: string]: string | Uint8Array }, author?: string): string;
  run(id: string, args?: JsonObject): Promise<Ran>;
};

/** Called at the top of a test file: each of its tests has a bench of its own with a repository in it. */
export function eachInRepository(): { readonly bench: Bench; readonly work: Repository } {
  let bench: Bench;
  let work: Repository;
  beforeEach(() => {
    bench = openBench();
    work = bench.repository();
  });
  afterEach(() => bench.close());
  return { bench: present(() => bench), work: present(() => work) };
}

/** Stands for what is made anew before each test. */
function present<T extends object>(now: () => T): T {
  return new Proxy({} as T, { get: (_target, key) => Reflect.get(now(), key) });
}

export function openBench(): Bench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cap git 测试-')));
  const home = join(base, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.gitconfig'), CONFIGURATION);
  const environment = { PATH: process.env.PATH, HOME: home };
  const run = async (id: string, args: JsonObject, cwd: string): Promise<Ran> => {
    const ran = await runCapability(id, args, { cwd, environment });
    const schema = loadCapability(id).outputSchema;
    const wrong = ran.status === 'succeeded' && schema !== undefined ? validate(schema, ran.result) : [];
    if (wrong.length > 0) throw new Error(`the result of ${id} is not what it promises: ${JSON.stringify(wrong)}`);
    return ran;
  };
  let minute = 0;
  const at = (path: string): Repository => {
    const git = (...argv: string[]): string => {
      const date = `2024-03-01T10:${String(minute++ % 60).padStart(2, '0')}:00+08:00`;
      const env = { ...environment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_PAGER: 'cat' };
      return execFileSync('git', ['-c', 'color.ui=never', '-c', 'diff.external=', ...argv], {
        cwd: path,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).replace(/\n$/, '');
    };
    const write = (file: string, content: string | Uint8Array): void => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), content);
    };
    return {
      path,
      git,
      gitFails: (...argv) => {
        let failed = false;
        try {
          git(...argv);
        } catch {
          failed = true;
        }
        if (!failed) throw new Error(`git ${argv.join(' ')} was meant to fail`);
      },
      write,
      read: (file) => readFileSync(join(path, file), 'utf8'),
      short: () => git('status', '--porcelain', '--untracked-files=all'),
      commit: (message, files = {}, author) => {
        for (const [file, content] of Object.entries(files)) write(file, content);
        git('add', '--all');
        git('commit', '-q', '--allow-empty', '-m', message, ...(author === undefined ? [] : [`--author=${author}`]));
        return git('rev-parse', 'HEAD');
      },
      run: (id, args = {}) => run(id, args, path),
    };
  };
  return {
    home,
    repository: (name = 'work') => {
      const path = join(base, name);
      mkdirSync(path, { recursive: true });
      const repository = at(path);
      repository.git('init', '-q');
      return repository;
    },
    run,
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A result of a run that must have succeeded. */
export function succeeded(ran: Ran): Ran['result'] {
  if (ran.status !== 'succeeded') throw new Error(`${ran.status}: ${ran.message} ${JSON.stringify(ran.outcome)}`);
  return ran.result;
}
