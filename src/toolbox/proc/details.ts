/**
 * What a list of processes shows of each one, memory and times included, read from /proc. It knows no order and no filter.
 */
import { readFile } from 'node:fs/promises';
import { ToolFailure } from '../tool.ts';
import { listPids, type ProcessFacts, readProcess, readUserNames } from './processes.ts';

export type ProcessDetails = ProcessFacts & {
  readonly command: string;
  readonly state: string;
  readonly kernelThread: boolean;
  readonly threads: number;
  /** Processor time of all threads so far, in ticks. */
  readonly cpuTicks: number;
  /** Ticks after the start of the machine; with the pid it names a process once and for all. */
  readonly startTicks: number;
  readonly memoryBytes: number;
  /** Of these, mapped files and shared memory. */
  readonly sharedBytes: number;
  readonly swappedBytes: number;
};

/** USER_HZ: what the kernel counts times in towards programs; 100 on every architecture that Node.js runs on. */
export const TICKS_PER_SECOND = 100;

/** PF_KTHREAD of include/linux/sched.h. */
const KERNEL_THREAD = 0x0020_0000;

/** Letters of /proc/PID/stat as words. */
const STATES: { readonly [letter: string]: string } = {
  R: 'running',
  S: 'sleeping',
  D: 'waiting',
  T: 'stopped',
  t: 'traced',
  Z: 'zombie',
  I: 'idle',
  X: 'dead',
};

/** Throws ToolFailure where there is no /proc. */
export function needProc(what: string): void {
  if (process.platform !== 'linux') throw new ToolFailure(`${what} reads /proc: Linux only`, 'not_supported');
}

/** Every process that is there now, ascending pid. */
export async function readAllDetails(): Promise<ProcessDetails[]> {
  const all: ProcessDetails[] = [];
  const pids = await listPids();
  // A few at a time: thousands of open files at once would run into the limit of descriptors.
  for (let i = 0; i < pids.length; i += 32) {
    const some = await Promise.all(pids.slice(i, i + 32).map((pid) => readDetails(pid)));
    all.push(...some.filter((details) => details !== undefined));
  }
  return all;
}

/** One process; undefined when it is gone. */
export async function readDetails(pid: number): Promise<ProcessDetails | undefined> {
  const [facts, numbers, status] = await Promise.all([
    readProcess(pid),
    readStat(pid),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined),
  ]);
  if (facts === undefined || numbers === undefined || status === undefined) return undefined;
  const bytes = (name: string): number =>
    1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return {
    ...facts,
    ...numbers,
    command: facts.argv.join(' '),
    memoryBytes: bytes('VmRSS'),
    sharedBytes: bytes('RssFile') + bytes('RssShmem'),
    swappedBytes: bytes('VmSwap'),
  };
}

type Stat = Pick<ProcessDetails, 'state' | 'kernelThread' | 'threads' | 'cpuTicks' | 'startTicks'>;

/** /proc/PID/stat alone: enough to tell whether a process still is the same one, and how much it has worked. */
export async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may itself hold spaces and parentheses: the last one ends it. Field 3 is the first after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3] ?? 0);
  return {
    state: STATES[fields[0] ?? ''] ?? 'unknown',
    // Flags beyond 2^31 do not occur, but bit operations would sign them: divide instead.
    kernelThread: Math.floor(field(9) / KERNEL_THREAD) % 2 === 1,
    threads: field(20),
    cpuTicks: field(14) + field(15),
    startTicks: field(22),
  };
}

/** Milliseconds since 1970 at which the machine was started. */
export async function bootTime(): Promise<number> {
  const stat = await readFile('/proc/stat', 'utf8');
  return 1000 * Number(/^btime (\d+)$/m.exec(stat)?.[1] ?? 0);
}

/** Turns details into the fields that all lists of processes share. */
export async function presenter(): Promise<(details: ProcessDetails) => Presented> {
  const [users, boot] = await Promise.all([readUserNames(), bootTime()]);
  return (details) => ({
    pid: details.pid,
    parent_pid: details.parentPid,
    user: users.get(details.uid) ?? String(details.uid),
    name: details.name,
    command: details.command,
    state: details.state,
    memory_bytes: details.memoryBytes,
    threads: details.threads,
    cpu_seconds: details.cpuTicks / TICKS_PER_SECOND,
    started_at: new Date(boot + (1000 * details.startTicks) / TICKS_PER_SECOND).toISOString(),
  });
}

export type Presented = {
  pid: number;
  parent_pid: number;
  user: string;
  name: string;
  command: string;
  state: string;
  memory_bytes: number;
  threads: number;
  cpu_seconds: number;
  started_at: string;
};

/** The user id that a login name or a number means. */
export async function resolveUser(user: string): Promise<number> {
  for (const [uid, name] of await readUserNames()) if (name === user) return uid;
  if (/^\d+$/.test(user)) return Number(user);
  throw new ToolFailure(`this machine has no user "${user}"`, 'not_found');
}

/** Pids from `pid` up to process 1, itself first: who started it. */
export function lineage(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const line: number[] = [];
  for (let at: number | undefined = pid; at !== undefined && at > 0 && !line.includes(at); at = parents.get(at)) {
    line.push(at);
  }
  return line;
}

/** Every process below `pid`, parents before their children, ascending pid among siblings; `pid` itself is not in it. */
export function descendants<Item extends { readonly pid: number; readonly parentPid: number }>(
  pid: number,
  all: readonly Item[],
): Item[] {
  const children = new Map<number, Item[]>();
  for (const item of all) {
    if (item.pid !== item.parentPid) children.set(item.parentPid, [...(children.get(item.parentPid) ?? []), item]);
  }
  const found: Item[] = [];
  const visit = (at: number): void => {
    for (const child of children.get(at) ?? []) {
      if (found.includes(child)) continue;
      found.push(child);
      visit(child.pid);
    }
  };
  visit(pid);
  return found;
}
