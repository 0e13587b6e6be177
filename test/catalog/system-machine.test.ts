/** Each capability of system.memory, system.cpu and system.info, compared with what the machine says elsewhere. */
import { readFileSync } from 'node:fs';
import { cpus, hostname, loadavg, machine, release, totalmem, uptime, userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { pciNames } from '../../src/toolbox/machine/hardware.ts';
import { formatOffset } from '../../src/toolbox/machine/timezone.ts';
import { words } from '../../src/toolbox/machine/uptime.ts';
import { parseCpuTimes } from '../../src/toolbox/proc/cpu-times.ts';
import { parseLogins } from '../../src/toolbox/proc/logins.ts';
import { parseAssignments } from '../../src/toolbox/proc/sys-files.ts';
import { runChecked } from './run-checked.ts';

describe('system.memory.usage', () => {
  it('adds up, and agrees with the kernel', async () => {
    const memory = await runChecked('system.memory.usage', {});
    expect(memory.total_bytes).toBe(totalmem());
    expect(memory.used_bytes + memory.available_bytes).toBe(memory.total_bytes);
    expect(memory.available_bytes).toBeGreaterThan(0);
    expect(memory.used_percent).toBeCloseTo((100 * memory.used_bytes) / memory.total_bytes, 0);
    expect(memory.swap_used_bytes).toBeLessThanOrEqual(memory.swap_total_bytes);
  });
});

describe('system.cpu.info', () => {
  it('names the processor and counts its cores', async () => {
    const cpu = await runChecked('system.cpu.info', {});
    expect(cpu).toMatchObject({ architecture: machine(), logical_processors: cpus().length });
    expect(cpu.usable_cores).toBeGreaterThan(0);
    expect(cpu.usable_cores).toBeLessThanOrEqual(cpus().length);
    for (const cache of cpu.caches) expect(cache.bytes).toBeGreaterThan(1000);
  });
});

describe('system.cpu.load', () => {
  it('measures the machine and each core', async () => {
    // Something to measure: this very process keeps one core busy meanwhile.
    const end = Date.now() + 1500;
    const running = runChecked('system.cpu.load', { interval_ms: 400, per_core: true });
    const spin = setInterval(() => {
      const until = Date.now() + 40;
      while (Date.now() < until && Date.now() < end);
    }, 45);
    const load = await running.finally(() => clearInterval(spin));
    expect(load.per_core).toHaveLength(cpus().length);
    expect(load.used_percent).toBeGreaterThan(0);
    expect(load.used_percent).toBeLessThanOrEqual(100);
    expect(load.interval_ms).toBeGreaterThanOrEqual(395);
    expect(Math.abs(load.load_1 - (loadavg()[0] ?? 0))).toBeLessThan(3);
    expect((await runChecked('system.cpu.load', { interval_ms: 100 })).per_core).toEqual([]);
  });

  it('counts waiting for disks as idle and guests only once', () => {
    const [all, first] = parseCpuTimes('cpu  100 10 50 800 30 5 5 0 40 0\ncpu0 100 10 50 800 30 5 5 0 40 0\nintr 1\n');
    expect(all).toMatchObject({ cpu: null, user: 110, system: 60, iowait: 30, busy: 170, total: 1000 });
    expect(first?.cpu).toBe(0);
  });
});

describe('system.info', () => {
  it('os: names the distribution and the kernel', async () => {
    const os = await runChecked('system.info.os', {});
    expect(os).toMatchObject({ kernel: release(), architecture: machine(), hostname: hostname() });
    expect(readFileSync('/etc/os-release', 'utf8')).toContain(os.name);
  });

  it('uptime: agrees with the kernel', async () => {
    const up = await runChecked('system.info.uptime', {});
    expect(Math.abs(up.uptime_seconds - uptime())).toBeLessThan(10);
    expect(Math.abs(Date.parse(up.now) - 1000 * up.uptime_seconds - Date.parse(up.booted_at))).toBeLessThan(5000);
    expect([words(5), words(65), words(93_784)]).toEqual(['5s', '1m', '1d 2h 3m']);
  });

  it('users: knows us, and lists accounts as asked', async () => {
    const users = await runChecked('system.info.users', { accounts: 'all' });
    expect(users.current).toMatchObject({ name: userInfo().username, uid: userInfo().uid });
    const nobody = users.accounts.find((one: { name: string }) => one.name === 'nobody');
    expect(nobody).toMatchObject({ can_login: false });
    const people = await runChecked('system.info.users', {});
    expect(people.accounts.length).toBeLessThan(users.accounts.length);
    expect(people.accounts.every((one: { can_login: boolean }) => one.can_login)).toBe(true);
    expect((await runChecked('system.info.users', { accounts: 'none' })).accounts).toEqual([]);
  });

  it('users: reads the list of logins in both of its layouts', () => {
    const record = (arch: 'x64' | 'arm64', type: number, user: string, seconds: number, from: string): Buffer => {
      const bytes = Buffer.alloc(arch === 'x64' ? 384 : 400);
      bytes.writeInt16LE(type, 0);
      bytes.writeInt32LE(4321, 4);
      bytes.write('pts/0', 8);
      bytes.write(user, 44);
      bytes.write(from, 76);
      if (arch === 'x64') bytes.writeInt32LE(seconds, 340);
      else bytes.writeBigInt64LE(BigInt(seconds), 344);
      return bytes;
    };
    for (const arch of ['x64', 'arm64'] as const) {
      const bytes = Buffer.concat([
        record(arch, 7, 'li.lei', 1_800_000_000, '192.0.2.9'),
        record(arch, 8, 'gone', 1_700_000_000, ''),
        record(arch, 7, 'a'.repeat(32), 1_700_000_000, ''),
      ]);
      expect(parseLogins(bytes, arch)).toEqual([
        { user: 'a'.repeat(32), terminal: 'pts/0', from: null, since: '2023-11-14T22:13:20.000Z', pid: 4321 },
        { user: 'li.lei', terminal: 'pts/0', from: '192.0.2.9', since: '2027-01-15T08:00:00.000Z', pid: 4321 },
      ]);
    }
    expect(parseLogins(Buffer.alloc(100), 'x64')).toEqual([]);
  });

  it('hardware: finds processor, memory and disks', async () => {
    const hardware = await runChecked('system.info.hardware', {});
    expect(hardware).toMatchObject({ memory_bytes: totalmem(), logical_processors: cpus().length });
    for (const disk of hardware.disks) expect(disk.bytes).toBeGreaterThan(0);
    expect(JSON.stringify(hardware)).not.toContain('serial');
  });

  it('hardware: looks names up in the list of PCI ids', () => {
    const list =
      '# comment\n10de  NVIDIA Corporation\n\t1b80  GP104\n\t\t1043 8598  Board\n8086  Intel Corporation\n\t1b80  Other\n';
    expect(pciNames(list, '10de', '1b80')).toEqual({ vendor: 'NVIDIA Corporation', device: 'GP104' });
    expect(pciNames(list, '8086', '1b80')).toEqual({ vendor: 'Intel Corporation', device: 'Other' });
    expect(pciNames(list, '8086', 'ffff')).toEqual({ vendor: 'Intel Corporation', device: 'ffff' });
    expect(pciNames('', '1234', '5678')).toEqual({ vendor: '1234', device: '5678' });
  });

  it('timezone: follows TZ, with half hours and summer time', async () => {
    const at = (TZ: string) => runChecked('system.info.timezone', {}, { environment: { ...process.env, TZ } });
    expect(await at('Asia/Shanghai')).toMatchObject({
      zone: 'Asia/Shanghai',
      source: 'TZ',
      utc_offset: '+08:00',
      utc_offset_minutes: 480,
      daylight_saving: false,
    });
    expect(await at('Asia/Kolkata')).toMatchObject({ utc_offset: '+05:30' });
    const paris = await at('Europe/Paris');
    expect(paris.daylight_saving).toBe(true);
    expect(Math.abs(Date.parse(paris.local_time) - Date.parse(paris.utc_time))).toBeLessThan(1000);
    expect(Math.abs(1000 * paris.unix_seconds - Date.now())).toBeLessThan(60_000);
    expect([formatOffset(0), formatOffset(-210)]).toEqual(['+00:00', '-03:30']);
  });

  it('reads assignments with quotes and escapes', () => {
    const parsed = parseAssignments('A=1\nB="two \\"words\\""\nC=\'x y\'\nexport D=4\n# E=5\nnot one\n');
    expect(Object.fromEntries(parsed)).toEqual({ A: '1', B: 'two "words"', C: 'x y', D: '4' });
  });
});
