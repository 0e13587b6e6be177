/**
 * Tool `git_undo_last_commit`: moves the branch back by one commit and leaves everything else as it is, so that the
 * changes of that commit are staged again.
 */
import { optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { COMPARE, LIST, parseChanges } from './changes.ts';
import { operationUnderWay } from './operation.ts';
import {
  currentBranch,
  emptyTree,
  needWorkingTree,
  openRepository,
  type Repository,
  resolveCommit,
  splitNul,
} from './repository.ts';
import { readCommit } from './show.ts';

/** Arguments: `repository`, `expected_commit` (the hash, or how it starts). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const operation = await operationUnderWay(repository);
  if (operation !== null) throw new ToolFailure(`a ${operation} is under way; finish or abort it first`);
  const last = await readCommit(repository, await resolveCommit(repository, 'HEAD'));
  const expected = optionalText(args, 'expected_commit');
  if (expected !== undefined && !last.hash.startsWith(expected)) {
    throw new ToolFailure(`the last commit is ${last.hash}, not ${expected}; nothing was undone`);
  }
  const branch = await currentBranch(repository);
  const pushed = await isPushed(repository, last.hash);
  const [parent] = last.parents;
  if (parent !== undefined) {
    await repository.write(['reset', '--quiet', '--soft', parent]);
  } else if (branch !== null) {
    // The first commit has nothing before it: the branch becomes unborn again, held to the value we saw.
    await repository.write(['update-ref', '-m', 'undo of the first commit', '-d', `refs/heads/${branch}`, last.hash]);
  } else {
    throw new ToolFailure('the first commit cannot be undone while HEAD is detached', 'not_supported');
  }
  const before = parent ?? (await emptyTree(repository));
  const { stdout } = await repository.read(['diff', '--cached', ...COMPARE, ...LIST, before, '--']);
  return {
    root: repository.root,
    branch,
    undone: { hash: last.hash, author: last.author, time: last.time, subject: last.subject },
    head: parent ?? null,
    was_pushed: pushed,
    staged: parseChanges(splitNul(stdout)),
  };
}

async function isPushed(repository: Repository, hash: string): Promise<boolean> {
  const argv = ['for-each-ref', '--count=1', `--contains=${hash}`, '--format=%(refname)', 'refs/remotes'];
  return (await repository.read(argv)).stdout.length > 0;
}
