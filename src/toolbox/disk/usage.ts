/**
 * Tool `disk_usage`: size, used and available bytes of file systems, counted as df counts.
 */
import { flag, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { compareFullest, percent, readFilesystems } from '../proc/filesystems.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';

/** Arguments: `path`, `network` (false), `memory_backed` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  needProc('disk_usage');
  const { filesystems, skipped } = await readFilesystems({
    path: optionalText(args, 'path'),
    cwd: io.cwd,
    network: flag(args, 'network'),
    memoryBacked: flag(args, 'memory_backed'),
  });
  const entries = filesystems.map(({ mount, total, free, available }) => ({
    mount_point: mount.mountPoint,
    source: mount.source,
    type: mount.type,
    total_bytes: total,
    used_bytes: total - free,
    available_bytes: available,
    // What is kept for the administrator counts neither as used nor as available.
    used_percent: percent(total - free, total - free + available) ?? 0,
    read_only: mount.options.includes('ro') || mount.filesystemOptions.includes('ro'),
  }));
  return { filesystems: entries.sort(compareFullest), skipped: skipped.sort() };
}
