import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';
import { openRegistry, type Registry } from './npm-registry.ts';

let bench: Bench;
let registry: Registry;
beforeEach(async () => {
  bench = openBench();
  registry = await openRegistry();
  bench.write('home/.npmrc', `prefix=${bench.home}/global 全局\nregistry=${registry.address}\n`);
  registry.publish({
    name: 'hello-tool',
    version: '1.0.0',
    manifest: { bin: { hi: 'hi.js' } },
    files: { 'hi.js': '#!/usr/bin/env node\n' },
  });
});
afterEach(async () => {
  await registry.close();
  bench.close();
});

// Asynchronous: the registry answers from this very process.
const npm = (...argv: string[]) =>
  promisify(execFile)('npm', argv, { cwd: join(bench.base, 'app'), env: bench.environment });

/** A project that depends on `outer`, which depends on `inner`. */
async function project(): Promise<string> {
  registry.publish({ name: 'inner', version: '1.0.0' });
  registry.publish({ name: 'inner', version: '1.1.0' });
  registry.publish({ name: 'outer', version: '2.0.0', manifest: { dependencies: { inner: '~1.0.0' } } });
  bench.write('app/package.json', JSON.stringify({ name: 'app', version: '0.1.0', dependencies: { outer: '^2.0.0' } }));
  await npm('install', '--no-audit');
  return join(bench.base, 'app');
}

describe('global packages', () => {
  it('are installed, listed, compared and removed', async () => {
    const prefix = succeeded(await bench.run('maintenance.npm.prefix'));
    expect(prefix).toMatchObject({
      prefix: join(bench.home, 'global 全局'),
      commands_directory: join(bench.home, 'global 全局', 'bin'),
      exists: false,
      writable: true,
      commands_in_path: false,
    });
    expect(succeeded(await bench.run('maintenance.npm.list_global'))).toMatchObject({ packages: [], total: 0 });

    const added = succeeded(await bench.run('maintenance.npm.install_global', { packages: ['hello-tool@1.0.0'] }));
    expect(added).toMatchObject({ added: 1 });
    expect(existsSync(join(prefix.commands_directory, 'hi'))).toBe(true);
    expect(succeeded(await bench.run('maintenance.npm.list_global')).packages).toMatchObject([
      { name: 'hello-tool', version: '1.0.0', linked: false, problems: [] },
    ]);

    expect(succeeded(await bench.run('maintenance.npm.outdated'))).toMatchObject({ packages: [], total: 0 });
    registry.publish({ name: 'hello-tool', version: '2.1.0' });
    const outdated = succeeded(await bench.run('maintenance.npm.outdated', { packages: ['hello-tool'] }));
    expect(outdated.packages).toMatchObject([{ name: 'hello-tool', current: '1.0.0', latest: '2.1.0' }]);

    const removed = await bench.run('maintenance.npm.uninstall_global', { packages: ['hello-tool'] });
    expect(succeeded(removed)).toMatchObject({ removed: 1 });
    const again = await bench.run('maintenance.npm.uninstall_global', { packages: ['hello-tool'] });
    expect(succeeded(again).removed ?? 0).toBe(0);
    const unknown = await bench.run('maintenance.npm.install_global', { packages: ['no-such-package-here'] });
    expect(unknown.status).toBe('failed');
    const option = await bench.run('maintenance.npm.install_global', { packages: ['--prefix=/'] });
    expect(option.status).not.toBe('succeeded');
    expect(option.evidence).toBeUndefined();
  });
});

describe('maintenance.npm.cache_clean', () => {
  it('empties the cache and tells how much it was', async () => {
    await project();
    const cleaned = succeeded(await bench.run('maintenance.npm.cache_clean'));
    expect(cleaned.directory).toBe(join(bench.home, '.npm', '_cacache'));
    expect(cleaned.bytes_before).toBeGreaterThan(0);
    expect(cleaned.bytes_after).toBe(0);
  });
});

