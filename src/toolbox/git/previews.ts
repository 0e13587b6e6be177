/**
 * What the git capabilities that lose or move something would touch. Each looks and changes nothing; its state is what
 * must still be so when the change is made.
 */
import { flag, oneOf, optionalText, textList } from '../arguments.ts';
import { type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { COMPARE, LIST, parseChanges } from './changes.ts';
import { run as listUntracked } from './clean-preview.ts';
import { hashOf } from './content.ts';
import { operationUnderWay } from './operation.ts';
import {
  currentBranch,
  findCommit,
  needWorkingTree,
  openRepository,
  type Repository,
  resolveCommit,
  splitNul,
} from './repository.ts';
import { readCommit } from './show.ts';
import { whatStarts, withPrograms } from './started.ts';

/** git.undo_last_commit: the commit that is taken back, on the branch where it is. */
export async function undo(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const { commit, branch } = await lastCommit(repository);
  const expected = optionalText(args, 'expected_commit');
  if (expected !== undefined && !commit.hash.startsWith(expected)) {
    throw new ToolFailure(
      `the last commit is ${commit.hash}, not ${expected}; nothing was undone`,
      'invalid_arguments',
    );
  }
  const place = branch === null ? 'detached HEAD' : `branch ${branch}`;
  const affected = [`commit ${short(commit)} is taken back from ${place}; its changes stay staged`];
  return withPrograms({ affected, state: { head: commit.hash, branch } }, await whatStarts(repository, []));
}

/** git.amend_message: the commit that is replaced. */
export async function amend(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  const { commit, branch } = await lastCommit(repository);
  const affected = [`commit ${short(commit)} is replaced by one with another message`];
  const started = await whatStarts(repository, ['commits', 'rewrites', 'filters']);
  return withPrograms({ affected, state: { head: commit.hash, branch } }, started);
}

/** git.discard_changes: each file whose changes are lost, and the changes themselves. */
export async function discard(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const against = oneOf(args, 'to', ['index', 'last_commit'], 'index') === 'index' ? [] : ['HEAD'];
  const where = [...against, '--', ...textList(args, 'paths')];
  const listed = await repository.read(['diff', ...COMPARE, ...LIST, ...where]);
  const { stdout: lost } = await repository.read(['diff', ...COMPARE, '--binary', ...where]);
  const changes = parseChanges(splitNul(listed.stdout));
  const affected = changes.map(
    ({ path, additions, deletions }) => `${path} loses its changes (+${additions ?? '?'} -${deletions ?? '?'} lines)`,
  );
  const started = await whatStarts(repository, ['filters', 'checks_out']);
  return withPrograms({ affected, state: { changes: hashOf(lost) } }, started);
}

/** git.clean: each file that is deleted. */
export async function clean(args: JsonObject, io: ToolIo): Promise<Preview> {
  const found = (await listUntracked({ ...args, limit: 100_000 }, io)) as JsonObject;
  const files = found.files as readonly { readonly path: string; readonly bytes: number | null }[];
  const affected = files.map(({ path, bytes }) => `${path} (${bytes ?? '?'} bytes) is deleted`);
  const state = { files: files.map(({ path, bytes }) => [path, bytes]) };
  return withPrograms({ affected, state }, await whatStarts(await openRepository(args, io), []));
}

/** git.branch_delete: each branch with the commit that it names. */
export async function branches(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  const found: [name: string, hash: string, subject: string][] = [];
  for (const name of textList(args, 'branches')) {
    const hash = await findCommit(repository, `refs/heads/${name}`);
    if (hash === undefined) throw new ToolFailure(`there is no local branch "${name}"`, 'not_found');
    found.push([name, hash, short(await readCommit(repository, hash))]);
  }
  const forced = flag(args, 'force') ? ', merged or not' : '';
  const affected = found.map(
    ([name, , commit]) => `local branch ${name} at ${commit} is deleted${forced}, with its reflog`,
  );
  const state = { branches: found.map(([name, hash]) => [name, hash]) };
  return withPrograms({ affected, state }, await whatStarts(repository, []));
}

async function lastCommit(repository: Repository) {
  const operation = await operationUnderWay(repository);
  if (operation !== null) throw new ToolFailure(`a ${operation} is under way; finish or abort it first`);
  const commit = await readCommit(repository, await resolveCommit(repository, 'HEAD'));
  return { commit, branch: await currentBranch(repository) };
}

function short({ hash, subject }: { readonly hash: string; readonly subject: string }): string {
  return `${hash.slice(0, 12)} "${subject}"`;
}
