/**
 * Limits of the control group that this process runs in, in either version: what a container may have of the machine.
 */
import { dirname, join } from 'node:path';
import { readText } from './sys-files.ts';

const ROOT = '/sys/fs/cgroup';

export type MemoryLimit = { readonly limit: number; readonly used: number | null };

/** The tightest limit on the way up; undefined without one. `machine`: a limit above it is none. */
export async function readMemoryLimit(machine: number): Promise<MemoryLimit | undefined> {
  let tightest: MemoryLimit | undefined;
  for (const directory of await directories('memory')) {
    const limit = number(
      (await readText(join(directory, 'memory.max'))) ?? (await readText(join(directory, 'memory.limit_in_bytes'))),
    );
    if (limit === undefined || limit >= machine || (tightest !== undefined && tightest.limit <= limit)) continue;
    const used = number(
      (await readText(join(directory, 'memory.current'))) ?? (await readText(join(directory, 'memory.usage_in_bytes'))),
    );
    tightest = { limit, used: used ?? null };
  }
  return tightest;
}

/** Processor time in cores that the group may use; undefined without a limit. */
export async function readCpuLimit(): Promise<number | undefined> {
  let tightest: number | undefined;
  for (const directory of await directories('cpu')) {
    const [quota, period] = ((await readText(join(directory, 'cpu.max'))) ?? '').split(' ');
    const share =
      quota !== undefined && quota !== '' && period !== undefined
        ? (number(quota) ?? Number.POSITIVE_INFINITY) / Number(period)
        : (number(await readText(join(directory, 'cpu.cfs_quota_us'))) ?? Number.POSITIVE_INFINITY) /
          (number(await readText(join(directory, 'cpu.cfs_period_us'))) ?? 1);
    if (share > 0 && Number.isFinite(share) && share < (tightest ?? Number.POSITIVE_INFINITY)) tightest = share;
  }
  return tightest;
}

/** From our own group up to the top. Within a container the path may lead nowhere: then the top is our own. */
async function directories(controller: string): Promise<string[]> {
  const lines = ((await readText('/proc/self/cgroup')) ?? '').split('\n').map((line) => line.split(':'));
  const first = lines.find(([, controllers]) => controllers?.split(',').includes(controller));
  const unified = lines.find(([id, controllers]) => id === '0' && controllers === '');
  const found: string[] = [];
  for (const [top, line] of [
    [join(ROOT, controller), first],
    [ROOT, unified],
  ] as const) {
    const path = line?.slice(2).join(':');
    if (path === undefined) continue;
    for (let at = join(top, path); at.startsWith(top); at = dirname(at)) found.push(at);
  }
  return found;
}

/** "max" is no number, and a negative one means that there is no limit. */
function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
