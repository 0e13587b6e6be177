/**
 * Tool `disk_largest_files`: the largest files below a directory.
 */
import { optionalInteger } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { BLOCK_BYTES, walk } from './walk.ts';

type Found = { path: string; bytes: number; disk_bytes: number; modified_at: string };

/** Arguments: those of `walk`, `limit` (20), `min_bytes` (0). */
export function run(args: JsonObject, io: ToolIo): Json {
  const limit = optionalInteger(args, 'limit') ?? 20;
  const least = optionalInteger(args, 'min_bytes') ?? 0;
  let largest: Found[] = [];
  let total = 0;
  let threshold = -1;
  const walked = walk(args, io, ({ parts, stats }) => {
    if (!stats.isFile() || stats.size < least) return;
    total++;
    if (stats.size < threshold) return;
    largest.push({
      path: parts.join('/'),
      bytes: stats.size,
      disk_bytes: stats.blocks * BLOCK_BYTES,
      modified_at: stats.mtime.toISOString(),
    });
    // Cut only now and then: sorting for each file would cost more than the walk.
    if (largest.length < 4 * limit + 64) return;
    largest = largest.sort(order).slice(0, limit);
    threshold = largest.at(-1)?.bytes ?? -1;
  });
  return {
    root: walked.root,
    files: largest.sort(order).slice(0, limit),
    total,
    truncated: total > limit,
    files_seen: walked.files,
    unreadable: walked.unreadable,
    complete: walked.complete,
  };
}

function order(a: Found, b: Found): number {
  return b.bytes - a.bytes || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
