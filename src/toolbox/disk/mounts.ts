/**
 * Tool `disk_mounts`: what is mounted where, and how.
 */
import { flag, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { holder } from '../proc/filesystems.ts';
import { isVirtual, readMounts } from '../proc/mounts.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';

/** Arguments: `path`, `type`, `source`, `virtual` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  needProc('disk_mounts');
  const path = optionalText(args, 'path');
  const type = optionalText(args, 'type');
  const source = optionalText(args, 'source');
  const mounts = await readMounts();
  const wanted = path === undefined ? mounts : [await holder(path, io.cwd, mounts)];
  const shown = wanted.filter(
    (mount) =>
      // Who names a type or a path wants it, be it virtual or not.
      (!isVirtual(mount) || flag(args, 'virtual') || type !== undefined || path !== undefined) &&
      (type === undefined || mount.type === type) &&
      (source === undefined || mount.source === source),
  );
  return {
    mounts: shown.map((mount) => ({
      mount_point: mount.mountPoint,
      source: mount.source,
      root: mount.root,
      type: mount.type,
      options: mount.options,
      filesystem_options: mount.filesystemOptions,
      read_only: mount.options.includes('ro') || mount.filesystemOptions.includes('ro'),
      device: mount.device,
    })),
    total: shown.length,
  };
}
