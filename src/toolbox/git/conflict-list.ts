/**
 * Tool `git_conflict_list`: the files in conflict, the kind of each, and where its conflict blocks stand.
 */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionalInteger } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { operationUnderWay } from './operation.ts';
import { needWorkingTree, openRepository, splitNul } from './repository.ts';
import { parseStatus } from './status.ts';

/** Bytes above which a file is not searched for markers. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

type Block = { start: number; middle: number | null; end: number | null; ours: string; theirs: string | null };

/** Arguments: `repository`, `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const limit = optionalInteger(args, 'limit') ?? 200;
  const { stdout } = await repository.read([
    ...['status', '--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=dirty'],
  ]);
  const { conflicted } = parseStatus(splitNul(stdout));
  const conflicts: Json[] = [];
  for (const { path, kind } of conflicted.slice(0, limit)) {
    conflicts.push({ path, kind, ...(await findBlocks(join(repository.root, path))) });
  }
  return {
    root: repository.root,
    operation: await operationUnderWay(repository),
    conflicts,
    total: conflicted.length,
    truncated: conflicted.length > limit,
  };
}

/** `blocks` null when the file cannot be searched: gone, binary, no file, too large. */
async function findBlocks(path: string): Promise<{ blocks: Json; binary: boolean | null }> {
  try {
    const facts = await lstat(path);
    if (!facts.isFile() || facts.size > MAX_FILE_BYTES) return { blocks: null, binary: null };
    const bytes = await readFile(path);
    if (bytes.includes(0)) return { blocks: null, binary: true };
    return { blocks: parseBlocks(bytes.toString('utf8')), binary: false };
  } catch {
    return { blocks: null, binary: null };
  }
}

/** Markers are seven signs at the start of a line; line numbers count from 1. */
function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, row] of text.split('\n').entries()) {
    const line = row.replace(/\r$/, '');
    if (/^<{7}( |$)/.test(line)) {
      open = { start: index + 1, middle: null, end: null, ours: line.slice(8), theirs: null };
      blocks.push(open);
    } else if (open !== undefined && line === '=======') {
      open.middle = index + 1;
    } else if (open !== undefined && /^>{7}( |$)/.test(line)) {
      open.end = index + 1;
      open.theirs = line.slice(8);
      open = undefined;
    }
  }
  return blocks;
}
