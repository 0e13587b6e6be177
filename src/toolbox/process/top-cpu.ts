/**
 * Tool `process_top_cpu`: which processes used the processor in a short interval, measured twice and subtracted.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { optionalInteger } from '../arguments.ts';
import { readCpuTimes } from '../proc/cpu-times.ts';
import { needProc, presenter, readDetails, readStat, TICKS_PER_SECOND } from '../proc/details.ts';
import { listPids } from '../proc/processes.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Arguments: `interval_ms` (1000), `limit` (10). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('process_top_cpu');
  const interval = optionalInteger(args, 'interval_ms') ?? 1000;
  const limit = optionalInteger(args, 'limit') ?? 10;
  const before = await measure();
  await pause(interval);
  const after = await measure();
  const seconds = (after.at - before.at) / 1000;

  const used: { pid: number; ticks: number }[] = [];
  for (const [pid, { startTicks, cpuTicks }] of after.processes) {
    const earlier = before.processes.get(pid);
    // A pid of another start is another process, which began within the interval.
    const ticks = cpuTicks - (earlier?.startTicks === startTicks ? earlier.cpuTicks : 0);
    if (ticks > 0 && pid !== process.pid) used.push({ pid, ticks });
  }
  used.sort((a, b) => b.ticks - a.ticks || a.pid - b.pid);
  const present = await presenter();
  const processes: Json[] = [];
  for (const { pid, ticks } of used.slice(0, limit)) {
    const details = await readDetails(pid);
    if (details === undefined) continue;
    const { name, command, user, memory_bytes, started_at } = present(details);
    const cpu_percent = Math.round((1000 * ticks) / TICKS_PER_SECOND / seconds) / 10;
    processes.push({ pid, name, command, user, cpu_percent, memory_bytes, started_at });
  }
  const busy = after.machine.busy - before.machine.busy;
  const all = after.machine.total - before.machine.total;
  return {
    processes,
    total: used.length,
    truncated: used.length > limit,
    interval_ms: Math.round(after.at - before.at),
    cores: availableParallelism(),
    machine_percent: all === 0 ? 0 : Math.round((1000 * busy) / all) / 10,
  };
}

async function measure() {
  const processes = new Map<number, { startTicks: number; cpuTicks: number }>();
  for (const pid of await listPids()) {
    const stat = await readStat(pid);
    if (stat !== undefined) processes.set(pid, stat);
  }
  const [machine] = await readCpuTimes();
  return { at: performance.now(), processes, machine: machine ?? { busy: 0, total: 0 } };
}
