/**
 * The looks that manifests declare tell whether a change took effect: each is held against the state before its action and
 * the state after it, by the read that it names, run for real.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { bounded } from '../../src/platform/bounded.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import type { Catalog } from '../../src/run/resolve.ts';
import { verify } from '../../src/run/verification.ts';
import { catalogActions } from '../attacks/catalog-actions.ts';
import { loadCapability } from './default-catalog.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** What a look at this call says now; undefined where the manifest names nobody for such a call. */
async function look(id: string, given: JsonObject): Promise<string | undefined> {
  const capability = loadCapability(id);
  const reader = loadCapability(capability.verification?.action ?? '');
  const catalog = { find: () => 0, contract: () => reader, sourceHash: '', surfaceHash: '' } as unknown as Catalog;
  const args = applyDefaults(capability.argumentsSchema, given) as JsonObject;
  const change = { operationId: 'operation', capability, arguments: args, base: bench.base };
  const perform = async (request: { readonly canonical_path: string; readonly arguments: JsonObject }) => {
    const { status, evidence } = await bench.run(request.canonical_path, request.arguments);
    return status === 'succeeded' ? evidence : undefined;
  };
  return (await verify(change, catalog, perform as never, bounded))?.kind;
}

const git = (...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...argv], {
    cwd: bench.base,
    encoding: 'utf8',
  }).trim();
function repository(): void {
  git('init', '-q', '-b', 'main');
  bench.write('a.txt', 'first\n');
  git('add', 'a.txt');
  git('commit', '-qm', 'first');
}
/** A program whose answers are files: `bench.write` changes what it says. */
function answering(name: string, script: string): void {
  bench.script(`bin/${name}`, `#!/bin/sh\n${script}\n`);
}
const CRONTAB = `case "$1" in -l) cat "$HOME/crontab" ;; -) cat > "$HOME/crontab" ;; esac`;
const NPM = `case "$1" in --version) echo 10.0.0 ;; config) cat "$HOME/config.json" ;; ls) cat "$HOME/npm.json" ;; esac`;
const CONDA = `case "$1" in --version) echo 'conda 24.1.2' ;; *) cat "$HOME/conda.json" ;; esac`;
const SYSTEMCTL = `case "$*" in --version) echo 'systemd 252' ;; *) cat "$HOME/unit" ;; esac`;
const npmList = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, { version: '1.0.0' }])) });
const condaList = (...names: string[]) => {
  const envs = ['/c', ...names.map((name) => `/c/envs/${name}`)];
  return JSON.stringify({
    active_prefix: null,
    conda_version: '24.1.2',
    envs,
    envs_dirs: ['/c/envs'],
    root_prefix: '/c',
  });
};
const npmConfig = (registry: string) => {
  const rest = { prefix: '/usr', cache: '/c', userconfig: '/u', globalconfig: '/g' };
  return JSON.stringify({ ...rest, registry });
};
const unit = (state: string) => `Id=web.service\nLoadState=loaded\nActiveState=${state}\nSubState=x\nMainPID=0\n`;

type Case = {
  readonly id: string;
  readonly args: JsonObject;
  readonly before: () => void;
  /** Takes the action's place where the action itself would reach more than this directory; absent: it is run. */
  readonly after?: () => void;
  /** What a look says before the action. */
  readonly first: 'no_effect' | 'unclear';
};

