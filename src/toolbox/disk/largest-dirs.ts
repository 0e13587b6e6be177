/**
 * Tool `disk_largest_dirs`: size and number of files of the directories below a path, each with all below it.
 */
import { oneOf, optionalInteger } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { BLOCK_BYTES, walk } from './walk.ts';

type Sum = { path: string; disk_bytes: number; bytes: number; files: number };

/** Arguments: those of `walk`, `depth` (1), `sort` size | files (size), `limit` (20). */
export function run(args: JsonObject, io: ToolIo): Json {
  const depth = optionalInteger(args, 'depth') ?? 1;
  const by = oneOf(args, 'sort', ['size', 'files'], 'size') === 'size' ? 'disk_bytes' : 'files';
  const limit = optionalInteger(args, 'limit') ?? 20;
  const sums = new Map<string, Sum>();
  const all: Sum = { path: '', disk_bytes: 0, bytes: 0, files: 0 };

  /** The sums that something at `parts` counts into: the whole, and each listed directory above it. */
  const above = (parts: readonly string[], including: number): Sum[] => {
    const found = [all];
    for (let level = 1; level <= Math.min(depth, parts.length - including); level++) {
      const path = parts.slice(0, level).join('/');
      let sum = sums.get(path);
      if (sum === undefined) {
        sum = { path, disk_bytes: 0, bytes: 0, files: 0 };
        sums.set(path, sum);
      }
      found.push(sum);
    }
    return found;
  };
  const walked = walk(
    args,
    io,
    ({ parts, stats }) => {
      for (const sum of above(parts, 1)) {
        sum.disk_bytes += stats.blocks * BLOCK_BYTES;
        sum.bytes += stats.size;
        sum.files++;
      }
    },
    // A directory takes space itself.
    ({ parts, stats }) => {
      for (const sum of above(parts, 0)) sum.disk_bytes += stats.blocks * BLOCK_BYTES;
    },
  );
  const directories = [...sums.values()].sort(
    (a, b) => b[by] - a[by] || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  return {
    root: walked.root,
    disk_bytes: all.disk_bytes,
    bytes: all.bytes,
    files: all.files,
    directories: directories.slice(0, limit),
    total: directories.length,
    truncated: directories.length > limit,
    unreadable: walked.unreadable,
    complete: walked.complete,
  };
}
