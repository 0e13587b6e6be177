/**
 * What cannot be undone: the dry run of each names every single thing that goes, changes nothing, and comes true; the
 * capability that its manifest names tells afterwards that it did. Docker, Conda and cron have stand-ins behind their
 * real or recorded answers, see the tests of their packs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { affectedResources } from '../../src/run/decide.ts';
import { defaultCapabilities, loadCapability } from './default-catalog.ts';
import { openDaemon } from './docker-daemon.ts';
import { type Bench, openBench } from './maintenance-bench.ts';
import { type Ran, runCapability } from './run-capability.ts';

let bench: Bench;
const closers: (() => unknown)[] = [];
beforeEach(() => {
  bench = openBench();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  bench.close();
});

/** Runs it dry, holds the world to be what it was, runs it, and asks its verifier. */
async function promised(id: string, args: JsonObject, world: () => unknown, verify: [id: string, args: JsonObject]) {
  const where = { cwd: bench.base, environment: bench.environment };
  const before = world();
  const dry = await runCapability(id, args, { ...where, dryRun: true });
  if (dry.outcome.kind !== 'dry_run') throw new Error(JSON.stringify(dry.outcome));
  expect(world()).toEqual(before);
  const affected = affectedResources(dry.outcome.frozen);
  const done = await runCapability(id, args, where);
  expect(done.status, done.message).toBe('succeeded');
  expect(loadCapability(id).verifies).toContain(verify[0]);
  const verified: Ran = await runCapability(verify[0], verify[1], where);
  expect(verified.status, verified.message).toBe('succeeded');
  return { affected, after: world(), verified: verified.result };
}

const git = (...argv: string[]): string => {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...argv], { cwd: bench.base, encoding: 'utf8', stdio: 'pipe' }).trim();
};

