/**
 * What the git capabilities that add something would do: looked at before anybody is asked, so that nobody says yes to a
 * commit of nothing or to a push without a remote.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { COMPARE, parseChanges } from './changes.ts';
import { readyToCommit } from './commit.ts';
import { commitHooks } from './hooks.ts';
import { operationUnderWay } from './operation.ts';
import { currentBranch, findCommit, openRepository, type Repository, splitNul } from './repository.ts';

/** Files that are named before anybody is asked; more than these nobody reads. */
const NAMED = 50;

/** git.commit: the files that become part of it. A commit that ends a merge may have none. */
export async function commit(args: JsonObject, io: ToolIo): Promise<Preview> {
  const { repository, what, paths } = await readyToCommit(args, io);
  const changes = async (side: readonly string[]) =>
    (await repository.read(['diff', ...side, ...COMPARE, '--raw', '-z', '--', ...paths])).stdout;
  const staged = what === 'paths' ? Buffer.alloc(0) : await changes(['--cached']);
  const unstaged = what === 'staged' ? Buffer.alloc(0) : await changes([]);
  const added = what === 'everything' || what === 'paths' ? await untracked(repository, paths) : [];
  const listed = [staged, unstaged].flatMap((output) => parseChanges(splitNul(output)));
  const files = [...new Map(listed.map(({ path, change }) => [path, `${path} (${change})`])).values()];
  files.push(...added.map((path) => `${path} (added)`));
  if (files.length === 0 && what !== 'paths' && (await operationUnderWay(repository)) !== 'merge') {
    const staging = what === 'staged' ? 'staged' : 'changed';
    throw new ToolFailure(`there is nothing to commit: nothing is ${staging}`, 'failed');
  }
  const branch = await currentBranch(repository);
  const place = branch === null ? 'the detached HEAD' : `branch ${branch}`;
  const more = files.length > NAMED ? [`${files.length - NAMED} more files`] : [];
  const hooks = await commitHooks(repository);
  const started = hooks.map(({ path }) => `the hook ${path} is started`);
  const head = (await findCommit(repository, 'HEAD')) ?? null;
  return {
    affected: [`${place} gets a new commit`, ...started, ...files.slice(0, NAMED), ...more],
    state: { head, branch, changes: listed as never, added, hooks },
  };
}

/** git.push: the commit or tag that the remote gets. */
export async function push(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  const remote = optionalText(args, 'remote') ?? 'origin';
  const name = optionalText(args, 'branch') ?? 'HEAD';
  await needRemote(repository, remote);
  const branch = name === 'HEAD' ? await currentBranch(repository) : name;
  if (branch === null) throw new ToolFailure('HEAD is on no branch; say which branch is to be pushed', 'failed');
  const { exitCode, stdout } = await repository.read(['rev-parse', '--verify', '--quiet', name], { ok: [0, 1, 128] });
  if (exitCode !== 0 && name === 'HEAD') throw new ToolFailure('there is no commit yet', 'failed');
  if (exitCode !== 0) throw new ToolFailure(`there is no branch or tag "${name}"`, 'not_found');
  const ours = stdout.toString('utf8').trim();
  return { affected: [`${branch} on the remote ${remote} will point to commit ${ours}`], state: { ours, branch } };
}

/** A name that is configured, or a directory, which git takes as well. */
async function needRemote(repository: Repository, remote: string): Promise<void> {
  const { stdout } = await repository.read(['remote']);
  const known = stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  if (known.includes(remote)) return;
  const there = await stat(resolve(repository.directory, remote)).catch(() => undefined);
  if (there?.isDirectory() === true) return;
  const others = known.length === 0 ? 'and no other one' : `only ${known.join(', ')}`;
  throw new ToolFailure(`there is no remote "${remote}", ${others}`, 'not_found');
}

/** Of the whole tree, wherever below it we stand, or of these paths; from its top. */
async function untracked({ read, root }: Repository, paths: readonly string[]): Promise<string[]> {
  const listing = ['ls-files', '--others', '--exclude-standard', '--full-name', '-z'];
  const { stdout } = await read(paths.length === 0 ? ['-C', root, ...listing] : [...listing, '--', ...paths]);
  return splitNul(stdout);
}
