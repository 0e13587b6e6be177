/**
 * Tool `git_worktree_list`: the main and all linked working trees, from `git worktree list --porcelain -z`.
 */

import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { openRepository, splitNul } from './repository.ts';

/** Arguments: `repository`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const { stdout } = await repository.read(['worktree', 'list', '--porcelain', '-z']);
  const worktrees = splitRecords(splitNul(stdout)).map((record, index) => {
    const facts = new Map(record.map((field) => splitOnce(field)));
    const branch = facts.get('branch');
    return {
      path: facts.get('worktree') ?? '',
      // Git lists the main one first.
      main: index === 0,
      current: facts.get('worktree') === repository.root,
      hash: facts.get('HEAD') ?? null,
      branch: branch?.startsWith('refs/heads/') === true ? branch.slice('refs/heads/'.length) : (branch ?? null),
      detached: facts.has('detached'),
      bare: facts.has('bare'),
      locked: facts.has('locked'),
      lock_reason: facts.get('locked') || null,
      prunable: facts.has('prunable'),
    };
  });
  return { root: repository.root, worktrees };
}

/** An empty field ends a record. */
function splitRecords(fields: readonly string[]): string[][] {
  const records: string[][] = [[]];
  for (const field of fields) {
    if (field === '') records.push([]);
    else records.at(-1)?.push(field);
  }
  return records.filter((record) => record.length > 0);
}

function splitOnce(field: string): [string, string] {
  const space = field.indexOf(' ');
  return space < 0 ? [field, ''] : [field.slice(0, space), field.slice(space + 1)];
}
