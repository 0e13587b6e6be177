/**
 * Tool `git_clean_preview`: each file that `git clean` with the same arguments would delete, with its size.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { oneOf, optionalInteger, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { needWorkingTree, openRepository, splitNul } from './repository.ts';

const RULES = {
  keep: ['--exclude-standard'],
  also: [],
  only: ['--ignored', '--exclude-standard'],
} as const;

/** Arguments: `repository`, `paths` (all below `repository`), `ignored` keep | also | only (keep), `limit` (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const limit = optionalInteger(args, 'limit') ?? 500;
  const rules = RULES[oneOf(args, 'ignored', ['keep', 'also', 'only'], 'keep')];
  const argv = ['ls-files', '--others', '-z', '--full-name', ...rules, '--', ...textList(args, 'paths')];
  const paths = splitNul((await repository.read(argv)).stdout).sort();
  // A repository inside this one comes as a directory; a clean does not touch it.
  const nested = paths.filter((path) => path.endsWith('/'));
  const files = paths.filter((path) => !path.endsWith('/'));
  let total = 0;
  const listed: Json[] = [];
  for (const path of files) {
    const bytes = sizeOf(join(repository.root, path));
    total += bytes ?? 0;
    if (listed.length < limit) listed.push({ path, bytes });
  }
  return {
    root: repository.root,
    files: listed,
    total_files: files.length,
    total_bytes: total,
    nested_repositories: nested.map((path) => path.slice(0, -1)),
    truncated: files.length > limit,
  };
}

/** null when it is gone by now or lies in a directory that we may not search. */
function sizeOf(path: string): number | null {
  try {
    return lstatSync(path).size;
  } catch {
    return null;
  }
}