/** Every file below, the repository's own aside, with its content. */
const files = (): { [path: string]: string } => {
  const entries = readdirSync(bench.base, { recursive: true, withFileTypes: true });
  const all = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const shown = all.map((path) => path.slice(bench.base.length + 1)).filter((path) => !/^(?:\.git|home)\//.test(path));
  return Object.fromEntries(shown.sort().map((path) => [path, readFileSync(join(bench.base, path), 'utf8')]));
};

it('each of them has a look at what it would touch, and names who tells whether it worked', () => {
  const final = defaultCapabilities().filter(({ sideEffect }) => sideEffect === 'I');
  expect(final.map(({ id }) => id)).toEqual([
    'file.delete',
    'git.branch_delete',
    'git.clean',
    'git.discard_changes',
    'git.force_push',
    'maintenance.docker.prune',
    'maintenance.python.conda_env_remove',
    'system.cron.remove',
    'system.process.kill',
  ]);
  for (const { id, preview, verifies, confirmation } of final) {
    expect([id, preview === undefined, verifies.length > 0, confirmation]).toEqual([id, false, true, 'human']);
  }
});

describe('in a repository', () => {
  beforeEach(() => {
    git('init', '-q');
    writeFileSync(join(bench.base, 'a 文件'), 'one\n');
    writeFileSync(join(bench.base, '.gitignore'), '*.log\n');
    git('add', '--all');
    git('commit', '-qm', 'first');
  });

  it('git.clean', async () => {
    for (const name of ['new 1', '- two', 'x.log']) writeFileSync(join(bench.base, name), 'abc');
    const world = files();
    const { affected, after, verified } = await promised('git.clean', { paths: ['.'] }, files, [
      'git.clean_preview',
      { paths: ['.'] },
    ]);
    const gone = Object.keys(world).filter((path) => !Object.keys(after as object).includes(path));
    expect(affected).toEqual(gone.map((path) => `${path} (3 bytes) is deleted`));
    expect(gone).toEqual(['- two', 'new 1']);
    expect(verified.files).toEqual([]);
  });

  it('git.discard_changes', async () => {
    writeFileSync(join(bench.base, 'a 文件'), 'one\ntwo\nthree\n');
    const args = { paths: ['a 文件'] };
    const { affected, after, verified } = await promised('git.discard_changes', args, files, ['git.status', {}]);
    expect(affected).toEqual(['a 文件 loses its changes (+2 -0 lines)']);
    expect(after).toMatchObject({ 'a 文件': 'one\n' });
    expect(verified.unstaged).toEqual([]);
  });

  it('git.branch_delete', async () => {
    git('branch', 'side');
    const branches = () => git('branch', '--format=%(refname:short)').split('\n');
    const { affected, after } = await promised('git.branch_delete', { branches: ['side'] }, branches, [
      'git.branch_list',
      {},
    ]);
    const hash = git('rev-parse', 'main');
    expect(affected).toEqual([`local branch side at ${hash.slice(0, 12)} "first" is deleted, with its reflog`]);
    expect(after).toEqual(['main']);
  });

  it('git.force_push', async () => {
    const remote = mkdtempSync(join(bench.base, 'home', 'remote-'));
    execFileSync('git', ['init', '-q', '--bare', remote]);
    git('remote', 'add', 'origin', remote);
    git('commit', '-qm', 'pushed', '--allow-empty');
    git('push', '-q', 'origin', 'main');
    const dropped = git('rev-parse', 'HEAD');
    git('commit', '-q', '--amend', '-m', 'rewritten', '--allow-empty');
    const theirs = () => execFileSync('git', ['-C', remote, 'rev-parse', 'main'], { encoding: 'utf8' }).trim();
    const { affected, after } = await promised('git.force_push', { remote: 'origin', branch: 'main' }, theirs, [
      'git.branch_list',
      { scope: 'remote' },
    ]);
    const ours = git('rev-parse', 'HEAD');
    expect(affected).toEqual([
      `branch main on the remote origin will point to commit ${ours}`,
      `it is sent to ${remote}`,
      `commit ${dropped} will be lost to branch main on the remote origin`,
    ]);
    expect(after).toBe(ours);
  });
});

it('file.delete', async () => {
  for (const path of ['old/a', 'old/b', 'keep']) bench.write(path, '12345');
  const args = { paths: ['old'], recursive: true };
  const { affected, after, verified } = await promised('file.delete', args, files, ['file.find', { path: '.' }]);
  expect(affected).toEqual([`${join(bench.base, 'old')} (directory, 2 entries below it, 10 bytes) is gone for good`]);
  expect(Object.keys(after as object)).toEqual(['keep']);
  expect(JSON.stringify(verified)).not.toContain('old');
});

it('system.process.kill', async () => {
  const code = "require('node:child_process').spawn('sleep', ['9871']); setInterval(() => {}, 1000); console.log(1)";
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  closers.push(() => child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const pid = child.pid ?? 0;
  const alive = () => readdirSync('/proc').includes(String(pid));
  const args = { pid, name: 'node', tree: true, wait_ms: 10_000 };
  const find: [string, JsonObject] = ['system.process.find', { text: 'sleep 9871' }];
  const { affected, after, verified } = await promised('system.process.kill', args, alive, find);
  expect(affected).toHaveLength(2);
  expect(affected[0]).toMatch(/^process \d+ \(sleep: sleep 9871\) gets SIGTERM$/);
  expect(affected[1]).toMatch(new RegExp(`^process ${pid} \\(node: .* gets SIGTERM$`));
  expect(after).toBe(false);
  expect(verified.processes).toEqual([]);
});

it('maintenance.docker.prune', async () => {
  // A socket's path must be short and plain.
  const place = mkdtempSync('/tmp/cap-d-');
  const daemon = await openDaemon(join(place, 's'));
  closers.push(() => daemon.close());
  closers.push(() => rmSync(place, { recursive: true, force: true }));
  bench.environment.DOCKER_HOST = daemon.address;
  const prunes = () => daemon.requests.filter((request) => request.includes('/prune')).length;
  const { affected, after, verified } = await promised('maintenance.docker.prune', { what: 'containers' }, prunes, [
    'maintenance.docker.ps',
    { all: true },
  ]);
  expect(affected).toEqual([expect.stringMatching(/^container old-job \(.*\) is deleted$/)]);
  expect(after).toBe(1);
  expect(verified.map(({ Names }: { Names: string }) => Names)).toEqual(['web']);
});

it('maintenance.python.conda_env_remove', async () => {
  const root = join(bench.base, 'miniconda3');
  const old = join(root, 'envs/old');
  mkdirSync(old, { recursive: true });
  bench.write('miniconda3/envs/old/conda-meta/python-3.8.18-hd12c33a_0_cpython.json', '{}');
  bench.script(
    'bin/conda',
    `#!/bin/sh
[ "$1" = env ] && rm -r '${old}'
[ -e '${old}' ] && found=', "${old}"'
echo '{"active_prefix": null, "root_prefix": "${root}", "success": true, "envs": ["${root}"'"$found]}"
`,
  );
  const { affected, after, verified } = await promised('maintenance.python.conda_env_remove', { name: 'old' }, files, [
    'maintenance.python.conda_env_list',
    {},
  ]);
  expect(affected).toEqual([`${old}: the Conda environment old (1 packages, 1 files, 2 bytes) is deleted`]);
  expect(Object.keys(after as object)).toEqual(['bin/conda']);
  expect(JSON.stringify(verified)).not.toContain('envs/old');
});

it('system.cron.remove', async () => {
  const table = bench.write('crontab', '# nightly\n30 2 * * * /bin/backup\n0 0 * * * /bin/other\n');
  bench.script('bin/crontab', `#!/bin/sh\n[ "$1" = -l ] && exec cat '${table}'\nexec cat > '${table}'\n`);
  const args = { entry: '30 2 * * * /bin/backup', comment_above: true };
  const { affected, after, verified } = await promised('system.cron.remove', args, files, ['system.cron.list', {}]);
  expect(affected).toEqual([
    'the line "# nightly" of this user\'s crontab is removed',
    'the line "30 2 * * * /bin/backup" of this user\'s crontab is removed',
  ]);
  expect(after).toMatchObject({ crontab: '0 0 * * * /bin/other\n' });
  expect(verified.jobs).toMatchObject([{ command: '/bin/other' }]);
});
