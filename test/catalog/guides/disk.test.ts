/**
 * The guides for space that ran out: a whole file system of the test (tmpfs, 8 MB) filled to the last byte, and Docker,
 * whose client is the real one and whose daemon stands in for one that this machine need not have.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDaemon } from '../docker-daemon.ts';
import { DISK } from '../file-systems.ts';
import { type Bench, openBench } from '../maintenance-bench.ts';
import { followGuide } from './follow.ts';

const MEBIBYTE = 1 << 20;

let bench: Bench;
const closers: (() => void)[] = [];
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
  bench.close();
});

/** A file system of its own; undefined where this user may not mount one. */
function mountSmall(place: string): boolean {
  mkdirSync(place);
  const done = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place]).status === 0;
  if (done) closers.push(() => spawnSync('/usr/bin/umount', ['--lazy', place]));
  return done;
}

/** Writes until nothing more goes in. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  expect(() => {
    for (;;) writeSync(descriptor, Buffer.alloc(MEBIBYTE / 16));
  }).toThrow('ENOSPC');
}

const mayMount = process.getuid?.() === 0;

// Only an administrator may mount; where nobody may, the steps are tested one by one in system-disk.test.ts.
it.skipIf(!mayMount)('system.disk.disk_full_guide: what fills it goes, and what failed works again', async () => {
  // Not below what is called temporary: what lies in /dev/shm is no disk to the tools, whatever is mounted there.
  const above = mkdtempSync(join(DISK, 'cap full '));
  closers.push(() => rmSync(above, { recursive: true, force: true }));
  const place = join(above, 'full disk');
  if (!mountSmall(place)) throw new Error('this administrator may not mount a tmpfs');
  mkdirSync(join(place, 'app/node_modules'), { recursive: true });
  writeFileSync(join(place, 'app/package.json'), '{"name": "app", "version": "1.0.0"}');
  mkdirSync(join(place, 'app/dist'));
  writeFileSync(join(place, 'app/dist/bundle.js'), Buffer.alloc(MEBIBYTE));
  mkdirSync(join(place, 'downloads'));
  writeFileSync(join(place, 'downloads/old installer.iso'), Buffer.alloc(2 * MEBIBYTE));
  const log = join(place, 'server.log');
  const code = `const fs = require('node:fs'); const f = fs.openSync(process.argv[1], 'a');
    fs.writeSync(f, Buffer.alloc(${2 * MEBIBYTE})); fs.unlinkSync(process.argv[1]); console.log('open'); setInterval(() => {}, 1000);`;
  const writer = spawn(process.execPath, ['-e', code, log], { stdio: ['ignore', 'pipe', 'inherit'] });
  closers.push(() => writer.kill('SIGKILL'));
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  fill(join(place, 'rest.bin'));
  const save = () => writeFileSync(join(place, 'document.txt'), Buffer.alloc(MEBIBYTE));
  expect(save).toThrow('ENOSPC');

  const guide = followGuide('system.disk.disk_full_guide', { cwd: bench.base, environment: bench.environment });
  const look = async () => (await guide.step('system.disk.usage', { path: place, memory_backed: true })).filesystems[0];
  const before = await look();
  expect(before).toMatchObject({ mount_point: place, used_percent: 100 });
  await guide.step('system.disk.inodes', { path: place, memory_backed: true });
  const dirs = await guide.step('system.disk.largest_dirs', { path: place, depth: 2 });
  expect(dirs.directories[0].path).toBe('downloads');
  const { files } = await guide.step('system.disk.largest_files', { path: place });
  expect(files.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['downloads/old installer.iso', 'rest.bin', 'app/dist/bundle.js']),
  );
  // The directories add up to less than is used: somebody holds a file that was deleted.
  expect(dirs.disk_bytes).toBeLessThan(before.used_bytes);
  const held = await guide.step('system.process.open_files', { path: place, deleted_only: true });
  expect(held.files).toMatchObject([{ pid: writer.pid, deleted: true }]);
  const gone = new Promise((resolve) => writer.once('close', resolve));
  // What a restart of its service does.
  writer.kill();
  await gone;
  await guide.step('dev.build.clean', { directory: join(place, 'app') });
  await guide.step('file.delete', { paths: [join(place, 'downloads/old installer.iso'), join(place, 'rest.bin')] });
  guide.goTo('## 4. Check');
  const after = await look();
  expect(after.available_bytes).toBeGreaterThan(before.available_bytes + 4 * MEBIBYTE);
  // How to tell: what failed works, and there is room.
  save();
  expect(after.used_percent).toBeLessThan(90);
});

it('maintenance.docker.no_space_guide: looks, previews, and prunes what nobody uses', async () => {
  // A socket's path must be short and plain.
  const short = mkdtempSync('/tmp/cap-d-');
  const daemon = await openDaemon(join(short, 's'));
  closers.push(() => rmSync(short, { recursive: true, force: true }));
  closers.push(() => void daemon.close());
  bench.environment.DOCKER_HOST = daemon.address;
  const guide = followGuide('maintenance.docker.no_space_guide', { cwd: bench.base, environment: bench.environment });
  const [holder] = (await guide.step('system.disk.usage', { path: '/' })).filesystems;
  expect(holder.used_percent).toBeGreaterThanOrEqual(0);
  const usage = await guide.step('maintenance.docker.disk_usage');
  expect(usage.map((row: { Type: string }) => row.Type)).toContain('Containers');
  const preview = await guide.step('maintenance.docker.prune', { what: 'containers', preview: true });
  expect(preview).toMatchObject({ deleted: [], candidates: [{ Names: 'old-job' }] });
  // The decision: is there anything in it that is still needed?
  const all = await guide.step('maintenance.docker.ps', { all: true });
  expect(all.map(({ Names }: { Names: string }) => Names)).toEqual(['web', 'old-job']);
  guide.goTo('## 2. Safe things first');
  const done = await guide.step('maintenance.docker.prune', { what: 'containers' });
  expect(done).toMatchObject({ deleted: ['b'.repeat(64)], reclaimed: '12.35MB' });
  expect(await guide.step('maintenance.docker.ps', { all: true })).toHaveLength(1);
  // How to tell: the space is asked for once more.
  await guide.step('system.disk.usage', { path: '/' });
});
