/**
 * Tool `system_uptime`: how long the machine has been up.
 */
import { readFile } from 'node:fs/promises';
import { readCpuTimes } from '../proc/cpu-times.ts';
import { bootTime, needProc } from '../proc/details.ts';
import { percent } from '../proc/filesystems.ts';
import type { Json } from '../tool.ts';

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('system_uptime');
  const seconds = Math.floor(Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]));
  const [all] = await readCpuTimes();
  return {
    uptime_seconds: seconds,
    uptime: words(seconds),
    booted_at: new Date(await bootTime()).toISOString(),
    now: new Date().toISOString(),
    idle_percent: all === undefined ? 0 : (percent(all.idle + all.iowait, all.total) ?? 0),
  };
}

/** "3d 4h 5m"; below a minute in seconds. */
export function words(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return shown.length === 0 ? `${seconds}s` : shown.join(' ');
}
