/**
 * File systems with what statfs tells of each: one entry a device, however often it is mounted.
 */
import { realpath, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failureOfSystemError, ToolFailure } from '../tool.ts';
import { isMemoryBacked, isNetwork, isVirtual, type Mount, mountOf, readMounts } from './mounts.ts';

export type Filesystem = {
  readonly mount: Mount;
  /** All in bytes; `available` is what an ordinary user may still write. */
  readonly total: number;
  readonly free: number;
  readonly available: number;
  readonly inodes: number;
  readonly inodesFree: number;
};

export type Wanted = {
  /** Only the file system that holds this path. */
  readonly path: string | undefined;
  readonly cwd: string;
  readonly network: boolean;
  readonly memoryBacked: boolean;
};

/** Those that hold files; with `path` only that one, whatever it is. `skipped`: mount points we may not ask. */
export async function readFilesystems(wanted: Wanted): Promise<{ filesystems: Filesystem[]; skipped: string[] }> {
  const mounts = await readMounts();
  const skipped: string[] = [];
  const filesystems: Filesystem[] = [];
  for (const mount of wanted.path === undefined
    ? choose(mounts, wanted)
    : [await holder(wanted.path, wanted.cwd, mounts)]) {
    try {
      const facts = await statfs(mount.mountPoint);
      if (facts.blocks === 0 && wanted.path === undefined) continue;
      filesystems.push({
        mount,
        total: facts.blocks * facts.bsize,
        free: facts.bfree * facts.bsize,
        available: facts.bavail * facts.bsize,
        inodes: facts.files,
        inodesFree: facts.ffree,
      });
    } catch (error) {
      if (wanted.path !== undefined) throw failureOfSystemError(error, mount.mountPoint);
      skipped.push(mount.mountPoint);
    }
  }
  return { filesystems, skipped };
}

/** The mount that holds a path. Throws ToolFailure when the path does not exist. */
export async function holder(path: string, cwd: string, mounts: readonly Mount[]): Promise<Mount> {
  if (path.includes('\0')) throw new ToolFailure('the path holds a NUL character', 'invalid_arguments');
  let real: string;
  try {
    real = await realpath(resolve(cwd, path));
  } catch (error) {
    throw failureOfSystemError(error, path);
  }
  const mount = mountOf(real, mounts);
  if (mount === undefined) throw new ToolFailure(`nothing is known of the file system of ${path}`);
  return mount;
}

function choose(mounts: readonly Mount[], wanted: Wanted): Mount[] {
  const byDevice = new Map<string, Mount>();
  const covered = new Map(mounts.map((mount) => [mount.mountPoint, mount]));
  for (const mount of mounts) {
    if (isVirtual(mount) || covered.get(mount.mountPoint) !== mount) continue;
    if ((isNetwork(mount) && !wanted.network) || (isMemoryBacked(mount) && !wanted.memoryBacked)) continue;
    const before = byDevice.get(mount.device);
    // Of several mounts of one file system the one of its top counts, then the one with the shortest path.
    if (before === undefined || rank(mount) < rank(before)) byDevice.set(mount.device, mount);
  }
  return [...byDevice.values()];
}

function rank(mount: Mount): number {
  return (mount.root === '/' ? 0 : 1_000_000) + mount.mountPoint.length;
}

/** Percent with one digit after the point; null when there is nothing to take a share of. */
export function percent(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((1000 * part) / whole) / 10;
}

export function compareFullest(
  a: { used_percent: number | null; mount_point: string },
  b: { used_percent: number | null; mount_point: string },
): number {
  const byShare = (b.used_percent ?? -1) - (a.used_percent ?? -1);
  return byShare || (a.mount_point < b.mount_point ? -1 : a.mount_point > b.mount_point ? 1 : 0);
}
