/**
 * The processor times of /proc/stat, of the machine and of each core. It knows no processes.
 */
import { readFile } from 'node:fs/promises';

export type CpuTimes = {
  /** null: all together. */
  readonly cpu: number | null;
  /** All in ticks since the start. */
  readonly user: number;
  readonly system: number;
  readonly iowait: number;
  readonly steal: number;
  readonly idle: number;
  readonly busy: number;
  readonly total: number;
};

/** The whole machine first, then each core that is online. */
export async function readCpuTimes(): Promise<CpuTimes[]> {
  return parseCpuTimes(await readFile('/proc/stat', 'utf8'));
}

export function parseCpuTimes(content: string): CpuTimes[] {
  const times: CpuTimes[] = [];
  for (const line of content.split('\n')) {
    const match = /^cpu(\d*) +(.*)$/.exec(line);
    if (match === null) continue;
    // Guest time (fields 9 and 10) is in user and nice already.
    const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = (match[2] ?? '')
      .split(' ')
      .map(Number);
    const busy = user + nice + system + irq + softirq + steal;
    times.push({
      cpu: match[1] === '' ? null : Number(match[1]),
      user: user + nice,
      system: system + irq + softirq,
      iowait,
      steal,
      idle,
      busy,
      total: busy + idle + iowait,
    });
  }
  return times;
}
