/**
 * Processes as /proc shows them to this user. A process may vanish between two reads and another user's may be
 * closed to us: the first is skipped, the second is counted, so that an answer can say how much it could not see.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';

export type ProcessFacts = {
  readonly pid: number;
  readonly parentPid: number;
  /** The kernel's short name, at most 15 bytes. */
  readonly name: string;
  /** The command line as its elements; empty for a kernel thread. */
  readonly argv: readonly string[];
  readonly uid: number;
};

export type Holders = {
  /** Socket inode → the processes that hold it open, ascending. */
  readonly byInode: ReadonlyMap<number, readonly number[]>;
  /** Processes whose open files this user may not see. */
  readonly unreadable: number;
};

/** All process ids now, ascending. */
export async function listPids(): Promise<number[]> {
  const names = await readdir('/proc');
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** Which processes hold which of these sockets. */
export async function findSocketHolders(inodes: ReadonlySet<number>): Promise<Holders> {
  const byInode = new Map<number, number[]>();
  let unreadable = 0;
  for (const pid of await listPids()) {
    let descriptors: string[];
    try {
      descriptors = await readdir(`/proc/${pid}/fd`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES' || code === 'EPERM') unreadable++;
      continue;
    }
    const held = new Set<number>();
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined && inodes.has(Number(inode))) held.add(Number(inode));
    }
    for (const inode of held) {
      const pids = byInode.get(inode);
      if (pids === undefined) byInode.set(inode, [pid]);
      else pids.push(pid);
    }
  }
  return { byInode, unreadable };
}

/** What /proc tells of one process, or undefined when it is gone. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [status, cmdline] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    return {
      pid,
      parentPid: Number(field('PPid')),
      name: field('Name'),
      argv: cmdline === '' ? [] : cmdline.replace(/\0$/, '').split('\0'),
      uid: Number(field('Uid').split(/\s+/)[0]),
    };
  } catch {
    return undefined;
  }
}

/** Login name of each user id in /etc/passwd; users of a directory service are not in it. */
export async function readUserNames(): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const content = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const line of content.split('\n')) {
    const [name, , uid] = line.split(':');
    if (name !== undefined && uid !== undefined && !names.has(Number(uid))) names.set(Number(uid), name);
  }
  return names;
}
