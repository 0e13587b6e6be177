/**
 * How the git tools reach a repository: where it is, how git is called so that no configuration of a user changes what
 * comes out, and how a name that a person gives becomes a commit. It knows no single question that is asked of git.
 */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { type Called, call } from '../call.ts';
import { failureOfSystemError, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { READING_ENVIRONMENT, readingOptions } from './guard.ts';

type GitOptions = {
  readonly stdin?: string;
  /** Exit codes that are an answer; [0] unless told. */
  readonly ok?: readonly number[];
  readonly env?: { readonly [name: string]: string };
};

export type Repository = {
  /** The directory that was asked for: absolute; relative paths of the arguments stand in it. */
  readonly directory: string;
  /** Top of the working tree; of a bare repository the repository itself. Paths in results are relative to it. */
  readonly root: string;
  /** `directory` below `root`, with a slash at the end; '' at the top. */
  readonly prefix: string;
  /** The (per worktree) git directory, absolute: where the files of a merge or rebase under way are. */
  readonly gitDirectory: string;
  readonly bare: boolean;
  /** What stands in front of every reading command, for whoever starts git themself. */
  readonly reading: readonly string[];
  /** Runs git in `directory` for reading: nothing that the repository names is started. */
  read(argv: readonly string[], options?: GitOptions): Promise<Called>;
  /** Runs git in `directory` for writing: takes its locks, opens no editor, starts no background maintenance. */
  write(argv: readonly string[], options?: GitOptions): Promise<Called>;
};

/**
 * Of every writing call: no pager, no colours, no editor, no background maintenance, and no program that a configured
 * file-system monitor would start. Hooks and filters of the repository run, as they do for anybody who commits there.
 *
 * No `--literal-pathspecs`: hooks would inherit it, and git itself uses patterns in some commands. A writing call marks
 * each path by `literalPath`.
 */
const WRITING = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'color.ui=false'],
  ...['-c', 'core.editor=true', '-c', 'maintenance.auto=false', '-c', 'gc.auto=0'],
  // A repository in the repository has a configuration of its own, which nobody has looked at.
  ...['-c', 'submodule.recurse=false'],
];

/** Opens the repository of the argument `repository` (default: where we stand). Throws ToolFailure when there is none. */
export async function openRepository(args: JsonObject, io: ToolIo): Promise<Repository> {
  const directory = await directoryOf(args, io);
  // Paths are taken literally: "[id].ts" is a name, not a pattern.
  const reading = [...(await readingOptions(directory)), '--literal-pathspecs'];
  const read = (argv: readonly string[], options?: GitOptions) =>
    callGit(directory, [...reading, ...argv], { ...options, env: READING_ENVIRONMENT });
  const facts = await read(['rev-parse', '--is-bare-repository', '--absolute-git-dir', '--show-prefix'], {
    ok: [0, 128],
  });
  if (facts.exitCode !== 0) throw notARepository(directory, facts.stderr.toString('utf8'));
  const [bare, gitDirectory = ''] = facts.stdout.toString('utf8').split('\n');
  const prefix = facts.stdout.toString('utf8').slice(`${bare}\n${gitDirectory}\n`.length).replace(/\n$/, '');
  const top = bare === 'true' ? undefined : await read(['rev-parse', '--show-toplevel'], { ok: [0, 128] });
  return {
    directory,
    root: top?.exitCode === 0 ? top.stdout.toString('utf8').replace(/\n$/, '') : gitDirectory,
    prefix,
    gitDirectory,
    bare: top?.exitCode !== 0,
    reading,
    read,
    write: (argv, options) => callGit(directory, [...WRITING, ...argv], options),
  };
}

/** The directory of the argument `repository`, absolute and real; it need not hold a repository. */
export async function directoryOf(args: JsonObject, io: ToolIo): Promise<string> {
  const path = optionalText(args, 'repository') ?? '.';
  if (path.includes('\0')) throw new ToolFailure('the path holds a NUL character', 'invalid_arguments');
  const absolute = resolve(io.cwd, path);
  try {
    if (!(await stat(absolute)).isDirectory()) throw new ToolFailure(`${path} is not a directory`, 'invalid_arguments');
    return await realpath(absolute);
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, path);
  }
}

export function callGit(cwd: string, argv: readonly string[], options: GitOptions = {}): Promise<Called> {
  return call('git', argv, { cwd, ...options });
}

/** The hash of the commit that `revision` names. Throws ToolFailure (not_found) when it names none. */
export async function resolveCommit(repository: Repository, revision: string): Promise<string> {
  const hash = await findCommit(repository, revision);
  if (hash !== undefined) return hash;
  const message =
    revision === 'HEAD' ? 'the repository has no commit yet' : `there is no commit, branch or tag "${revision}"`;
  throw new ToolFailure(message, 'not_found');
}

/** The same, undefined when it names none. */
export async function findCommit(repository: Repository, revision: string): Promise<string | undefined> {
  if (revision.startsWith('-') || /[\0\n]/.test(revision)) {
    throw new ToolFailure(`"${revision}" cannot be the name of a commit`, 'invalid_arguments');
  }
  const argv = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { exitCode, stdout } = await repository.read(argv, { ok: [0, 1, 128] });
  // Older versions print the marker itself; the hash is the last line.
  const hash = stdout.toString('utf8').trim().split('\n').at(-1) ?? '';
  return exitCode === 0 && /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined;
}

/** The empty tree: what the first commit of a repository is compared with. Its name depends on the hash function. */
export async function emptyTree(repository: Repository): Promise<string> {
  const { stdout } = await repository.read(['hash-object', '-t', 'tree', '--stdin']);
  return stdout.toString('utf8').trim();
}

/** The name of the checked-out branch, also before its first commit; null when HEAD is detached. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const { exitCode, stdout } = await repository.read(['symbolic-ref', '--quiet', 'HEAD'], { ok: [0, 1] });
  const name = stdout.toString('utf8').trim();
  return exitCode === 0 && name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null;
}

/** Refuses what needs a working tree in a repository that has none. */
export function needWorkingTree(repository: Repository): void {
  if (repository.bare) throw new ToolFailure('the repository is bare: it has no working tree', 'not_supported');
}

/** A path as a pattern that matches it alone. */
export function literalPath(path: string): string {
  return `:(literal)${path}`;
}

/** The parts of NUL-separated output. */
export function splitNul(output: Buffer): string[] {
  const parts = output.toString('utf8').split('\0');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

function notARepository(directory: string, words: string): ToolFailure {
  if (words.includes('dubious ownership')) {
    const message = `${directory} belongs to another user; git reads it only after it is added to safe.directory`;
    return new ToolFailure(message, 'permission_denied');
  }
  if (words.includes('not a git repository')) {
    return new ToolFailure(`${directory} is not inside a git repository`, 'not_found');
  }
  return new ToolFailure(words.trim().split('\n').at(-1) ?? 'git failed');
}
