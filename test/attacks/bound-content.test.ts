/**
 * What stands at a path is bound by a yes with what is in it: another content of the same file, something put below a
 * directory that is taken as a whole, another thing that a plan says would be touched. Nothing of it is executed.
 */
import { appendFileSync, chmodSync, mkdirSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { treeBelow } from '../../src/platform/tree-below.ts';
import { UNSEEN_TREE } from '../../src/run/ports.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, openBench, waiting } from '../run/capabilities.ts';

let bench: Bench;
const at = (path: string) => join(bench.home, path);
beforeEach(() => {
  bench = openBench();
  mkdirSync(at('d/deep'), { recursive: true });
  mkdirSync(at('dist'));
  for (const file of ['a', 'b.test.js', 'd/deep/x']) writeFileSync(at(file), 'good');
  writeFileSync(at('package.json'), '{}');
});
afterEach(() => bench.close());

/** In its place, as long as before, and with the time that it had. */
const rewrite = (path: string) => {
  const { atime, mtime } = statSync(at(path));
  writeFileSync(at(path), 'evil');
  utimesSync(at(path), atime, mtime);
};

async function refusedAfter(change: () => void, id: string, args: JsonObject) {
  const asked = waiting(await bench.call(loadCapability(id), args));
  change();
  const outcome = await bench.call(loadCapability(id), args, { confirmation_token: asked.token });
  expect(outcome).toMatchObject({ kind: 'refusal', reason: 'denied', executed: false });
  return outcome;
}

const FILES: readonly (readonly [id: string, args: JsonObject, file: string])[] = [
  ['file.copy', { sources: ['a'], destination: 'copy' }, 'a'],
  ['file.move', { sources: ['a'], destination: 'moved' }, 'a'],
  ['file.trash', { paths: ['a'] }, 'a'],
  ['file.archive.create', { paths: ['a'], output: 'a.zip' }, 'a'],
  ['dev.test.run_file', { path: 'b.test.js' }, 'b.test.js'],
];

it.each(FILES)('a yes is for no other content of a file: %s %j', async (id, args, file) => {
  expect(await refusedAfter(() => rewrite(file), id, args)).toMatchObject({
    received: 'another set of files where its paths lead',
  });
});

const TREES: readonly (readonly [id: string, args: JsonObject])[] = [
  ['file.copy', { sources: ['d'], destination: 'copy' }],
  ['file.move', { sources: ['d'], destination: 'moved' }],
  ['file.trash', { paths: ['d'] }],
  ['file.archive.create', { paths: ['d'], output: 'a.zip' }],
  ['file.permissions_set', { paths: ['d'], mode: '700', recursive: true }],
  ['file.text.replace', { paths: ['d'], pattern: 'good', replacement: 'bad' }],
];

describe.each(TREES)('a yes for a directory as a whole: %s %j', (id, args) => {
  it.each<[string, () => void]>([
    ['with another content', () => rewrite('d/deep/x')],
    ['with more in it', () => writeFileSync(at('d/deep/y'), '')],
    ['with other rights in it', () => chmodSync(at('d/deep/x'), 0o600)],
  ])('is for none %s', async (_name, change) => {
    await refusedAfter(change, id, args);
  });
});

it.each<[id: string, args: JsonObject, () => void]>([
  [
    'file.rename_batch',
    { path: '.', pattern: 'a', replacement: 'b', preview: false, include: ['a*'] },
    () => writeFileSync(at('a2'), ''),
  ],
  ['dev.build.clean', { directory: '.' }, () => appendFileSync(at('dist/more'), 'x')],
])('a yes is for what the plan shows: %s %j', async (id, args, change) => {
  expect(await refusedAfter(change, id, args)).toMatchObject({
    received: expect.stringContaining('another state of what it would touch'),
  });
});

it('a tree is looked through within bounds, and what is not is said to whoever is asked', async () => {
  expect(treeBelow(realpathSync(at('d')), 2)).toMatch(/^2 entries [0-9a-f]{64}$/);
  expect(treeBelow(realpathSync(at('d')), 1)).toBe(UNSEEN_TREE);
  expect(treeBelow(at('a'))).toBeUndefined();
  expect(treeBelow(at('none'))).toBeUndefined();
});