describe('the registry', () => {
  it('is shown with where it is set, without passwords, and changed', async () => {
    bench.write('app/package.json', '{}');
    bench.write(
      'app/.npmrc',
      '@corp:registry=https://me:hunter2@npm.corp.example/\n//npm.corp.example/:_authToken=abc\n',
    );
    const shown = succeeded(await bench.run('maintenance.npm.registry_show', { directory: 'app' }));
    expect(shown).toMatchObject({ registry: registry.address, official: false });
    expect(shown.scopes).toEqual([{ scope: '@corp', registry: 'https://********@npm.corp.example/' }]);
    expect(shown.set_in).toMatchObject([
      { location: 'project', file: join(bench.base, 'app', '.npmrc'), line: 1, name: '@corp:registry' },
      { location: 'user', file: join(bench.home, '.npmrc'), line: 2, value: registry.address },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|abc"/);

    const mirror = 'https://registry.npmmirror.com/';
    const set = succeeded(await bench.run('maintenance.npm.registry_set', { registry: mirror }));
    expect(set).toMatchObject({ setting: 'registry', before: registry.address, after: mirror, changed: true });
    expect(readFileSync(join(bench.home, '.npmrc'), 'utf8')).toContain(`registry=${mirror}`);
    const scoped = { registry: 'https://npm.corp.example', scope: '@corp' };
    expect(succeeded(await bench.run('maintenance.npm.registry_set', scoped))).toMatchObject({
      setting: '@corp:registry',
      before: null,
      after: 'https://npm.corp.example/',
    });
    const back = succeeded(await bench.run('maintenance.npm.registry_set', { registry: 'official' }));
    expect(back).toMatchObject({ before: mirror, after: 'https://registry.npmjs.org/', in_effect_here: true });
    const secret = await bench.run('maintenance.npm.registry_set', { registry: 'https://me:pw@x.example/' });
    expect(secret.status).not.toBe('succeeded');
  });
});

describe('a project', () => {
  it('explains a package, finds what is outdated, and audits', async () => {
    const app = await project();
    const why = succeeded(await bench.run('maintenance.npm.why', { package: 'inner', directory: app }));
    expect(why.installed).toMatchObject([
      {
        name: 'inner',
        version: '1.0.0',
        location: 'node_modules/inner',
        chains: [
          [
            { name: 'outer', version: '2.0.0', range: '^2.0.0', kind: 'prod' },
            { name: 'inner', version: '1.0.0', range: '~1.0.0' },
          ],
        ],
      },
    ]);
    expect(succeeded(await bench.run('maintenance.npm.why', { package: 'absent' }, app))).toMatchObject({
      installed: [],
    });
    expect((await bench.run('maintenance.npm.why', { package: 'x' }, bench.home)).message).toContain('no package.json');

    registry.publish({ name: 'outer', version: '3.0.0' });
    const outdated = succeeded(await bench.run('maintenance.npm.outdated', { scope: 'project', directory: 'app' }));
    expect(outdated.packages).toMatchObject([{ name: 'outer', current: '2.0.0', wanted: '2.0.0', latest: '3.0.0' }]);

    const clean = succeeded(await bench.run('maintenance.npm.audit', {}, app));
    expect(clean).toMatchObject({ vulnerabilities: [], total: 0, counts: { total: 0 } });
    const advisory = {
      id: 7,
      url: 'https://example.org/advisory/7',
      title: 'Too open',
      severity: 'high',
      vulnerable_versions: '<1.1.0',
    };
    registry.advise('inner', { ...advisory, cwe: [], cvss: { score: 7, vectorString: null } });
    const found = succeeded(await bench.run('maintenance.npm.audit', { directory: 'app', limit: 1 }));
    expect(found).toMatchObject({ total: 2, truncated: true, counts: { high: 2, total: 2 } });
    const all = succeeded(await bench.run('maintenance.npm.audit', { directory: 'app' }));
    const inner = all.vulnerabilities.find((one: { package: string }) => one.package === 'inner');
    expect(inner).toMatchObject({
      severity: 'high',
      direct: false,
      advisories: [{ title: 'Too open', url: advisory.url }],
    });
    expect((await bench.run('maintenance.npm.audit', {}, bench.home)).message).toContain('no package-lock.json');
  });
});
