/**
 * Tool `cpu_info`: what the processor is and how much of it this process may use.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, machine } from 'node:os';
import { readCpuLimit } from '../proc/control-group.ts';
import { needProc } from '../proc/details.ts';
import { readNames, readNumber, readText } from '../proc/sys-files.ts';
import type { Json } from '../tool.ts';

const SYSTEM = '/sys/devices/system/cpu';
const UNITS: { readonly [unit: string]: number } = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('cpu_info');
  const blocks = (await readFile('/proc/cpuinfo', 'utf8'))
    .split('\n\n')
    .map(parseBlock)
    .filter((block) => block.has('processor'));
  const first = blocks[0] ?? new Map<string, string>();
  const flags = (first.get('flags') ?? first.get('Features') ?? '').split(' ');
  const topology = await readTopology();
  const limit = await readCpuLimit();
  const parallel = availableParallelism();
  const speeds = blocks.map((block) => Number(block.get('cpu MHz'))).filter((mhz) => mhz > 0);
  return {
    model: first.get('model name') ?? first.get('Model') ?? first.get('cpu model') ?? null,
    vendor: first.get('vendor_id') ?? null,
    architecture: machine(),
    sockets: topology?.sockets ?? null,
    physical_cores: topology?.cores ?? null,
    logical_processors: blocks.length,
    threads_per_core: topology === undefined ? null : Math.round(topology.threads / topology.cores),
    usable_cores: limit === undefined ? parallel : Math.min(parallel, Math.round(100 * limit) / 100),
    min_mhz: await readMegahertz('cpuinfo_min_freq'),
    max_mhz: await readMegahertz('cpuinfo_max_freq'),
    current_mhz: speeds.length === 0 ? null : Math.round(speeds.reduce((sum, mhz) => sum + mhz, 0) / speeds.length),
    caches: await readCaches(),
    virtualization: ['vmx', 'svm'].find((flag) => flags.includes(flag)) ?? null,
    hypervisor: flags.includes('hypervisor'),
  };
}

function parseBlock(block: string): Map<string, string> {
  const pairs = block.split('\n').map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return new Map(pairs);
}

async function readTopology(): Promise<{ sockets: number; cores: number; threads: number } | undefined> {
  const sockets = new Set<string>();
  const cores = new Set<string>();
  let threads = 0;
  for (const name of await readNames(SYSTEM)) {
    if (!/^cpu\d+$/.test(name)) continue;
    // An offline processor has no topology.
    const socket = await readText(`${SYSTEM}/${name}/topology/physical_package_id`);
    const core = await readText(`${SYSTEM}/${name}/topology/core_id`);
    if (socket === undefined || core === undefined) continue;
    sockets.add(socket);
    cores.add(`${socket}:${core}`);
    threads++;
  }
  return threads === 0 ? undefined : { sockets: sockets.size, cores: cores.size, threads };
}

/** The kernel counts in kHz. */
async function readMegahertz(name: string): Promise<number | null> {
  const khz = await readNumber(`${SYSTEM}/cpu0/cpufreq/${name}`);
  return khz === undefined ? null : Math.round(khz / 1000);
}

async function readCaches(): Promise<Json[]> {
  const caches: Json[] = [];
  for (const name of await readNames(`${SYSTEM}/cpu0/cache`)) {
    if (!/^index\d+$/.test(name)) continue;
    const directory = `${SYSTEM}/cpu0/cache/${name}`;
    const size = /^(\d+)([KMG])$/.exec((await readText(`${directory}/size`)) ?? '');
    const level = await readNumber(`${directory}/level`);
    if (size === null || level === undefined) continue;
    const type = ((await readText(`${directory}/type`)) ?? 'unified').toLowerCase();
    caches.push({ level, type, bytes: Number(size[1]) * (UNITS[size[2] ?? ''] ?? 1) });
  }
  return caches;
}