const CASES: readonly Case[] = [
  {
    id: 'file.delete',
    args: { paths: ['one', 'two'] },
    before: () => ['one', 'two'].map((name) => bench.write(name, 'x')),
    first: 'no_effect',
  },
  { id: 'file.trash', args: { paths: ['one'] }, before: () => bench.write('one', 'x'), first: 'no_effect' },
  {
    id: 'file.symlink_create',
    args: { target: 'one', link: 'link' },
    before: () => bench.write('one', 'x'),
    first: 'no_effect',
  },
  {
    id: 'file.permissions_set',
    args: { paths: ['one'], mode: '640' },
    before: () => chmodSync(bench.write('one', 'x'), 0o600),
    first: 'unclear',
  },
  {
    id: 'git.config_set',
    args: { name: 'user.email', value: 'me@example.org' },
    before: repository,
    first: 'no_effect',
  },
  {
    id: 'git.switch',
    args: { target: 'side' },
    before: () => {
      repository();
      git('branch', 'side');
    },
    first: 'unclear',
  },
  {
    id: 'git.branch_delete',
    args: { branches: ['side', 'other'] },
    before: () => {
      repository();
      git('branch', 'side');
      git('branch', 'other');
    },
    first: 'unclear',
  },
  {
    id: 'git.clean',
    args: { paths: ['.'] },
    before: () => {
      repository();
      git('config', 'core.excludesFile', '/dev/null');
      bench.write('stray/new.txt', 'x');
    },
    first: 'unclear',
  },
  {
    id: 'git.discard_changes',
    args: { paths: ['a.txt'] },
    before: () => {
      repository();
      bench.write('a.txt', 'second\n');
    },
    first: 'unclear',
  },
  {
    id: 'system.cron.add',
    args: { schedule: '30 2 * * 1-5', command: '/bin/backup --all' },
    before: () => {
      answering('crontab', CRONTAB);
      bench.write('home/crontab', '#30 2 * * 1-5 /bin/backup --all\n');
    },
    first: 'unclear',
  },
  {
    id: 'system.cron.remove',
    args: { entry: '30 2 * * 1-5 /bin/backup  --all' },
    before: () => {
      answering('crontab', CRONTAB);
      bench.write('home/crontab', '  30 2 * * 1-5 /bin/backup  --all \n5 4 * * * /bin/other\n');
    },
    first: 'no_effect',
  },
  {
    id: 'system.service.stop',
    args: { name: 'web.service' },
    before: () => {
      answering('systemctl', SYSTEMCTL);
      bench.write('home/unit', unit('deactivating'));
    },
    after: () => bench.write('home/unit', unit('inactive')),
    first: 'unclear',
  },
  {
    id: 'dev.deps.remove',
    args: { packages: ['b'] },
    before: () => bench.write('package.json', JSON.stringify({ dependencies: { a: '1', b: '1' } })),
    after: () => bench.write('package.json', JSON.stringify({ dependencies: { a: '1' } })),
    first: 'unclear',
  },
  {
    id: 'maintenance.python.venv_create',
    args: { path: 'env' },
    before: () => {
      bench.script('env/bin/python', '#!/bin/sh\n');
      bench.write('env/pyvenv.cfg', 'home = /usr/bin\nversion = 3.11.4\n');
      mkdirSync(join(bench.base, 'env/lib/python3.11/site-packages'), { recursive: true });
    },
    after: () =>
      bench.write('env/lib/python3.11/site-packages/pip-24.0.dist-info/METADATA', 'Name: pip\nVersion: 24.0\n'),
    first: 'unclear',
  },
  {
    id: 'maintenance.python.conda_env_remove',
    args: { name: 'old' },
    before: () => {
      answering('conda', CONDA);
      bench.write('home/conda.json', condaList('old', 'new'));
    },
    after: () => bench.write('home/conda.json', condaList('new')),
    first: 'unclear',
  },
  {
    id: 'maintenance.npm.uninstall_global',
    args: { packages: ['b'] },
    before: () => {
      answering('npm', NPM);
      bench.write('home/config.json', npmConfig('https://registry.npmjs.org/'));
      bench.write('home/npm.json', npmList('a', 'b'));
    },
    after: () => bench.write('home/npm.json', npmList('a')),
    first: 'unclear',
  },
  {
    id: 'maintenance.npm.registry_set',
    args: { registry: 'https://mirror.example.org/' },
    before: () => {
      answering('npm', NPM);
      bench.write('home/config.json', npmConfig('https://registry.npmjs.org/'));
    },
    after: () => bench.write('home/config.json', npmConfig('https://mirror.example.org/')),
    first: 'unclear',
  },
  {
    id: 'network.download',
    args: {
      url: 'http://localhost:1/x',
      path: 'x',
      sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    },
    before: () => {},
    after: () => bench.write('x', 'x'),
    first: 'unclear',
  },
];

describe('a look at the world', () => {
  it.each(CASES.map((one) => [one.id, one] as const))(
    'after %s tells the state before it from the state after it',
    async (id, { args, before, after, first }) => {
      before();
      expect(await look(id, args)).toBe(first);
      if (after === undefined) succeeded(await bench.run(id, args));
      else after();
      expect(await look(id, args)).toBe('took_effect');
    },
    60_000,
  );

  it('after system.process.kill sees the process, and then that it is gone', async () => {
    const child = spawn('sleep', ['600']);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const args = { pid: child.pid ?? 0, name: 'sleep' };
    expect(await look('system.process.kill', args)).toBe('unclear');
    child.kill('SIGKILL');
    await gone;
    expect(await look('system.process.kill', args)).toBe('took_effect');
  });

  it.each<[string, JsonObject]>([
    ['file.delete', { paths: ['a.txt'], preview: true }],
    ['file.permissions_set', { paths: ['a.txt'], mode: '644', recursive: true }],
    ['file.symlink_create', { target: 'a.txt', link: 'link', replace: true }],
    ['git.config_set', { name: 'user.email', unset: true }],
    ['git.switch', { target: 'main', how: 'detach' }],
    ['maintenance.npm.registry_set', { registry: 'https://mirror.example.org/', scope: '@me' }],
  ])('is not taken of %s %j, as it would prove nothing', async (id, args) => {
    expect(await look(id, args)).toBeUndefined();
  });

  it.each<[string, JsonObject, () => void]>([
    // A directory that is still there may have lost a part.
    ['file.delete', { paths: ['full'], recursive: true }, () => bench.write('full/part', 'x')],
    ['file.delete', { paths: ['one', 'gone'] }, () => bench.write('one', 'x')],
    ['file.permissions_set', { paths: ['one'], mode: '755' }, () => chmodSync(bench.write('one', 'x'), 0o2755)],
    ['file.permissions_set', { paths: ['one'], mode: 'u+x' }, () => chmodSync(bench.write('one', 'x'), 0o700)],
    ['network.download', { url: 'http://localhost:1/x', path: 'x' }, () => bench.write('x', 'x')],
    ['file.symlink_create', { target: 'one', link: 'link' }, () => bench.write('link', 'x')],
    ['file.symlink_create', { target: 'one', link: 'in/link' }, () => symlinkSync('nowhere', join(bench.base, 'in'))],
  ])('after %s %j says no more than it sees', async (id, args, state) => {
    state();
    expect(await look(id, args)).toMatch(/^(unclear|no_effect)$/);
    if (!args.link) expect(await look(id, args)).toBe('unclear');
  });

  it('is declared by no action that these tests do not know', () => {
    const declared = catalogActions().flatMap(({ id, verification }) => (verification === undefined ? [] : [id]));
    const known = [...CASES.map(({ id }) => id), 'system.process.kill', 'git.branch_create', 'git.tag_create'];
    expect(declared.sort()).toEqual(known.sort());
  });
});
