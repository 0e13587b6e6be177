/** Each capability of system.disk, run on directories that the test fills. */
import { linkSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountOf, parseMounts } from '../../src/toolbox/proc/mounts.ts';
import { runChecked, runRefused } from './run-checked.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap disk ünï-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (path: string, bytes: number): void => {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), Buffer.alloc(bytes, 1));
};

beforeAll(() => {
  file('tree/-big 备份.bin', 900_000);
  file('tree/a/second.bin', 500_000);
  file('tree/a/deep/er/third.bin', 300_000);
  file('tree/b/node_modules/hidden.bin', 800_000);
  for (let i = 0; i < 30; i++) file(`tree/many/${i}`, 10);
  // Neither counts again: a second name of a file, and a link to the whole tree from inside it.
  linkSync(join(directory, 'tree/-big 备份.bin'), join(directory, 'tree/same'));
  symlinkSync(directory, join(directory, 'tree/loop'));
});

describe('system.disk.largest_files', () => {
  it('lists the largest first, each file once, whatever its name', async () => {
    const found = await runChecked('system.disk.largest_files', { path: 'tree', limit: 3 }, { cwd: directory });
    expect(found.files.map((one: { path: string; bytes: number }) => [one.path, one.bytes])).toEqual([
      ['-big 备份.bin', 900_000],
      ['b/node_modules/hidden.bin', 800_000],
      ['a/second.bin', 500_000],
    ]);
    expect(found).toMatchObject({ truncated: true, complete: true, unreadable: 0, total: 34 });
    expect(found.files[0].disk_bytes).toBeGreaterThanOrEqual(900_000);
  });

  it('leaves out small files and excluded directories', async () => {
    const args = { path: 'tree', min_bytes: 400_000, exclude: ['node_modules'] };
    const found = await runChecked('system.disk.largest_files', args, { cwd: directory });
    expect(found.files.map((one: { bytes: number }) => one.bytes)).toEqual([900_000, 500_000]);
    expect(found).toMatchObject({ total: 2, truncated: false });
  });

  it('answers for an empty directory, and refuses a missing one and a file', async () => {
    mkdirSync(join(directory, 'empty'));
    expect(await runChecked('system.disk.largest_files', { path: join(directory, 'empty') })).toMatchObject({
      files: [],
      total: 0,
      truncated: false,
      complete: true,
    });
    expect(await runRefused('system.disk.largest_files', { path: join(directory, 'nowhere') })).toContain('not_found');
    const asFile = { path: join(directory, 'tree/same') };
    expect(await runRefused('system.disk.largest_files', asFile)).toContain('not a directory');
  });

  it('keeps the largest of very many', async () => {
    for (let i = 0; i < 1500; i++) file(`crowd/${i % 10}/${i}`, i);
    const found = await runChecked('system.disk.largest_files', { path: join(directory, 'crowd'), limit: 5 });
    expect(found.files.map((one: { bytes: number }) => one.bytes)).toEqual([1499, 1498, 1497, 1496, 1495]);
    expect(found.total).toBe(1500);
  });
});

describe('system.disk.largest_dirs', () => {
  it('adds up all below, largest first, and counts files', async () => {
    const args = { path: 'tree', limit: 2 };
    const found = await runChecked('system.disk.largest_dirs', args, { cwd: directory });
    expect(found.directories.map((one: { path: string; bytes: number }) => [one.path, one.bytes])).toEqual(
      [
        ['a', 800_000],
        ['b', 800_000],
      ].sort() as unknown[],
    );
    expect(found).toMatchObject({ total: 3, truncated: true, complete: true });
    const many = await runChecked('system.disk.largest_dirs', { ...args, sort: 'files', limit: 1 }, { cwd: directory });
    expect(many.directories).toMatchObject([{ path: 'many', files: 30, bytes: 300 }]);
  });

  it('shows deeper levels when asked', async () => {
    const found = await runChecked(
      'system.disk.largest_dirs',
      { path: 'tree', depth: 3, limit: 100 },
      { cwd: directory },
    );
    const byPath = new Map(found.directories.map((one: { path: string; bytes: number }) => [one.path, one.bytes]));
    expect(byPath.get('a/deep/er')).toBe(300_000);
    expect(byPath.get('a/deep')).toBe(300_000);
    expect(byPath.get('a')).toBe(800_000);
  });
});

describe('system.disk.usage and system.disk.inodes', () => {
  it('tell of the file system that holds a path what statfs tells', async () => {
    const real = statfsSync(directory);
    const { filesystems } = await runChecked('system.disk.usage', { path: directory });
    expect(filesystems).toHaveLength(1);
    expect(filesystems[0].total_bytes).toBe(real.blocks * real.bsize);
    expect(Math.abs(filesystems[0].available_bytes - real.bavail * real.bsize)).toBeLessThan(2_000_000_000);
    const inodes = await runChecked('system.disk.inodes', { path: directory });
    expect(inodes.filesystems).toHaveLength(1);
    expect(inodes.filesystems[0].total ?? 0).toBe(real.files);
  });

  it('list all that hold files, fullest first, each once', async () => {
    const { filesystems } = await runChecked('system.disk.usage', { memory_backed: true });
    const shares = filesystems.map((one: { used_percent: number }) => one.used_percent);
    expect(shares).toEqual([...shares].sort((a: number, b: number) => b - a));
    const points = filesystems.map((one: { mount_point: string }) => one.mount_point);
    expect(points).toContain('/');
    expect(new Set(points).size).toBe(points.length);
    expect(points).not.toContain('/proc');
    expect((await runChecked('system.disk.inodes', {})).filesystems.length).toBeGreaterThan(0);
    expect(await runRefused('system.disk.usage', { path: join(directory, 'nowhere') })).toContain('not_found');
  });
});

describe('system.disk.mounts', () => {
  it('finds the mount of a path, a type, and keeps the kernel to itself unless asked', async () => {
    const all = await runChecked('system.disk.mounts', {});
    const points = (list: { mounts: { mount_point: string }[] }) => list.mounts.map((one) => one.mount_point);
    expect(points(all)).toContain('/');
    expect(points(all)).not.toContain('/proc');
    expect(points(await runChecked('system.disk.mounts', { virtual: true }))).toContain('/proc');
    expect((await runChecked('system.disk.mounts', { path: '/proc/self' })).mounts).toMatchObject([
      { mount_point: '/proc', type: 'proc', read_only: false },
    ]);
    expect(await runChecked('system.disk.mounts', { type: 'no-such-type' })).toEqual({ mounts: [], total: 0 });
  });

  it('reads names with spaces and covered mounts', () => {
    const [first, second] = parseMounts(
      '36 35 98:0 /sub /mnt/a\\040b\\134c rw,noatime master:1 - ext4 /dev/sd\\040a ro,errors=continue\n' +
        '37 35 0:44 / /mnt ro,nosuid - nfs4 host:/export rw\n',
    );
    expect(first).toEqual({
      mountPoint: '/mnt/a b\\c',
      root: '/sub',
      source: '/dev/sd a',
      type: 'ext4',
      options: ['rw', 'noatime'],
      filesystemOptions: ['ro', 'errors=continue'],
      device: '98:0',
    });
    expect(
      mountOf(
        '/mnt/a b\\c/d',
        [first, second].filter((one) => one !== undefined),
      ),
    ).toBe(first);
    expect(
      mountOf(
        '/mnt/other',
        [first, second].filter((one) => one !== undefined),
      ),
    ).toBe(second);
    expect(
      mountOf(
        '/mntx',
        [first, second].filter((one) => one !== undefined),
      ),
    ).toBeUndefined();
  });
});
