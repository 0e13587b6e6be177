/**
 * Tool `process_kill`: sends a signal to exactly the processes that were meant and reports what became of each.
 * A pid alone may belong to another program by now, so the name must match, and the start time is compared again right
 * before each signal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { flag, integer, oneOf, optionalInteger, text } from '../arguments.ts';
import { descendants, lineage, needProc, type ProcessDetails, readAllDetails, readStat } from '../proc/details.ts';
import { readUserNames } from '../proc/processes.ts';
import { type Json, type JsonObject, type Preview, ToolFailure } from '../tool.ts';

const SIGNALS = ['TERM', 'INT', 'HUP', 'QUIT', 'KILL'] as const;
type Outcome = 'signalled' | 'ended' | 'still_running' | 'not_permitted';

/** How often it is looked whether a process is gone, in milliseconds: short against what a person notices. */
const LOOK_EVERY = 20;

/** Arguments: `pid`, `name`, `signal` (TERM), `tree` (false), `wait_ms` (5000). */
export async function run(args: JsonObject): Promise<Json> {
  const signal = oneOf(args, 'signal', SIGNALS, 'TERM');
  const wait = optionalInteger(args, 'wait_ms') ?? 5000;
  const { target, targets } = await findTargets(args);
  const { pid } = target;
  const outcomes = new Map<ProcessDetails, Outcome>();
  for (const one of targets) outcomes.set(one, await send(one, signal));
  if (outcomes.size === 1 && outcomes.get(target) === 'not_permitted') {
    throw new ToolFailure(`process ${pid} belongs to somebody else: no permission to end it`, 'permission_denied');
  }
  const waited = await settle(outcomes, wait);

  const users = await readUserNames();
  return {
    ended: [...outcomes.values()].every((outcome) => outcome === 'ended'),
    signal,
    processes: targets.map((one) => ({
      pid: one.pid,
      name: one.name,
      command: one.command,
      user: users.get(one.uid) ?? String(one.uid),
      outcome: outcomes.get(one) ?? 'still_running',
    })),
    waited_ms: waited,
  };
}

/** Which processes it would be: the number may be another program's by the time somebody has said yes. */
export async function preview(args: JsonObject): Promise<Preview> {
  const signal = oneOf(args, 'signal', SIGNALS, 'TERM');
  const { targets } = await findTargets(args);
  return {
    affected: targets.map(({ pid, name, command }) => `process ${pid} (${name}: ${command}) gets SIG${signal}`),
    state: targets.map(({ pid, startTicks }) => [pid, startTicks]),
  };
}

/** The process that is meant and those that go with it, deepest first. Throws ToolFailure for one that is not as it was named. */
async function findTargets(args: JsonObject): Promise<{ target: ProcessDetails; targets: ProcessDetails[] }> {
  needProc('process_kill');
  const pid = integer(args, 'pid');
  const name = text(args, 'name');
  // 0 and negative numbers mean process groups to the kernel: never.
  if (pid < 2) throw new ToolFailure(`process ${pid} is never ended`, 'invalid_arguments');

  const all = await readAllDetails();
  const target = all.find((one) => one.pid === pid);
  if (target === undefined) throw new ToolFailure(`there is no process ${pid}`, 'not_found');
  if (name !== target.name && name !== target.threadName) {
    throw new ToolFailure(`process ${pid} is "${target.name}", not "${name}"; nothing was sent`, 'invalid_arguments');
  }
  const targets = flag(args, 'tree') ? [...descendants(pid, all).reverse(), target] : [target];
  refuseProtected(targets, all);
  return { target, targets };
}

/** Kernel threads ignore signals, and ending one of our own ancestors would end this call half done. */
function refuseProtected(targets: readonly ProcessDetails[], all: readonly ProcessDetails[]): void {
  const own = lineage(process.pid, new Map(all.map((one) => [one.pid, one.parentPid])));
  for (const one of targets) {
    if (one.kernelThread) throw new ToolFailure(`process ${one.pid} is a thread of the kernel and cannot be ended`);
    if (own.includes(one.pid)) {
      throw new ToolFailure(
        `process ${one.pid} (${one.name}) is one from which this call was started; nothing was sent`,
      );
    }
  }
}

async function send(one: ProcessDetails, signal: (typeof SIGNALS)[number]): Promise<Outcome> {
  if (await isGone(one)) return 'ended';
  try {
    process.kill(one.pid, `SIG${signal}`);
    return 'signalled';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'ended' : 'not_permitted';
  }
}

/** Waits until each process is gone or the time is over; returns the milliseconds that passed. */
async function settle(outcomes: Map<ProcessDetails, Outcome>, wait: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    for (const [one, outcome] of outcomes) {
      if (outcome === 'signalled' && (await isGone(one))) outcomes.set(one, 'ended');
    }
    const passed = performance.now() - start;
    const open = [...outcomes].filter(([, outcome]) => outcome === 'signalled');
    if (open.length === 0 || passed >= wait) {
      for (const [one] of open) outcomes.set(one, 'still_running');
      return Math.round(passed);
    }
    await pause(Math.min(LOOK_EVERY, wait - passed));
  }
}

/** A zombie has ended: only its parent has not taken notice yet. */
async function isGone(one: ProcessDetails): Promise<boolean> {
  const now = await readStat(one.pid);
  return now === undefined || now.startTicks !== one.startTicks || now.state === 'zombie' || now.state === 'dead';
}
