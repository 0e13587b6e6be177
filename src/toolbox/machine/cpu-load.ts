/**
 * Tool `cpu_load`: how busy the processor is in a short interval, and the load averages.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { flag, optionalInteger } from '../arguments.ts';
import { type CpuTimes, readCpuTimes } from '../proc/cpu-times.ts';
import { needProc } from '../proc/details.ts';
import { percent } from '../proc/filesystems.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Arguments: `interval_ms` (1000), `per_core` (false). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('cpu_load');
  const start = performance.now();
  const before = await readCpuTimes();
  await pause(optionalInteger(args, 'interval_ms') ?? 1000);
  const after = await readCpuTimes();
  const measured = Math.round(performance.now() - start);

  // "0.20 0.18 0.12 1/80 11206": averages, running and all tasks, last pid.
  const [one = '0', five = '0', fifteen = '0', tasks = '0/0'] = (await readFile('/proc/loadavg', 'utf8')).split(' ');
  const cores = after.filter(({ cpu }) => cpu !== null);
  const share = (of: (times: CpuTimes) => number, cpu: number | null): number => {
    const was = before.find((times) => times.cpu === cpu);
    const is = after.find((times) => times.cpu === cpu);
    if (was === undefined || is === undefined) return 0;
    return Math.max(0, percent(of(is) - of(was), is.total - was.total) ?? 0);
  };
  return {
    load_1: Number(one),
    load_5: Number(five),
    load_15: Number(fifteen),
    cores: cores.length,
    load_per_core: Math.round((100 * Number(one)) / Math.max(1, cores.length)) / 100,
    running_tasks: Number(tasks.split('/')[0]),
    used_percent: share(({ busy }) => busy, null),
    user_percent: share(({ user }) => user, null),
    system_percent: share(({ system }) => system, null),
    iowait_percent: share(({ iowait }) => iowait, null),
    steal_percent: share(({ steal }) => steal, null),
    per_core: flag(args, 'per_core')
      ? cores.map(({ cpu }) => ({ cpu, used_percent: share(({ busy }) => busy, cpu) }))
      : [],
    interval_ms: measured,
  };
}
