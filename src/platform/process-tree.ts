/**
 * Finding and ending everything that an invocation has started, also what left its process group or session.
 * Linux: by /proc (parent links and the marks that an invocation's processes carry); elsewhere: by the process group.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasMark } from './process-mark.ts';

export type Tree = {
  /** The child we started; it leads its own process group and session. */
  readonly leader: number;
  /** The value of the mark in the environment of this invocation: unguessable, so no stranger carries it. */
  readonly mark: string;
  /** Ticks of the system when the leader was started: nothing of the tree is older. Our own start when left out. */
  readonly since?: number;
};

/** The tree of a child that has just been started and whose end nobody has waited for yet. */
export function treeOf(leader: number, mark: string): Tree {
  const since = process.platform === 'linux' ? readStat(leader)?.started : undefined;
  return { leader, mark, ...(since === undefined ? {} : { since }) };
}

/** Pause between two looks at /proc: a scan of some hundred processes takes a few milliseconds. */
const LOOK_EVERY_MS = 20;
/** After SIGKILL, before giving up: only a process stuck in the kernel, or one that keeps handing on, survives that. */
const KILL_MS = 2000;
/** Looks in a row that find nothing while others have just ended, before nothing is believed. */
const RESTLESS_LOOKS = 20;

/** All living processes of the tree that can be found, without zombies. */
export function listTree(tree: Tree): number[] {
  if (process.platform !== 'linux') return groupAlive(tree.leader) ? [tree.leader] : [];
  return lookFor(tree, () => {});
}

/**
 * One that ends between being listed and being read may have handed on to another, which was not listed yet: then it is
 * looked for again. `found` hears of each the moment it is known.
 */
function lookFor(tree: Tree, found: (pid: number) => void): number[] {
  const gone = new Set<number>();
  for (let look = 1; ; look += 1) {
    const before = gone.size;
    const alive = lookOnce(tree, found, gone);
    if (alive.length > 0 || gone.size === before || look === RESTLESS_LOOKS) return alive;
  }
}

/** `gone` gathers those that ended before they could be read. */
function lookOnce(tree: Tree, tell: (pid: number) => void, gone: Set<number>): number[] {
  const found = new Set<number>();
  const children = new Map<number, number[]>();
  const zombies = new Set<number>();
  const since = tree.since ?? readStat(process.pid)?.started ?? 0;
  // The newest first: it is the one that may be gone in a moment.
  for (const pid of processNumbers().reverse()) {
    const stat = readStat(pid);
    if (stat === undefined) {
      gone.add(pid);
      continue;
    }
    if (stat.zombie) zombies.add(pid);
    const siblings = children.get(stat.parent);
    if (siblings === undefined) children.set(stat.parent, [pid]);
    else siblings.push(pid);
    // Also spares a busy machine's other processes: to read the environment of one waits for what it is doing.
    if (stat.started < since) continue;
    // The number of a leader that is gone may belong to a stranger by now: only our own child counts as it.
    const isLeader = pid === tree.leader && stat.parent === process.pid;
    const inTree = isLeader || stat.group === tree.leader || stat.session === tree.leader;
    if (pid === process.pid) continue;
    if (!inTree && !hasMark(pid, tree.mark)) {
      // What has ended bears no mark any more.
      if (stat.zombie || readStat(pid)?.zombie !== false) gone.add(pid);
      continue;
    }
    found.add(pid);
    tell(pid);
  }
  const open = [...found];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  found.delete(process.pid);
  return [...found].filter((pid) => !zombies.has(pid) && isAlive(pid));
}

/** The processes under this mark from which their trees can be found: leaders of a session, else any that carry it. */
export function leadersOf(mark: string): number[] {
  const marked = processNumbers().filter((pid) => hasMark(pid, mark) && readStat(pid)?.zombie === false);
  const leaders = marked.filter((pid) => readStat(pid)?.session === pid);
  return leaders.length > 0 ? leaders : marked;
}

/**
 * Ends the tree: SIGTERM, `graceMs` to leave in order, then SIGKILL until nothing is found any more (new forks included).
 * Returns the processes that are still there (none, save for one stuck in the kernel or owned by another user).
 */
export async function endTree(tree: Tree, graceMs: number): Promise<number[]> {
  let alive = listTree(tree);
  signal(tree, alive, 'SIGTERM');
  for (let waited = 0; alive.length > 0 && waited < graceMs; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    alive = listTree(tree);
  }
  const until = performance.now() + KILL_MS;
  // At once, not after the look: by then it may have handed on.
  const kill = (pid: number) => signal(tree, [pid], 'SIGKILL');
  while (alive.length > 0 && performance.now() < until) {
    signal(tree, alive, 'SIGKILL');
    await sleep(1);
    alive = process.platform === 'linux' ? lookFor(tree, kill) : listTree(tree);
  }
  return alive;
}

function processNumbers(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function signal(tree: Tree, pids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const target of [...(pids.includes(tree.leader) ? [-tree.leader] : []), ...pids]) {
    try {
      process.kill(target, name);
    } catch {
      // Gone in between, or another user's: the next look tells.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function groupAlive(leader: number): boolean {
  return isAlive(-leader);
}

type Stat = {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly zombie: boolean;
  /** Ticks of the system since its start. */
  readonly started: number;
};
/** Place of the start among the fields behind the name. */
const STARTED = 19;

function readStat(pid: number): Stat | undefined {
  try {
    const line = firstOf(`/proc/${pid}/stat`);
    // The name in parentheses may hold spaces and parentheses; the fields start after the last one.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session] = fields;
    return {
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      zombie: state === 'Z' || state === 'X',
      started: Number(fields[STARTED]),
    };
  } catch {
    return undefined;
  }
}

/** More than any of its lines has: some fifty numbers. */
const room = Buffer.alloc(4096);

/** A look reads hundreds of these: by what serves any file each would take twice as long. */
function firstOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    return room.toString('latin1', 0, readSync(file, room));
  } finally {
    closeSync(file);
  }
}
