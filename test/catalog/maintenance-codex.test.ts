import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';
import { openRegistry, type Registry } from './npm-registry.ts';

let bench: Bench;
let registry: Registry;
beforeEach(async () => {
  bench = openBench();
  registry = await openRegistry();
  bench.write('home/.npmrc', `prefix=${bench.home}/npm global\nregistry=${registry.address}\n`);
  // Nothing of this machine but what the tools need: it may have a codex of its own.
  for (const name of ['node', 'npm'])
    bench.link(name === 'node' ? process.execPath : npmOfThisMachine(), `bin/${name}`);
  bench.environment.PATH = `${bench.bin}:/usr/bin:/bin`;
  for (const version of ['0.9.0', '1.0.0-rc.1', '1.0.0', '1.1.0', '2.0.0']) {
    const manifest = { bin: { codex: 'bin/codex.js' }, engines: { node: version === '2.0.0' ? '>=99' : '>=16' } };
    const program = `#!/usr/bin/env node\nconsole.log('codex-cli ${version}');\n`;
    registry.publish({ name: '@openai/codex', version, manifest, files: { 'bin/codex.js': program } });
  }
});
afterEach(async () => {
  await registry.close();
  bench.close();
});

function npmOfThisMachine(): string {
  const found = (process.env.PATH ?? '').split(':').map((directory) => join(directory, 'npm'));
  return found.find((file) => existsSync(file)) ?? '/usr/bin/npm';
}

// A package of the same name stands in for Codex; npm is the real one.
describe('Codex that npm has installed', () => {
  it('is installed, found by a repair of PATH, rolled back and updated', async () => {
    const absent = succeeded(await bench.run('maintenance.codex.status'));
    expect(absent).toMatchObject({ installed: false, version: null, copies: [] });
    expect((await bench.run('maintenance.codex.update')).message).toBe('codex is not installed');
    const installed = await bench.run('maintenance.codex.update', { version: '1.1.0', install: true });
    expect(succeeded(installed)).toMatchObject({ before: null, after: '1.1.0', changed: true, in_use: null });

    const directory = join(bench.home, 'npm global/bin');
    const rc = bench.write('home/.zshrc', '# mine');
    const preview = succeeded(await bench.run('maintenance.codex.path_repair', { file: 'zshrc', preview: true }));
    expect(preview).toMatchObject({ changed: false, would_change: true, directory });
    expect(readFileSync(rc, 'utf8')).toBe('# mine');
    for (let time = 0; time < 2; time++) succeeded(await bench.run('maintenance.codex.path_repair', { file: 'zshrc' }));
    const repaired = readFileSync(rc, 'utf8');
    expect(repaired.match(/export PATH=/g)).toHaveLength(1);
    expect(repaired).toContain(`export PATH="${directory}:$PATH"`);
    expect(readFileSync(`${rc}.before-cap`, 'utf8')).toBe('# mine');
    succeeded(await bench.run('maintenance.codex.path_repair', { file: 'zshrc', undo: true }));
    expect(readFileSync(rc, 'utf8').trim()).toBe('# mine');

    bench.environment.PATH = `${directory}:${bench.environment.PATH}`;
    const status = succeeded(await bench.run('maintenance.codex.status'));
    expect(status).toMatchObject({ installed: true, version: '1.1.0', installed_by: 'npm' });
    const found = succeeded(await bench.run('maintenance.codex.path_repair', { file: 'zshrc' }));
    expect(found).toMatchObject({ changed: false, reason: expect.stringContaining('found already') });

    const back = succeeded(await bench.run('maintenance.codex.rollback'));
    expect(back).toMatchObject({ before: '1.1.0', after: '1.0.0', in_use: '1.0.0' });
    const older = succeeded(await bench.run('maintenance.codex.rollback', { version: '0.9.0' }));
    expect(older).toMatchObject({ after: '0.9.0' });
    expect((await bench.run('maintenance.codex.rollback')).message).toContain('no stable version before 0.9.0');
    expect((await bench.run('maintenance.codex.update', { version: '7.7.7' })).message).toMatch(
      /ETARGET|No matching version/,
    );
    const latest = succeeded(await bench.run('maintenance.codex.update'));
    expect(latest).toMatchObject({ before: '0.9.0', after: '2.0.0' });

    const { healthy, checks } = succeeded(await bench.run('maintenance.codex.diagnose'));
    expect(healthy).toBe(false);
    const node = checks.find(({ name }: { name: string }) => name === 'node');
    expect(node).toMatchObject({ state: 'failed', next: 'install the Node.js version that codex wants' });
  }, 180_000);

  it('is diagnosed when missing, double, broken, or open to others', async () => {
    const states = async () => {
      const { checks } = succeeded(await bench.run('maintenance.codex.diagnose'));
      return Object.fromEntries(checks.map(({ name, state }: { name: string; state: string }) => [name, state]));
    };
    expect(await states()).toMatchObject({ in_path: 'failed', single_copy: 'skipped', login: 'warning' });
    bench.script('home/.local/bin/codex', '#!/bin/sh\necho codex 1.2.3\n');
    const lost = succeeded(await bench.run('maintenance.codex.diagnose'));
    expect(lost.checks[0]).toMatchObject({ state: 'failed', next: 'repair the link through which codex is found' });
    bench.script('bin/codex', '#!/bin/sh\nexit 1\n');
    bench.environment.PATH += `:${join(bench.home, '.local/bin')}`;
    chmodSync(bench.write('home/.codex/auth.json', '{"token": "do-not-show"}'), 0o644);
    bench.write('home/.codex/config.toml', '');
    expect(await states()).toEqual({
      in_path: 'ok',
      single_copy: 'warning',
      starts: 'failed',
      node: 'skipped',
      configuration: 'ok',
      login: 'warning',
    });
    const status = await bench.run('maintenance.codex.status');
    expect(succeeded(status)).toMatchObject({
      version: null,
      installed_by: 'standalone',
      files: { login_private: false },
    });
    expect(succeeded(status).copies).toHaveLength(2);
    expect(JSON.stringify(status.result)).not.toContain('do-not-show');
    expect((await bench.run('maintenance.codex.update')).message).toContain('was not installed by npm (standalone)');
  });
});
