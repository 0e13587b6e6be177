import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Daemon, openDaemon } from './docker-daemon.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
let daemon: Daemon;
let place: string;
beforeEach(async () => {
  bench = openBench();
  // A socket's path must be short and plain.
  place = mkdtempSync('/tmp/cap-d-');
  daemon = await openDaemon(join(place, 's'));
  bench.environment.DOCKER_HOST = daemon.address;
});
afterEach(async () => {
  await daemon.close();
  rmSync(place, { recursive: true, force: true });
  bench.close();
});

// The client is the real one; the daemon stands in for one that this machine need not have.
describe('Docker, the real client against a stand-in for the daemon', () => {
  it('lists containers, images and usage', async () => {
    const running = succeeded(await bench.run('maintenance.docker.ps'));
    expect(running).toMatchObject([
      { Names: 'web', Image: 'node:22', State: 'running', Ports: '0.0.0.0:3000->3000/tcp' },
    ]);
    const all = succeeded(await bench.run('maintenance.docker.ps', { all: true, name: 'old' }));
    expect(all).toMatchObject([{ Names: 'old-job', State: 'exited' }]);
    const images = succeeded(await bench.run('maintenance.docker.images'));
    expect(images).toMatchObject([{ Repository: 'node', Tag: '22', Size: '1.1GB' }, { Repository: 'unused' }]);
    expect(succeeded(await bench.run('maintenance.docker.images', { dangling: true })) ?? []).toEqual([]);
    await bench.run('maintenance.docker.images', { reference: 'node:*' });
    expect(decodeURIComponent(daemon.requests.at(-1) ?? '')).toContain('{"reference":{"node:*":true}}');
    const usage = succeeded(await bench.run('maintenance.docker.disk_usage'));
    expect(usage.map(({ Type }: { Type: string }) => Type)).toEqual([
      'Images',
      'Containers',
      'Local Volumes',
      'Build Cache',
    ]);
  });

  it('merges the streams of a log by time', async () => {
    const log = succeeded(await bench.run('maintenance.docker.logs', { container: 'web', lines: 50, since: '10m' }));
    expect(log.lines).toEqual([
      { time: '2024-05-01T10:00:00.000000001Z', stream: 'stdout', text: 'started' },
      { time: '2024-05-01T10:00:01.000000002Z', stream: 'stderr', text: '错误: late' },
      { time: '2024-05-01T10:00:02.000000003Z', stream: 'stdout', text: 'bye' },
    ]);
    const none = await bench.run('maintenance.docker.logs', { container: 'nothing' });
    expect(none).toMatchObject({ status: 'failed', message: expect.stringContaining('No such container') });
  });

  it('stops and restarts', async () => {
    expect(succeeded(await bench.run('maintenance.docker.stop', { containers: ['web'], wait_seconds: 3 }))).toEqual([
      'web',
    ]);
    expect(daemon.requests.at(-1)).toMatch(/^POST \/containers\/web\/stop\?.*t=3/);
    expect(succeeded(await bench.run('maintenance.docker.ps')) ?? []).toEqual([]);
    expect(succeeded(await bench.run('maintenance.docker.restart', { containers: ['web'] }))).toEqual(['web']);
    expect(succeeded(await bench.run('maintenance.docker.ps'))).toHaveLength(1);
    expect((await bench.run('maintenance.docker.stop', { containers: ['nothing'] })).status).toBe('failed');
    expect((await bench.run('maintenance.docker.stop', { containers: ['--all'] })).evidence).toBeUndefined();
  });

  it('previews what a prune would delete, then deletes just that', async () => {
    const preview = succeeded(await bench.run('maintenance.docker.prune', { what: 'containers', preview: true }));
    expect(preview).toMatchObject({ deleted: [], total: 1, candidates: [{ Names: 'old-job' }] });
    const unused = succeeded(await bench.run('maintenance.docker.prune', { what: 'unused_images', preview: true }));
    expect(unused.candidates).toMatchObject([{ Repository: 'unused' }]);
    const done = succeeded(await bench.run('maintenance.docker.prune', { what: 'containers' }));
    expect(done).toMatchObject({ deleted: ['b'.repeat(64)], total: 1, reclaimed: '12.35MB' });
    expect(succeeded(await bench.run('maintenance.docker.ps', { all: true }))).toHaveLength(1);
  });

  it('takes of the volumes those that nobody has named, whatever version of Docker is asked', async () => {
    const names = ['c'.repeat(64), 'd'.repeat(64)];
    const preview = succeeded(await bench.run('maintenance.docker.prune', { what: 'volumes', preview: true }));
    expect(preview.candidates.map(({ Name }: { Name: string }) => Name)).toEqual(names);
    const done = succeeded(await bench.run('maintenance.docker.prune', { what: 'volumes' }));
    expect(done).toMatchObject({ deleted: names, total: 2, reclaimed: null });
    expect(daemon.requests.filter((one) => one.startsWith('DELETE'))).toEqual(
      names.map((name) => `DELETE /volumes/${name}`),
    );
    expect(daemon.requests.filter((one) => one.includes('/volumes/prune'))).toEqual([]);
    expect(succeeded(await bench.run('maintenance.docker.prune', { what: 'volumes' })).total).toBe(0);
  });

  it('runs a command inside a container as separate arguments', async () => {
    const ran = await bench.run('maintenance.docker.exec_shell', {
      container: 'web',
      command: ['sh', '-c', 'echo "$1"; false', 'x y'],
      user: 'root',
      directory: '/app dir',
    });
    const created = daemon.requests.find((request) => request.includes('/containers/web/exec'));
    expect(created).toContain('"Cmd":["sh","-c","echo \\"$1\\"; false","x y"]');
    expect(created).toContain('"User":"root"');
    expect(created).toContain('"WorkingDir":"/app dir"');
    // The stand-in says that a command with `false` in it ended with 3.
    expect(ran).toMatchObject({ status: 'failed', evidence: { exitCode: 3 } });
    expect(ran.evidence?.stdout.text).toBe('inside 里面\n');
    const fine = await bench.run('maintenance.docker.exec_shell', { container: 'web', command: ['date'] });
    expect(fine).toMatchObject({ status: 'succeeded', evidence: { exitCode: 0 } });
  });

  it('fails in words when there is no daemon', async () => {
    bench.environment.DOCKER_HOST = `unix://${place}/none`;
    const ran = await bench.run('maintenance.docker.ps');
    expect(ran.status).toBe('failed');
    expect(ran.evidence?.stderr.text).toMatch(/[Cc]annot connect to the Docker daemon|failed to connect/);
  });
});
