/**
 * What is mounted where, as /proc/self/mountinfo tells. It knows nothing of space.
 */
import { readFile } from 'node:fs/promises';

export type Mount = {
  readonly mountPoint: string;
  /** Part of the file system that is mounted; "/" is all. */
  readonly root: string;
  readonly source: string;
  readonly type: string;
  readonly options: readonly string[];
  readonly filesystemOptions: readonly string[];
  /** major:minor. */
  readonly device: string;
};

/** File systems that hold no files of anybody: windows into the kernel. */
const VIRTUAL = new Set([
  'autofs',
  'binfmt_misc',
  'bpf',
  'cgroup',
  'cgroup2',
  'configfs',
  'debugfs',
  'devpts',
  'efivarfs',
  'fusectl',
  'hugetlbfs',
  'mqueue',
  'nsfs',
  'proc',
  'pstore',
  'rpc_pipefs',
  'securityfs',
  'selinuxfs',
  'sysfs',
  'tracefs',
]);
const MEMORY_BACKED = new Set(['tmpfs', 'ramfs', 'devtmpfs']);
/** Asking one of these may wait for a server that is not there. */
const NETWORK = /^(nfs\d?|cifs|smb\d?|smbfs|9p|ceph|glusterfs|afs|ncpfs|fuse\.(sshfs|rclone|davfs.*|s3fs|gvfsd-fuse))$/;

export function isVirtual(mount: Mount): boolean {
  return VIRTUAL.has(mount.type);
}

export function isMemoryBacked(mount: Mount): boolean {
  return MEMORY_BACKED.has(mount.type);
}

export function isNetwork(mount: Mount): boolean {
  return NETWORK.test(mount.type);
}

/** In the order of the kernel: a later mount on the same point covers an earlier one. */
export async function readMounts(): Promise<Mount[]> {
  return parseMounts(await readFile('/proc/self/mountinfo', 'utf8'));
}

/** "id parent major:minor root mountpoint options [optional …] - type source superoptions" (proc(5)). */
export function parseMounts(content: string): Mount[] {
  const mounts: Mount[] = [];
  for (const line of content.split('\n')) {
    const [before, after] = line.split(' - ');
    const [, , device, root, mountPoint, options] = (before ?? '').split(' ');
    const [type, source, superOptions] = (after ?? '').split(' ');
    if (mountPoint === undefined || type === undefined || device === undefined || root === undefined) continue;
    mounts.push({
      mountPoint: unescapeMount(mountPoint),
      root: unescapeMount(root),
      source: unescapeMount(source ?? ''),
      type,
      options: (options ?? '').split(','),
      filesystemOptions: (superOptions ?? '').split(','),
      device,
    });
  }
  return mounts;
}

/** Space, tab, newline, "#" and backslash stand as three octal digits; the rest are bytes of UTF-8. */
function unescapeMount(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** The mount on which a real, absolute path lies. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    const point = mount.mountPoint === '/' ? '/' : `${mount.mountPoint}/`;
    if (path !== mount.mountPoint && !path.startsWith(point)) continue;
    if (best === undefined || mount.mountPoint.length >= best.mountPoint.length) best = mount;
  }
  return best;
}
