/**
 * Tool `system_timezone`: time zone, local time and UTC, and where the setting comes from.
 */
import { access, readlink } from 'node:fs/promises';
import { needProc } from '../proc/details.ts';
import { readText } from '../proc/sys-files.ts';
import type { Json } from '../tool.ts';

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('system_timezone');
  const now = new Date();
  const offset = -now.getTimezoneOffset();
  const year = now.getFullYear();
  const offsets = Array.from({ length: 12 }, (_, month) => new Date(year, month, 15).getTimezoneOffset());
  return {
    ...(await findZone()),
    utc_offset: formatOffset(offset),
    utc_offset_minutes: offset,
    local_time: `${new Date(now.getTime() + 60_000 * offset).toISOString().slice(0, 19)}${formatOffset(offset)}`,
    utc_time: now.toISOString(),
    unix_seconds: Math.floor(now.getTime() / 1000),
    daylight_saving: new Set(offsets).size > 1,
    clock_synchronized: await isSynchronized(),
  };
}

/** In the order in which the C library looks. */
async function findZone(): Promise<{ zone: string; source: string }> {
  const variable = process.env.TZ?.replace(/^:/, '');
  if (variable !== undefined && variable !== '') return { zone: variable, source: 'TZ' };
  const link = await readlink('/etc/localtime').catch(() => '');
  const named = /zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(link)?.[1];
  if (named !== undefined) return { zone: named, source: '/etc/localtime' };
  const written = await readText('/etc/timezone');
  if (written !== undefined) return { zone: written, source: '/etc/timezone' };
  return { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, source: 'default' };
}

export function formatOffset(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** systemd-timesyncd leaves a mark once it has set the clock; of other services nothing is known without asking them. */
async function isSynchronized(): Promise<true | null> {
  return access('/run/systemd/timesync/synchronized').then(
    () => true,
    () => null,
  );
}
