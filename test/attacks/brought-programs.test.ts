/** Programs that a directory brings along: what only reads starts none of them, whatever the directory's files say. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { runOwnTool } from '../catalog/run-capability.ts';
import { argumentNames, catalogActions } from './catalog-actions.ts';

let home = '';
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = process.env;
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-brought-')));
  // pip asks an index that is not there once, not six times.
  process.env = { PATH: before.PATH, HOME: home, PIP_RETRIES: '0' };
  mkdirSync(join(home, 'work'));
});
afterEach(() => {
  process.env = before;
  rmSync(home, { recursive: true, force: true });
});

const tool = (id: string, args: JsonObject) => runOwnTool(id, args, join(home, 'work'));

const pwned = () => existsSync(join(home, 'pwned'));
function put(path: string, text: string, mode = 0o644): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text, { mode });
  return whole;
}
const evil = (path: string) => put(path, `#!/bin/sh\ntouch '${join(home, 'pwned')}'\n`, 0o755);

describe('an environment with an interpreter of its own', () => {
  const READS = catalogActions().filter(
    (action) => action.sideEffect === 'R' && argumentNames(action).includes('environment'),
  );

  const makeEnvironment = (path: string) => {
    evil(`${path}/bin/python`);
    evil(`${path}/bin/python3`);
    put(`${path}/pyvenv.cfg`, 'home = /usr/bin\nversion = 3.11.4\n');
    const site = `${path}/lib/python3.11/site-packages`;
    put(`${site}/hello-1.0.dist-info/METADATA`, 'Metadata-Version: 2.1\nName: hello\nVersion: 1.0\n');
    put(`${site}/pip-24.0.dist-info/METADATA`, 'Metadata-Version: 2.1\nName: pip\nVersion: 24.0\n');
    put(`${site}/evil.pth`, `import os; open(${JSON.stringify(join(home, 'pwned'))}, "w")\n`);
    put(`${site}/sitecustomize.py`, `open(${JSON.stringify(join(home, 'pwned'))}, "w")\n`);
  };

  it('is known of by these reads', () => {
    expect(READS.map(({ id }) => id)).toEqual([
      'maintenance.python.pip_list',
      'maintenance.python.pip_outdated',
      'maintenance.python.version',
    ]);
  });

  it.each(READS.map(({ id }) => [id] as const))(
    '%s starts nothing of it',
    async (id) => {
      makeEnvironment('work/.venv');
      // Nobody listens there: what pip would look up is not what this is about.
      const index = id.endsWith('outdated') ? { index: 'http://127.0.0.1:1/simple' } : {};
      const answer = await tool(id, { environment: '.venv', ...index });
      expect(pwned()).toBe(false);
      if (id.endsWith('version')) {
        expect(JSON.parse(answer.stdout)).toMatchObject({
          version: '3.11.4',
          in_virtual_environment: true,
          base_prefix: '/usr',
          pip_version: '24.0',
        });
      }
    },
    60_000,
  );

  it('and of a project neither', async () => {
    makeEnvironment('work/.venv');
    put('work/pyproject.toml', '[project]\nname = "x"\ndependencies = ["hello"]\n');
    put('home/.config/pip/pip.conf', '[global]\nindex-url = http://127.0.0.1:1/simple\n');
    process.env.XDG_CONFIG_HOME = join(home, 'home/.config');
    for (const id of ['dev.deps.list', 'dev.deps.outdated', 'dev.deps.licenses']) await tool(id, {});
    await tool('dev.deps.why', { package: 'hello' });
    expect(pwned()).toBe(false);
  }, 60_000);
});

describe('a project', () => {
  it('with a pip.py is not asked by it', async () => {
    put('work/pip.py', `open(${JSON.stringify(join(home, 'pwned'))}, "w")\n`);
    put('work/runpy.py', `open(${JSON.stringify(join(home, 'pwned'))}, "w")\n`);
    await tool('maintenance.python.pip_list', {});
    await tool('maintenance.python.version', {});
    expect(pwned()).toBe(false);
  });

  it('puts by its .npmrc no program in the place of git', async () => {
    const program = evil('work/evil.sh');
    put('work/.npmrc', `git=${program}\nnode-options=--require=${program}\nscript-shell=${program}\n`);
    const dependencies = { one: 'git+ssh://git@localhost/one.git' };
    put('work/package.json', JSON.stringify({ name: 'x', version: '1.0.0', dependencies }));
    execFileSync('git', ['init', '-q'], { cwd: join(home, 'work') });
    for (const id of ['dev.deps.outdated', 'dev.deps.list', 'maintenance.npm.outdated']) await tool(id, {});
    expect(pwned()).toBe(false);
  }, 60_000);

  it('that names a Rust toolchain or a compiler is read without them', async () => {
    evil('work/evil/bin/rustc');
    evil('work/evil/bin/cargo');
    put('work/rust-toolchain.toml', `[toolchain]\npath = ${JSON.stringify(join(home, 'work/evil'))}\n`);
    put('work/.cargo/config.toml', `[build]\nrustc = ${JSON.stringify(join(home, 'work/evil/bin/rustc'))}\n`);
    put('work/Cargo.toml', '[package]\nname = "x"\nversion = "0.1.0"\n[dependencies]\n');
    put('work/Cargo.lock', 'version = 3\n\n[[package]]\nname = "x"\nversion = "0.1.0"\n');
    put('work/src/lib.rs', '');
    const ask = async () => {
      await tool('dev.deps.why', { package: 'x' });
      await tool('dev.deps.licenses', {});
    };
    await ask();
    expect(pwned()).toBe(false);
    // Where cargo is not installed: what any cargo would be asked, and where it would look for settings.
    put('bin/cargo', `#!/bin/sh\necho "$(pwd) $*" >> '${join(home, 'asked')}'\n`, 0o755);
    process.env.PATH = `${join(home, 'bin')}:${before.PATH}`;
    await ask();
    const asked = readFileSync(join(home, 'asked'), 'utf8').trim().split('\n');
    expect(asked).toHaveLength(2);
    for (const line of asked) expect(line).toMatch(/^\/ .*--manifest-path=\/.*\/work\/Cargo\.toml$/);
  }, 60_000);

  it('that names another pnpm and hooks for it is read without them', async () => {
    put('work/package.json', JSON.stringify({ name: 'x', packageManager: 'pnpm@9.0.0' }));
    put('work/pnpm-lock.yaml', 'lockfileVersion: "9.0"\n');
    const asked = join(home, 'asked');
    put('bin/pnpm', `#!/bin/sh\necho "$COREPACK_ENABLE_PROJECT_SPEC $*" > '${asked}'\necho '{}'\n`, 0o755);
    process.env.PATH = `${join(home, 'bin')}:${before.PATH}`;
    await tool('dev.deps.outdated', {});
    expect(readFileSync(asked, 'utf8')).toMatch(
      /^0 .*--config\.ignore-pnpmfile=true --config\.manage-package-manager-versions=false\n$/,
    );
  });

  it.each([['dev.test.run'], ['dev.test.run_file'], ['dev.test.coverage'], ['dev.lint.run']])(
    'starts what it names in %s, so that asks first',
    (id) => expect(loadCapability(id).confirmation).toBe('caller'),
  );
});
