/**
 * Processes as /proc shows them to this user. A process may vanish between two reads and another user's may be
 * closed to us: the first is skipped, the second is counted, so that an answer can say how much it could not see.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export type ProcessFacts = {
  readonly pid: number;
  readonly parentPid: number;
  /** Name of the program, as `programName` chooses it. */
  readonly name: string;
  /** The kernel's name of the main thread, at most 15 bytes; a program may set it to anything. */
  readonly threadName: string;
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
    const [status, comm, cmdline, file] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/comm`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/exe`).catch(() => ''),
    ]);
    const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    const argv = cmdline === '' ? [] : cmdline.replace(/\0$/, '').split('\0');
    const threadName = comm.replace(/\n$/, '');
    return {
      pid,
      parentPid: Number(field('PPid')),
      name: programName(threadName, argv, file.replace(/ \(deleted\)$/, '')),
      threadName,
      argv,
      uid: Number(field('Uid').split(/\s+/)[0]),
    };
  } catch {
    return undefined;
  }
}

/**
 * What a person calls the program. The kernel's name is cut at 15 bytes, and some programs put something else there
 * (Node.js: "MainThread"): the file, the command or the script whose name starts with it says it whole; when none
 * does, the file is the program. `file` is '' when we may not see it, as for another user's process.
 */
export function programName(threadName: string, argv: readonly string[], file: string): string {
  const candidates = [file, argv[0] ?? '', argv[1] ?? ''].map((path) => basename(path));
  const whole = candidates.find((candidate) => threadName !== '' && candidate.startsWith(threadName));
  if (whole !== undefined) return Buffer.byteLength(threadName) < 15 ? threadName : whole;
  const [ofFile = '', ofCommand = ''] = candidates;
  return ofFile || (threadName === 'MainThread' && ofCommand) || threadName;
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
