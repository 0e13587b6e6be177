/**
 * The guides about what is installed twice or wrongly: PATH and start-up files, Node.js, Codex, Python environments. Each
 * on a home and a PATH of the test.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../maintenance-bench.ts';
import { openRegistry } from '../npm-registry.ts';
import { followGuide } from './follow.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const follow = (id: string) => followGuide(id, { cwd: bench.base, environment: bench.environment });
const prints = (text: string) => `#!/bin/sh\necho '${text}'\n`;

it('maintenance.shell.slow_startup_guide: the slow line is found by halves, and PATH has nothing twice', async () => {
  const tools = join(bench.home, 'tools');
  bench.script('home/tools/mine', prints('mine'));
  const rc = bench.write(
    'home/.bashrc',
    `export PATH="${tools}:$PATH"\n. ~/.slow_part\nexport PATH="${tools}:$PATH"\nalias ll='ls -l'\n`,
  );
  bench.write('home/.slow_part', 'sleep 1\n');
  const start = () => {
    const started = performance.now();
    const argv = ['--rcfile', rc, '-ic', 'printf %s "$PATH"'];
    const path = execFileSync('bash', argv, {
      env: bench.environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return { path, milliseconds: performance.now() - started };
  };
  const broken = start();
  expect(broken.milliseconds).toBeGreaterThan(1000);
  bench.environment.PATH = broken.path;

  const guide = follow('maintenance.shell.slow_startup_guide');
  const { files } = await guide.step('maintenance.shell.rc_files', { shell: 'bash' });
  const found = files.find(({ path }: { path: string }) => path === rc);
  expect(JSON.stringify(found.loads)).toContain('.slow_part');
  const { duplicates } = await guide.step('maintenance.shell.path_duplicates');
  expect(JSON.stringify(duplicates)).toContain(tools);
  // Halving: with `return` before the line that loads the other file it is quick.
  const text = readFileSync(rc, 'utf8');
  writeFileSync(rc, `${text.split('\n')[0]}\nreturn\n${text.split('\n').slice(1).join('\n')}`);
  expect(start().milliseconds).toBeLessThan(broken.milliseconds - 800);
  writeFileSync(rc, `export PATH="${tools}:$PATH"\nalias ll='ls -l'\n`);
  bench.environment.PATH = `${bench.bin}:/usr/bin`;
  const after = start();
  expect(after.milliseconds).toBeLessThan(broken.milliseconds - 800);
  // How to tell: quick, and the commands are found.
  bench.environment.PATH = after.path;
  const { command } = await guide.step('maintenance.shell.path_show', { command: 'mine' });
  expect(JSON.stringify(command)).toContain(join(tools, 'mine'));
  guide.goTo('## 2. See the startup files');
  expect((await guide.step('maintenance.shell.path_duplicates')).duplicates).toEqual([]);
});

it('maintenance.node.multiple_versions_guide: one manager stays, and the project gets the version it wants', async () => {
  const managed = (version: string) =>
    bench.script(`home/.nvm/versions/node/v${version}/bin/node`, prints(`v${version}`));
  const wanted = managed('22.1.0');
  managed('18.20.0');
  bench.script('system/node', prints('v16.0.0'));
  bench.write('work/.nvmrc', '22.1.0\n');
  const rc = bench.write('home/.bashrc', `export NVM_DIR="$HOME/.nvm"\nexport PATH="${bench.base}/system:$PATH"\n`);
  bench.environment.PATH = `${bench.base}/system:/usr/bin:/bin`;

  const guide = follow('maintenance.node.multiple_versions_guide');
  const { installations } = await guide.step('maintenance.node.which_all');
  const used = installations.filter((one: { in_use: boolean }) => one.in_use);
  expect(used).toMatchObject([{ version: '16.0.0' }]);
  expect(installations.map((one: { managed_by: string }) => one.managed_by)).toContain('nvm');
  const before = await guide.step('maintenance.node.version', { directory: 'work' });
  expect(before).toMatchObject({ version: '16.0.0', wanted: [{ wants: '22.1.0', matches: false }] });
  const { command } = await guide.step('maintenance.shell.path_show', { command: 'node' });
  expect(JSON.stringify(command)).toContain('system/node');
  const { files } = await guide.step('maintenance.shell.rc_files', { shell: 'bash', variable: 'PATH' });
  expect(JSON.stringify(files)).toContain(rc);
  // The version is there already: the manager comes first, and the other one goes.
  rmSync(join(bench.base, 'system'), { recursive: true });
  writeFileSync(rc, `export PATH="${join(wanted, '..')}:$PATH"\n`);
  bench.environment.PATH = `${join(wanted, '..')}:/usr/bin:/bin`;
  // How to tell, in a new terminal.
  const after = await guide.step('maintenance.node.version', { directory: 'work' });
  expect(after).toMatchObject({ version: '22.1.0', wanted: [{ matches: true }] });
  const { shadowed } = await guide.step('maintenance.shell.path_duplicates', { command: 'node' });
  expect(shadowed.filter(({ path }: { path?: string }) => path?.includes(bench.base))).toEqual([]);
});

it('maintenance.codex.path_conflict_guide: of two copies one stays, and it is up to date', async () => {
  const registry = await openRegistry();
  try {
    const program = (version: string) => `#!/usr/bin/env node\nconsole.log('codex-cli ${version}');\n`;
    for (const version of ['1.0.0', '1.1.0']) {
      const manifest = { bin: { codex: 'bin/codex.js' }, engines: { node: '>=16' } };
      registry.publish({ name: '@openai/codex', version, manifest, files: { 'bin/codex.js': program(version) } });
    }
    const prefix = join(bench.home, 'npm-global');
    bench.write('home/.npmrc', `prefix=${prefix}\nregistry=${registry.address}\n`);
    chmodSync(bench.write('home/.codex/auth.json', '{}'), 0o600);
    bench.write('home/.bashrc', `export PATH="${bench.home}/.local/bin:${prefix}/bin:$PATH"\n`);
    const old = bench.script('home/.local/bin/codex', prints('codex-cli 0.1.0'));
    symlinkSync(process.execPath, join(bench.bin, 'node'));
    const npm = (process.env.PATH ?? '')
      .split(':')
      .map((directory) => join(directory, 'npm'))
      .find(existsSync);
    symlinkSync(npm ?? '/usr/bin/npm', join(bench.bin, 'npm'));
    bench.environment.PATH = `${join(bench.home, '.local/bin')}:${prefix}/bin:${bench.bin}:/usr/bin:/bin`;
    const argv = ['install', '--global', '@openai/codex@1.0.0'];
    await promisify(execFile)('npm', argv, { env: bench.environment, timeout: 60_000 });

    const guide = follow('maintenance.codex.path_conflict_guide');
    const { copies, version } = await guide.step('maintenance.codex.status');
    expect(version).toBe('0.1.0');
    expect(copies).toHaveLength(2);
    const { command } = await guide.step('maintenance.shell.path_show', { command: 'codex' });
    expect(JSON.stringify(command)).toContain(old);
    const { files } = await guide.step('maintenance.shell.rc_files', { variable: 'PATH', shell: 'bash' });
    expect(JSON.stringify(files)).toContain('.bashrc');
    await guide.step('file.trash', { paths: [old] });
    expect(await guide.step('maintenance.codex.update')).toMatchObject({ before: '1.0.0', after: '1.1.0' });
    // How to tell, in a new terminal.
    const after = await guide.step('maintenance.codex.status');
    expect(after).toMatchObject({ version: '1.1.0', installed_by: 'npm', copies: [expect.anything()] });
    expect(await guide.step('maintenance.codex.diagnose')).toMatchObject({ healthy: true });
  } finally {
    await registry.close();
  }
}, 180_000);

it('maintenance.python.broken_venv_guide: an environment without its Python is made anew with the same packages', async () => {
  const venv = join(bench.base, 'work/.venv');
  bench.write(
    'work/package/setup.py',
    'from setuptools import setup\nsetup(name="hello-there", version="1.0", py_modules=["hello_there"])\n',
  );
  execFileSync('python3', ['-m', 'venv', venv]);
  const info = join(venv, `lib/python${minor()}/site-packages/hello_there-1.0.dist-info`);
  bench.write(
    info.slice(bench.base.length + 1).concat('/METADATA'),
    'Metadata-Version: 2.1\nName: hello-there\nVersion: 1.0\n',
  );
  // Broken: the Python behind it is gone, as after an upgrade of the system.
  for (const name of ['python', 'python3', `python${minor()}`]) {
    unlinkSync(join(venv, 'bin', name));
    symlinkSync('/opt/python that was removed/bin/python3', join(venv, 'bin', name));
  }

  const work = join(bench.base, 'work');
  const guide = followGuide('maintenance.python.broken_venv_guide', { cwd: work, environment: bench.environment });
  expect(await guide.failing('maintenance.python.version', { environment: '.venv' })).toMatch(/interpreter|python/i);
  const { packages } = await guide.step('maintenance.python.pip_list', { environment: '.venv' });
  const lines = packages.map(({ name, version }: { name: string; version: string }) => `${name}==${version}`);
  expect(lines).toContain('hello-there==1.0');
  expect((await guide.step('maintenance.python.which_all')).interpreters.length).toBeGreaterThan(0);
  renameSync(venv, `${venv}.old`);
  await guide.step('maintenance.python.venv_create', { path: '.venv' });
  // There is no network here: the package comes from a wheel beside the list.
  const wheel = makeWheel(work);
  writeFileSync(join(work, 'requirements.txt'), `./${wheel}\n`);
  await guide.step('maintenance.python.pip_install', { requirements: 'requirements.txt', environment: '.venv' });
  const after = await guide.step('maintenance.python.version', { environment: '.venv' });
  expect(after).toMatchObject({ in_virtual_environment: true });
  expect(after.pip_version).toMatch(/^\d+/);
  execFileSync(join(venv, 'bin/python'), ['-c', 'import hello_there']);
}, 180_000);

function minor(): string {
  return execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
    encoding: 'utf8',
  }).trim();
}

function makeWheel(directory: string): string {
  const info = 'hello_there-1.0.dist-info';
  const name = 'hello_there-1.0-py3-none-any.whl';
  const write = (path: string, text: string) => bench.write(`work/wheel/${path}`, text);
  write('hello_there.py', 'x = 1\n');
  write(`${info}/METADATA`, 'Metadata-Version: 2.1\nName: hello-there\nVersion: 1.0\n');
  write(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
  write(`${info}/RECORD`, '');
  execFileSync('python3', ['-m', 'zipfile', '-c', `../${name}`, 'hello_there.py', info], {
    cwd: join(directory, 'wheel'),
  });
  return name;
}
