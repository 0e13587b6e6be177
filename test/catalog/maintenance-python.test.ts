import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** A package index on the loopback interface with wheels of one package. */
async function openIndex(versions: readonly string[]): Promise<{ address: string; close(): void }> {
  const wheels = new Map<string, Buffer>();
  for (const version of versions) {
    const info = `hello_there-${version}.dist-info`;
    const root = `wheel-${version}`;
    bench.write(`${root}/hello_there.py`, 'x = 1\n');
    bench.write(
      `${root}/${info}/METADATA`,
      `Metadata-Version: 2.1\nName: hello-there\nVersion: ${version}\nLicense: MIT\n`,
    );
    bench.write(
      `${root}/${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    );
    bench.write(`${root}/${info}/RECORD`, '');
    const name = `hello_there-${version}-py3-none-any.whl`;
    const cwd = join(bench.base, root);
    await promisify(execFile)('python3', ['-m', 'zipfile', '-c', `../${name}`, 'hello_there.py', info], { cwd });
    wheels.set(`/files/${name}`, readFileSync(join(bench.base, name)));
  }
  const server = createServer((request, response) => {
    const wheel = wheels.get(request.url ?? '');
    if (wheel !== undefined) return void response.end(wheel);
    if (request.url !== '/simple/hello-there/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end([...wheels.keys()].map((path) => `<a href="${path}">${path.slice(7)}</a>`).join('\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
  return { address, close: () => void server.close() };
}

describe('a virtual environment', () => {
  it('is made, filled, listed and compared', async () => {
    const index = await openIndex(['1.0', '2.0']);
    const path = "环境 it's";
    const made = succeeded(await bench.run('maintenance.python.venv_create', { path, prompt: 'try' }));
    expect(made).toMatchObject({ path: join(bench.base, path), python: join(bench.base, path, 'bin/python') });
    expect(existsSync(made.python)).toBe(true);
    const again = await bench.run('maintenance.python.venv_create', { path });
    expect(again.message).toContain('exists and is not an empty directory');

    const environment = path;
    const version = succeeded(await bench.run('maintenance.python.version', { environment }));
    expect(version).toMatchObject({ in_virtual_environment: true, externally_managed: false, environment: made.path });
    expect(version.pip_version).toMatch(/^\d/);

    const wanted = { packages: ['hello-there==1.0'], environment, index_url: index.address };
    const installed = succeeded(await bench.run('maintenance.python.pip_install', wanted));
    expect(installed).toMatchObject({
      installed: [{ name: 'hello-there', version: '1.0', before: null }],
      removed: [],
    });
    expect(succeeded(await bench.run('maintenance.python.pip_install', wanted)).installed).toEqual([]);
    const list = succeeded(await bench.run('maintenance.python.pip_list', { environment, name: 'HELLO' }));
    expect(list).toMatchObject({ packages: [{ name: 'hello-there', version: '1.0', editable: false }], total: 1 });

    const old = succeeded(
      await bench.run('maintenance.python.pip_outdated', { environment, index_url: index.address }),
    );
    const hello = old.packages.filter(({ name }: { name: string }) => name === 'hello-there');
    expect(hello).toEqual([{ name: 'hello-there', version: '1.0', latest: '2.0', kind: 'wheel' }]);
    const missing = await bench.run('maintenance.python.pip_install', { ...wanted, packages: ['no-such-thing'] });
    expect(missing.message).toMatch(/No matching distribution/);
    bench.write('req uirements.txt', 'hello-there\n');
    const file = { requirements: 'req uirements.txt', environment, upgrade: true, index_url: index.address };
    expect(succeeded(await bench.run('maintenance.python.pip_install', file)).installed).toEqual([
      { name: 'hello-there', version: '2.0', before: '1.0' },
    ]);
    index.close();

    // The interpreter goes, the packages can still be read.
    rmSync(made.python);
    const broken = await bench.run('maintenance.python.version', { environment });
    expect(broken.message).toContain('the environment is broken');
    const still = succeeded(await bench.run('maintenance.python.pip_list', { environment, name: 'hello' }));
    expect(still.packages).toHaveLength(1);
    bench.write('home/.cache/pip/http/a/b/cached', 'x'.repeat(1000));
    const cleaned = succeeded(await bench.run('maintenance.python.pip_cache_clean'));
    expect(cleaned).toMatchObject({ directory: join(bench.home, '.cache/pip'), bytes_after: 0 });
    expect(cleaned.bytes_before).toBeGreaterThan(0);
    expect(succeeded(await bench.run('maintenance.python.pip_cache_clean'))).toMatchObject({ bytes_before: 0 });
  }, 180_000);

  it('refuses what is no environment, options as packages, and a managed Python', async () => {
    const plain = await bench.run('maintenance.python.version', { environment: 'home' });
    expect(plain.message).toContain('is not a virtual or Conda environment');
    const option = await bench.run('maintenance.python.pip_install', { packages: ['--target=/'] });
    expect(option.evidence).toBeUndefined();
    expect((await bench.run('maintenance.python.pip_install', {})).message).toContain('is needed');
    bench.script('bin/python3', '#!/bin/sh\necho "error: externally-managed-environment" >&2\nexit 1\n');
    const managed = await bench.run('maintenance.python.pip_install', { packages: ['x'] });
    expect(managed.message).toContain('use a virtual environment');
  });
});

describe('the Pythons of the machine', () => {
  it('are found in PATH and in managers', async () => {
    bench.script('home/.pyenv/versions/3.9.1/bin/python', '#!/bin/sh\necho Python 3.9.1\n');
    bench.script('envs/data/bin/python', '#!/bin/sh\necho Python 3.8.0\n');
    bench.write('home/.conda/environments.txt', `${join(bench.base, 'envs/data')}\n`);
    bench.script('bin/python3', '#!/bin/sh\necho Python 3.13.0\n');
    bench.script('bin/python3-config', '#!/bin/sh\necho no\n');
    bench.script('bin/python2', '#!/bin/sh\necho Python 2.7.18 >&2\n');
    bench.environment.PATH = bench.bin;
    const { interpreters } = succeeded(await bench.run('maintenance.python.which_all'));
    const short = interpreters.map((one: { [key: string]: unknown }) => [
      one.version,
      one.from,
      one.in_path,
      one.in_use,
    ]);
    expect(short).toEqual([
      ['2.7.18', 'unknown', true, false],
      ['3.13.0', 'unknown', true, true],
      ['3.9.1', 'pyenv', false, false],
      ['3.8.0', 'conda', false, false],
    ]);
    bench.environment.PATH = process.env.PATH ?? '';
    const version = succeeded(await bench.run('maintenance.python.version'));
    expect(version.version).toMatch(/^3\.\d+\.\d+/);
    expect(succeeded(await bench.run('maintenance.python.pip_list', { name: 'pip' })).total).toBeGreaterThan(0);
  });
});

/** conda is not on every machine: these answers have the form that conda 23 and 24 really give with --json. */
describe('Conda environments, by recorded answers', () => {
  beforeEach(() => {
    const root = join(bench.base, 'miniconda3');
    mkdirSync(join(root, 'envs/old'), { recursive: true });
    bench.write('miniconda3/conda-meta/python-3.11.5-h7a1cb2a_0.json', '{}');
    bench.write('miniconda3/envs/old/conda-meta/python-3.8.18-hd12c33a_0_cpython.json', '{}');
    bench.write('miniconda3/envs/old/lib/data', 'x'.repeat(1000));
    bench.write('envs.json', JSON.stringify([root, join(root, 'envs/old'), '/srv/elsewhere']));
    bench.script(
      'bin/conda',
      `#!${process.execPath}
const fs = require('node:fs');
const base = ${JSON.stringify(bench.base)};
const argv = process.argv.slice(2);
fs.appendFileSync(base + '/calls', argv.join(' ') + '\\n');
const envs = JSON.parse(fs.readFileSync(base + '/envs.json', 'utf8'));
const answers = {
  info: () => ({ active_prefix: null, conda_version: '24.1.2', envs, envs_dirs: [base], root_prefix: envs[0] }),
  env: () => {
    fs.rmSync(envs[1], { recursive: true });
    return { actions: { PREFIX: envs[1] }, prefix: envs[1], success: true };
  },
  create: () => {
    if (argv.includes('python=9')) {
      process.exitCode = 1;
      const message = 'The following packages are not available from current channels: python=9';
      return { error: 'PackagesNotFoundError: ' + message, exception_name: 'PackagesNotFoundError', message };
    }
    fs.writeFileSync(base + '/envs.json', JSON.stringify([...envs, envs[0] + '/envs/fresh']));
    return { actions: {}, prefix: envs[0] + '/envs/fresh', success: true };
  },
};
console.log(JSON.stringify(answers[argv[0]](), null, 2));
`,
    );
  });

  it('are listed, made and removed', async () => {
    const { environments } = succeeded(await bench.run('maintenance.python.conda_env_list'));
    expect(environments).toMatchObject([
      { name: 'base', base: true, python: '3.11.5', active: false },
      { name: 'old', path: join(bench.base, 'miniconda3/envs/old'), base: false, python: '3.8.18' },
      { name: null, path: '/srv/elsewhere', python: null },
    ]);
    const made = await bench.run('maintenance.python.conda_env_create', {
      name: 'fresh',
      python: '3.12',
      channel: 'conda-forge',
    });
    expect(succeeded(made)).toMatchObject({ name: 'fresh', path: join(bench.base, 'miniconda3/envs/fresh') });
    const calls = readFileSync(join(bench.base, 'calls'), 'utf8');
    expect(calls).toContain('create --yes --quiet --name fresh --channel conda-forge python=3.12 --json');
    const twice = await bench.run('maintenance.python.conda_env_create', { name: 'old' });
    expect(twice.message).toContain('the environment old exists already');
    const impossible = await bench.run('maintenance.python.conda_env_create', { name: 'nine', python: '9' });
    expect(impossible.message).toContain('not available from current channels: python=9');

    const preview = succeeded(await bench.run('maintenance.python.conda_env_remove', { name: 'old', preview: true }));
    expect(preview).toMatchObject({ removed: false, bytes: 1002, files: 2, packages: 1 });
    expect(existsSync(join(bench.base, 'miniconda3/envs/old'))).toBe(true);
    const removed = succeeded(await bench.run('maintenance.python.conda_env_remove', { name: 'old' }));
    expect(removed).toMatchObject({ removed: true, path: join(bench.base, 'miniconda3/envs/old') });
    expect(
      JSON.stringify((await bench.run('maintenance.python.conda_env_remove', { name: 'base' })).outcome),
    ).toContain('not removed');
    expect(
      JSON.stringify((await bench.run('maintenance.python.conda_env_remove', { name: 'gone' })).outcome),
    ).toContain('no Conda environment');
  });
});
