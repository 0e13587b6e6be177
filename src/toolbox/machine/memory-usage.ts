/**
 * Tool `memory_usage`: memory and swap of the machine, and what a container may have of it.
 */
import { readFile } from 'node:fs/promises';
import { readMemoryLimit } from '../proc/control-group.ts';
import { needProc } from '../proc/details.ts';
import { percent } from '../proc/filesystems.ts';
import { readText } from '../proc/sys-files.ts';
import type { Json } from '../tool.ts';

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('memory_usage');
  const facts = await readFile('/proc/meminfo', 'utf8');
  const bytes = (name: string): number =>
    1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(facts)?.[1] ?? 0);
  const total = bytes('MemTotal');
  const available = bytes('MemAvailable');
  const container = await readMemoryLimit(total);
  const pressure = /^some avg10=([\d.]+)/m.exec((await readText('/proc/pressure/memory')) ?? '')?.[1];
  return {
    total_bytes: total,
    available_bytes: available,
    used_bytes: total - available,
    used_percent: percent(total - available, total) ?? 0,
    free_bytes: bytes('MemFree'),
    // What "free" shows as buff/cache: it can be given back, except for shared memory, which is counted in as well.
    cached_bytes: bytes('Buffers') + bytes('Cached') + bytes('SReclaimable'),
    shared_bytes: bytes('Shmem'),
    swap_total_bytes: bytes('SwapTotal'),
    swap_used_bytes: bytes('SwapTotal') - bytes('SwapFree'),
    container_limit_bytes: container?.limit ?? null,
    container_used_bytes: container?.used ?? null,
    pressure_percent: pressure === undefined ? null : Number(pressure),
  };
}
