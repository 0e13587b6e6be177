/** The guides of git, followed on real repositories: commits lost on a detached HEAD, a merge conflict with tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachInRepository } from '../git-fixture.ts';
import { followGuide } from './follow.ts';

const { bench, work } = eachInRepository();

const follow = (id: string) =>
  followGuide(id, { cwd: work.path, environment: { PATH: process.env.PATH ?? '', HOME: bench.home } });

it('git.recover_lost_commit_guide: commits made on a detached HEAD come back as a branch', async () => {
  const base = work.commit('base', { a: '1' });
  work.git('switch', '-q', '--detach', base);
  work.commit('first precious', { b: '1' });
  const lost = work.commit('second precious', { b: '2' });
  work.git('switch', '-q', 'main');
  work.write('a', 'present work');
  // Broken: no branch has them.
  expect(work.git('branch', '--all', '--contains', lost)).toBe('');

  const guide = follow('git.recover_lost_commit_guide');
  const before = await guide.step('git.status');
  expect(before).toMatchObject({ detached: false, operation: null, unstaged: [{ path: 'a' }] });
  const moves: { reflog: string; hash: string }[] = await guide.step('git.log', { reflog: true, limit: 50 });
  const left = moves.findIndex(({ reflog }) => /^checkout: moving from [0-9a-f]{40} to main/.test(reflog));
  const found = moves[left + 1]?.hash ?? '';
  const shown = await guide.step('git.show', { revision: found });
  expect(shown).toMatchObject({ commit: { subject: 'second precious' }, files: [{ path: 'b' }] });
  await guide.step('git.branch_create', { branch: 'rescue', start_point: found });
  const listed: { subject: string }[] = await guide.step('git.log', { revision: 'rescue' });
  expect(listed.map(({ subject }) => subject)).toEqual(['second precious', 'first precious', 'base']);
  const { branches } = await guide.step('git.branch_list');
  expect(branches.map(({ name }: { name: string }) => name)).toContain('rescue');
  expect(await guide.step('git.status')).toEqual(before);
  expect(work.git('rev-parse', 'rescue')).toBe(lost);
});

it('git.recover_lost_commit_guide: what a hard reset took comes back, and present work stays', async () => {
  const base = work.commit('base', { a: '1' });
  const lost = work.commit('precious', { a: '2' });
  work.git('reset', '-q', '--hard', base);
  work.write('a', 'present work');
  const guide = follow('git.recover_lost_commit_guide');
  await guide.step('git.status');
  const moves: { reflog: string; hash: string }[] = await guide.step('git.log', { reflog: true, limit: 50 });
  const reset = moves.findIndex(({ reflog }) => reflog.startsWith('reset: moving to'));
  const before = moves[reset + 1]?.hash ?? '';
  expect((await guide.step('git.show', { revision: before })).commit.subject).toBe('precious');
  await guide.step('git.branch_create', { branch: 'rescue', start_point: before });
  expect((await guide.step('git.log', { revision: 'rescue' }))[0].hash).toBe(lost);
  expect(work.read('a')).toBe('present work');
});

it('git.recover_lost_commit_guide: a branch that was deleted gets its name back, and work goes on there', async () => {
  work.commit('base', { a: '1' });
  work.git('switch', '-q', '-c', 'feature');
  const lost = work.commit('precious', { b: '1' });
  work.git('switch', '-q', 'main');
  work.git('branch', '-q', '-D', 'feature');
  const guide = follow('git.recover_lost_commit_guide');
  await guide.step('git.status');
  const moves: { reflog: string; hash: string }[] = await guide.step('git.log', { reflog: true, limit: 50 });
  const left = moves.findIndex(({ reflog }) => reflog.startsWith('checkout: moving from feature to'));
  await guide.step('git.branch_create', { branch: 'feature', start_point: moves[left + 1]?.hash ?? '' });
  await guide.step('git.switch', { target: 'feature' });
  expect((await guide.step('git.log', { revision: 'feature' }))[0].hash).toBe(lost);
  expect((await guide.step('git.status')).branch).toBe('feature');
});

it('git.resolve_conflict_guide: both intentions survive, the tests pass, and the history has both sides', async () => {
  const sum = (body: string) => `exports.sum = (a, b) => {\n  ${body}\n};\n`;
  const test = "const { sum } = require('./sum.js');\nif (sum(1, 2) !== 3 || sum('1', 2) !== 3) process.exit(1);\n";
  const manifest = JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'node test.js' } });
  work.commit('base', { 'sum.js': sum('return a + b;'), 'test.js': test, 'package.json': manifest });
  work.git('switch', '-q', '-c', 'side');
  work.commit('numbers from text', { 'sum.js': sum('return Number(a) + Number(b);') });
  work.git('switch', '-q', 'main');
  work.commit('say what is added', { 'sum.js': sum('console.log(a, b); return a + b;') });
  work.gitFails('merge', 'side');

  const guide = follow('git.resolve_conflict_guide');
  const { operation, conflicts, total } = await guide.step('git.conflict_list');
  expect([operation, total]).toEqual(['merge', 1]);
  const [{ path, blocks }] = conflicts;
  const lines = readFileSync(join(work.path, path), 'utf8').split('\n');
  expect(lines[blocks[0].start - 1]).toBe('<<<<<<< HEAD');
  expect((await guide.step('git.file_history', { path })).commits).toHaveLength(2);
  for (const revision of ['main', 'side']) await guide.step('git.show', { revision });
  expect((await guide.step('git.blame', { path, revision: 'side' })).lines.length).toBeGreaterThan(2);
  work.write(path, sum('console.log(a, b); return Number(a) + Number(b);'));
  work.git('add', '--', path);
  expect((await guide.step('git.conflict_list')).total).toBe(0);
  expect((await guide.step('file.text.search', { pattern: '<<<<<<<', paths: [path] })).total).toBe(0);
  expect((await guide.step('git.diff', { what: 'staged' })).patch.join('\n')).toContain('Number(a)');
  expect((await guide.step('dev.test.run')).passed).toBe(true);
  await guide.step('git.commit', { what: 'staged', message: 'Merge side: text counts as numbers' });
  expect(await guide.step('git.status')).toMatchObject({ operation: null, conflicted: [], clean: true });
  const subjects = (await guide.step('git.log')).map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(['numbers from text', 'say what is added']));
});
