/**
 * Finding and ending everything that an invocation has started, also what left its process group or session.
 * Linux: by /proc (parent links and the invocation mark in the environment); elsewhere: by the process group.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { INVOCATION_VARIABLE } from './environment.ts';

export type Tree = {
  /** The child we started; it leads its own process group and session. */
  readonly leader: number;
  /** The value of the mark in the environment of this invocation: unguessable, so no stranger carries it. */
  readonly mark: string;
};

/** Pause between two looks at /proc: a scan of some hundred processes takes a few milliseconds. */
const LOOK_EVERY_MS = 20;
/** Looks after SIGKILL before giving up: 2 s; only a process stuck in the kernel survives that. */
const KILL_ROUNDS = 100;

/** All living processes of the tree, without zombies. */
export function listTree(tree: Tree): number[] {
  if (process.platform !== 'linux') return groupAlive(tree.leader) ? [tree.leader] : [];
  const found = new Set<number>();
  const children = new Map<number, number[]>();
  const mark = `${INVOCATION_VARIABLE}=${tree.mark}`;
  const zombies = new Set<number>();
  for (const pid of processNumbers()) {
    const stat = readStat(pid);
    if (stat === undefined) continue;
    if (stat.zombie) zombies.add(pid);
    const siblings = children.get(stat.parent);
    if (siblings === undefined) children.set(stat.parent, [pid]);
    else siblings.push(pid);
    // The number of a leader that is gone may belong to a stranger by now: only our own child counts as it.
    const isLeader = pid === tree.leader && stat.parent === process.pid;
    if (isLeader || stat.group === tree.leader || stat.session === tree.leader || hasMark(pid, mark)) found.add(pid);
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
  const word = `${INVOCATION_VARIABLE}=${mark}`;
  const marked = processNumbers().filter((pid) => hasMark(pid, word) && readStat(pid)?.zombie === false);
  const leaders = marked.filter((pid) => readStat(pid)?.session === pid);
  return leaders.length > 0 ? leaders : marked;
}

/**
 * Ends the tree: SIGTERM, `graceMs` to leave in order, then SIGKILL until nothing is left (new forks included).
 * Returns the processes that are still there (none, save for one stuck in the kernel or owned by another user).
 */
export async function endTree(tree: Tree, graceMs: number): Promise<number[]> {
  let alive = listTree(tree);
  signal(tree, alive, 'SIGTERM');
  for (let waited = 0; alive.length > 0 && waited < graceMs; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    alive = listTree(tree);
  }
  for (let round = 0; alive.length > 0 && round < KILL_ROUNDS; round++) {
    signal(tree, alive, 'SIGKILL');
    await sleep(LOOK_EVERY_MS);
    alive = listTree(tree);
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

function readStat(pid: number): { parent: number; group: number; session: number; zombie: boolean } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces and parentheses; the fields start after the last one.
    const [state, parent, group, session] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      zombie: state === 'Z' || state === 'X',
    };
  } catch {
    return undefined;
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`.includes(`\0${mark}\0`);
  } catch {
    return false;
  }
}
