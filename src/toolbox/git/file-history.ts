/**
 * Tool `git_file_history`: every commit that touched one file, followed across renames, also after its deletion.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { optionalInteger, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { parseChanges } from './changes.ts';
import { cutList, logOfChanges, parseCommits } from './commits.ts';
import { openRepository, resolveCommit, splitNul } from './repository.ts';

/** Arguments: `repository`, `path`, `follow` (true), `limit` (50). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const path = text(args, 'path');
  const limit = optionalInteger(args, 'limit') ?? 50;
  const found = await stat(resolve(repository.directory, path)).catch(() => undefined);
  if (found?.isDirectory() === true) throw new ToolFailure(`${path} is a directory, not a file`, 'invalid_arguments');
  const head = await resolveCommit(repository, 'HEAD');

  const argv = [...logOfChanges(limit), ...(args.follow === false ? [] : ['--follow'])];
  const { stdout } = await repository.read([...argv, head, '--', path]);
  const commits = parseCommits(splitNul(stdout)).map(({ commit, rest }) => ({ ...commit, ...touched(rest) }));
  if (commits.length === 0) throw new ToolFailure(`git has no history of ${path} on this branch`, 'not_found');
  const { list, truncated } = cutList(commits, limit);
  return { root: repository.root, path: `${repository.prefix}${path}`, commits: list, truncated };
}

/** A merge that changed nothing by itself names no file. */
function touched(rest: readonly string[]) {
  const [change] = parseChanges(rest);
  if (change === undefined) return { path: null, original_path: null, change: null, additions: null, deletions: null };
  const { path, original_path, additions, deletions } = change;
  return { path, original_path, change: change.change, additions, deletions };
}
