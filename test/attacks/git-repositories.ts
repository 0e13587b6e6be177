/**
 * Repositories for attacks on what git changes: each capability of the catalog that does so with arguments that make it do all
 * it can, a repository in which every one of them works, and ways to have it asked and done in this process.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Json, JsonObject } from '../../src/capability/capability.ts';
import { buildCommandLine } from '../../src/run/argv.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { loadCapability } from '../catalog/default-catalog.ts';

/** Each has a working tree in which something is staged, changed and new, and a remote that has gone on. */
export const CHANGES: readonly (readonly [id: string, args: JsonObject])[] = [
  ['git.amend_message', { message: 'better' }],
  ['git.branch_create', { branch: 'new' }],
  ['git.branch_delete', { branches: ['side'], force: true }],
  ['git.clean', { paths: ['.'] }],
  ['git.commit', { message: 'x', what: 'everything' }],
  ['git.config_set', { name: 'pull.ff', value: 'only' }],
  ['git.discard_changes', { paths: ['.'], to: 'last_commit' }],
  ['git.fetch', { remote: 'origin' }],
  ['git.force_push', { remote: 'origin', branch: 'main' }],
  ['git.pull', { how: 'merge', remote: 'origin', branch: 'side' }],
  ['git.pull', { how: 'rebase', remote: 'origin', branch: 'side' }],
  ['git.push', { branch: 'main' }],
  ['git.stash_pop', {}],
  ['git.stash_save', { include_untracked: true }],
  ['git.switch', { target: 'side' }],
  ['git.tag_create', { tag: 'v1', message: 'first' }],
  ['git.undo_last_commit', {}],
];

export type Seen = {
  readonly affected: readonly string[];
  readonly state: Json;
  readonly programs?: readonly string[];
};

export type Ground = {
  /** Holds everything; a file `pwned-NAME` in it is the trace of a program that was started. */
  readonly home: string;
  /** A fresh copy of the repository, in the state that this action needs. */
  copy(id: string): Copy;
  close(): void;
};

export type Copy = {
  readonly path: string;
  git(...argv: string[]): string;
  put(file: string, text: string): void;
  /** What the preview of an action says of it. */
  look(id: string, args: JsonObject): Promise<Seen>;
  /** Does it, as after a yes; whether it works out is all the same here. */
  act(id: string, args: JsonObject): Promise<void>;
};

export function openGround(): Ground {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-git-change-')));
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const run = (cwd: string, argv: readonly string[]) =>
    execFileSync('git', argv, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const first = join(home, 'first');
  mkdirSync(first);
  prepare(first, run);
  let copies = 0;
  return {
    home,
    copy(id) {
      copies += 1;
      const path = join(home, `copy ${copies}`, 'work');
      cpSync(first, path, { recursive: true });
      cpSync(join(home, 'first.git'), join(path, '..', 'first.git'), { recursive: true });
      const git = (...argv: string[]) => run(path, argv);
      const put = (file: string, text: string) => {
        mkdirSync(dirname(join(path, file)), { recursive: true });
        writeFileSync(join(path, file), text);
      };
      // Of the same length: whether it has changed is told by reading it.
      put('inner/c', 'd\n');
      if (!/pull|switch|stash_pop/.test(id)) {
        put('staged', 'staged\n');
        git('add', 'staged');
        put('a', 'changed\n');
        put('untracked', 'new\n');
      }
      return {
        path,
        git,
        put,
        look: (of, args) => look(of, args, path, env),
        act: (of, args) => act(of, args, path, env),
      };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Two branches that have gone apart in one file, a stash, and a bare repository beside it that has both. */
function prepare(first: string, run: (cwd: string, argv: readonly string[]) => string): void {
  const git = (...argv: string[]) => run(first, argv);
  const write = (text: string) => writeFileSync(join(first, 'a'), text);
  const lines = (top: string, end: string) => `${top}\n${'line\n'.repeat(20)}${end}\n`;
  git('init', '-q', '-b', 'main');
  for (const [name, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@example.org'],
  ] as const) {
    git('config', name, value);
  }
  write(lines('top', 'end'));
  // A repository in the repository, with a configuration of its own.
  git('init', '-q', 'inner');
  writeFileSync(join(first, 'inner/c'), 'c\n');
  run(join(first, 'inner'), ['add', '.']);
  run(join(first, 'inner'), ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'inner']);
  git('-c', 'advice.addEmbeddedRepo=false', 'add', '.');
  git('commit', '-qm', 'first');
  git('switch', '-qc', 'side');
  write(lines('side', 'end'));
  git('commit', '-qam', 'side');
  git('switch', '-q', 'main');
  write(lines('top', 'stashed'));
  git('stash', '-q');
  write(lines('top', 'main'));
  git('commit', '-qam', 'main');
  git('clone', '-q', '--bare', '.', '../first.git');
  // The same place from every copy.
  git('remote', 'add', 'origin', '../first.git');
  git('fetch', '-q', 'origin', 'main');
  write(lines('top', 'more'));
  git('commit', '-qam', 'more');
}

async function inside<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  process.env = { ...env };
  try {
    return await work();
  } finally {
    process.env = before;
  }
}

async function look(id: string, args: JsonObject, cwd: string, env: NodeJS.ProcessEnv): Promise<Seen> {
  const { preview = '', argumentsSchema } = loadCapability(id);
  const values = JSON.stringify(applyDefaults(argumentsSchema, args));
  const { exitCode, stdout, stderr } = await inside(env, () => runBuiltinTool(preview, values, { cwd }));
  if (exitCode !== 0) throw new Error(`${id}: ${stderr}`);
  return JSON.parse(stdout) as Seen;
}

async function act(id: string, args: JsonObject, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const capability = loadCapability(id);
  const { handler, argumentsSchema } = capability;
  const values = applyDefaults(argumentsSchema, args);
  if (handler?.kind === 'builtin') {
    await inside(env, () => runBuiltinTool(handler.tool, JSON.stringify(values), { cwd }));
  } else if (handler?.kind === 'command') {
    const line = buildCommandLine(capability, handler, values);
    if (line.kind !== 'command_line') throw new Error(JSON.stringify(line));
    spawnSync(handler.executable, line.argv, { cwd, env: { ...env, ...handler.env } });
  }
}

/** A program that leaves a trace of its name and does what it was for by `then`. */
export function program(home: string, name: string, then = ''): string {
  const path = join(home, 'programs', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\ntouch '${home}/pwned-${name}'\n${then}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The names of the programs that were started since the last look. */
export function started(home: string): string[] {
  const traces = readdirSync(home).filter((name) => name.startsWith('pwned-'));
  for (const name of traces) rmSync(join(home, name));
  return traces.map((name) => name.slice('pwned-'.length)).sort();
}
