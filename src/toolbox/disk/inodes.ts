/**
 * Tool `disk_inodes`: how many inodes file systems have, use and have left.
 */
import { flag, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { compareFullest, percent, readFilesystems } from '../proc/filesystems.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';

/** Arguments: `path`, `memory_backed` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  needProc('disk_inodes');
  const { filesystems, skipped } = await readFilesystems({
    path: optionalText(args, 'path'),
    cwd: io.cwd,
    network: false,
    memoryBacked: flag(args, 'memory_backed'),
  });
  const entries = filesystems.map(({ mount, inodes, inodesFree }) => {
    // A file system that makes inodes as it needs them reports none at all.
    const counted = inodes > 0;
    return {
      mount_point: mount.mountPoint,
      source: mount.source,
      type: mount.type,
      total: counted ? inodes : null,
      used: counted ? inodes - inodesFree : null,
      free: counted ? inodesFree : null,
      used_percent: percent(inodes - inodesFree, inodes),
    };
  });
  return { filesystems: entries.sort(compareFullest), skipped: skipped.sort() };
}
