/** The guides about dependencies of Node.js projects, followed with the real npm and a registry on the loopback interface. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, type Repository } from '../git-fixture.ts';
import { openRegistry, type Registry } from '../npm-registry.ts';
import { followGuide } from './follow.ts';

let bench: Bench;
let work: Repository;
let registry: Registry;
beforeEach(async () => {
  bench = openBench();
  work = bench.repository('work');
  registry = await openRegistry();
  writeFileSync(join(bench.home, '.npmrc'), `registry=${registry.address}\naudit=false\nfund=false\n`);
});
afterEach(async () => {
  await registry.close();
  bench.close();
});

const environment = () => ({ PATH: process.env.PATH ?? '', HOME: bench.home });
const follow = (id: string) => followGuide(id, { cwd: work.path, environment: environment() });
const manifest = (dependencies: { [name: string]: string }) =>
  JSON.stringify({ name: 'shop', version: '1.0.0', scripts: { test: 'node test.js' }, dependencies }, null, 2);
const written = () => JSON.parse(readFileSync(join(work.path, 'package.json'), 'utf8')).dependencies;

/** The terminal: npm with these arguments, and its words when it fails. The registry answers in this process meanwhile. */
async function npm(...argv: string[]): Promise<{ ok: boolean; words: string }> {
  const options = { cwd: work.path, env: environment(), timeout: 60_000 };
  return promisify(execFile)('npm', argv, options).then(
    ({ stdout }) => ({ ok: true, words: stdout }),
    (error: { stderr?: string }) => ({ ok: false, words: String(error.stderr) }),
  );
}

it('maintenance.npm.eresolve_guide: a newer version of the one that complains, and a fresh install goes through', async () => {
  registry.publish({ name: 'react-ish', version: '18.0.0' });
  registry.publish({ name: 'react-ish', version: '19.0.0' });
  registry.publish({ name: 'widgets', version: '1.0.0', manifest: { peerDependencies: { 'react-ish': '^18.0.0' } } });
  registry.publish({ name: 'widgets', version: '2.0.0', manifest: { peerDependencies: { 'react-ish': '>=18' } } });
  work.commit('works', {
    'package.json': manifest({ 'react-ish': '^19.0.0' }),
    'test.js': "for (const name of ['react-ish', 'widgets']) require(name + '/package.json');\n",
    '.gitignore': 'node_modules/\n',
  });
  expect((await npm('install')).ok).toBe(true);
  work.commit('lockfile');
  // Broken: a package is wanted that does not go with what is there.
  const broken = await npm('install', 'widgets@1');
  expect([broken.ok, broken.words.includes('ERESOLVE')]).toEqual([false, true]);
  for (const part of ['While resolving', 'Found', 'peer']) expect(broken.words).toContain(part);

  const guide = follow('maintenance.npm.eresolve_guide');
  const { installed } = await guide.step('maintenance.npm.why', { package: 'react-ish' });
  expect(JSON.stringify(installed)).toContain('^19.0.0');
  await guide.step('maintenance.npm.outdated', { scope: 'project' });
  // What worked is committed: one can go back.
  expect((await guide.step('git.status')).clean).toBe(true);
  await guide.step('dev.deps.add', { packages: ['widgets@latest'] });
  expect(written()).toMatchObject({ widgets: expect.stringContaining('2.0.0') });
  // How to tell.
  rmSync(join(work.path, 'node_modules'), { recursive: true });
  expect((await npm('ci')).ok).toBe(true);
  const after = await guide.step('maintenance.npm.why', { package: 'react-ish' });
  expect(after.installed.map(({ version }: { version: string }) => version)).toEqual(['19.0.0']);
  expect((await guide.step('dev.test.run')).passed).toBe(true);
}, 180_000);

it('maintenance.npm.eresolve_guide: where nothing newer exists, a step back; and back to the start when it got worse', async () => {
  registry.publish({ name: 'react-ish', version: '18.0.0' });
  registry.publish({ name: 'react-ish', version: '19.0.0' });
  registry.publish({ name: 'widgets', version: '1.0.0', manifest: { peerDependencies: { 'react-ish': '^18.0.0' } } });
  work.commit('broken', { 'package.json': manifest({ 'react-ish': '^19.0.0', widgets: '^1.0.0' }), 'test.js': '' });
  expect((await npm('install')).words).toContain('ERESOLVE');
  const guide = follow('maintenance.npm.eresolve_guide');
  expect((await guide.step('git.status')).clean).toBe(true);
  await guide.step('dev.deps.add', { packages: ['react-ish@18'] });
  expect(written()['react-ish']).toMatch(/^\^?18/);
  expect((await npm('ls')).ok).toBe(true);
  expect((await guide.step('dev.test.run')).passed).toBe(true);
  await guide.step('git.discard_changes', { paths: ['package.json'] });
  expect(written()['react-ish']).toBe('^19.0.0');
}, 180_000);

it('dev.deps.lockfile_conflict_guide: the manifest first, the lockfile made anew, both additions there', async () => {
  for (const name of ['left', 'right', 'base']) registry.publish({ name, version: '1.0.0' });
  work.commit('base', {
    'package.json': manifest({ base: '^1.0.0' }),
    'test.js': "for (const name of ['left', 'right']) require(name + '/package.json');\n",
    '.gitignore': 'node_modules/\n',
  });
  await npm('install');
  work.commit('lockfile');
  for (const side of ['left', 'right']) {
    work.git('switch', '-q', '-c', side, 'main');
    await npm('install', side);
    work.commit(`add ${side}`);
  }
  work.gitFails('merge', 'left');

  const guide = follow('dev.deps.lockfile_conflict_guide');
  const { conflicts } = await guide.step('git.conflict_list');
  const paths = conflicts.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'package-lock.json']));
  work.write('package.json', manifest({ base: '^1.0.0', left: '^1.0.0', right: '^1.0.0' }));
  work.git('checkout', '--ours', '--', 'package-lock.json');
  expect((await npm('install', '--package-lock-only')).ok).toBe(true);
  expect((await guide.step('file.text.search', { pattern: '<<<<<<<', paths: ['package-lock.json'] })).total).toBe(0);
  const { dependencies } = await guide.step('dev.deps.list');
  const names = dependencies.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
  expect(names).toEqual(expect.arrayContaining(['left 1.0.0', 'right 1.0.0']));
  work.git('add', '--', 'package.json', 'package-lock.json');
  expect((await guide.step('git.diff', { what: 'staged' })).total_files).toBe(2);
  expect((await npm('ci')).ok).toBe(true);
  expect((await guide.step('dev.test.run')).passed).toBe(true);
  await guide.step('git.commit', { message: 'Merge left' });
  expect(await guide.step('git.status')).toMatchObject({ clean: true, conflicted: [] });
  expect(existsSync(join(work.path, 'node_modules/left'))).toBe(true);
}, 180_000);
