/** The house stands as planned; and each rule is shown to fail on a made-up file, so that a silent rule is noticed. */
import { describe, expect, test } from 'vitest';
import { circleFaults, floorFaults, lengthFaults, nameFaults, worldFaults } from './rules.ts';
import { readSource, sourceFiles } from './source-file.ts';

const files = sourceFiles('src', 'scripts');

describe('the house', () => {
  test('has rooms to check', () => expect(files.length).toBeGreaterThan(20));
  test('imports go strictly down', () => expect(floorFaults(files)).toEqual([]));
  test('nothing goes round in a circle', () => expect(circleFaults(files)).toEqual([]));
  test('only the outer rooms touch the world', () => expect(worldFaults(files)).toEqual([]));
  test('file names say what is inside', () => expect(nameFaults([...files, ...sourceFiles('test')])).toEqual([]));
  test('no file is too long', () => expect(lengthFaults([...files, ...sourceFiles('test')])).toEqual([]));
});

describe('each rule can fail', () => {
  const fault = (path: string, text: string) => readSource(path, text);

  test.each([
    ['a way up', 'src/text/a.ts', "import { x } from '../search/b.ts';"],
    ['a way up for a type', 'src/text/a.ts', "import type { X } from '../search/b.ts';"],
    ['a way up inside a type', 'src/text/a.ts', "export type X = import('../search/b.ts').X;"],
    ['a way up on demand', 'src/text/a.ts', "export const f = () => import('../search/b.ts');"],
    ['a way up by handing on', 'src/text/a.ts', "export { x } from '../search/b.ts';"],
    ['a sibling', 'src/search/a.ts', "import { x } from '../run/b.ts';"],
    ['a sibling the other way round', 'src/reason/a.ts', "import { x } from '../contract/b.ts';"],
    ['a room outside the plan', 'src/attic/a.ts', ''],
    ['a target that is computed', 'src/text/a.ts', 'export const f = (name: string) => import(name);'],
  ])('%s', (_title, path, text) => expect(floorFaults([fault(path, text)])).toHaveLength(1));

  test('the one look sideways is allowed', () => {
    expect(floorFaults([fault('src/contract/a.ts', "import { x } from '../reason/b.ts';")])).toEqual([]);
  });

  test('a circle', () => {
    const one = fault('src/text/a.ts', "import type { x } from './b.ts';");
    const two = fault('src/text/b.ts', "export * from './a.ts';");
    expect(circleFaults([one, two])).toEqual(['src/text/a.ts → src/text/b.ts → src/text/a.ts']);
  });

  test.each([
    ['disk', "import { readFileSync } from 'node:fs';"],
    ['processes', "import { execa } from 'execa';"],
    ['the process', 'export const a = process.argv;'],
    ['the process by its global', 'export const a = globalThis.process;'],
    ['the clock', 'export const now = () => new Date();'],
    ['chance', 'export const roll = () => Math.random();'],
    ['locale', 'export const f = (a: string, b: string) => a.localeCompare(b);'],
    ['locale of a part', "export const f = (a: { b: string }) => a.b.localeCompare('x');"],
    ['a hash', "import { createHash } from 'node:crypto';"],
  ])('%s', (_title, text) => expect(worldFaults([fault('src/search/a.ts', text)]).length).toBeGreaterThan(0));

  test('a property that is merely called so is allowed', () => {
    expect(worldFaults([fault('src/search/a.ts', 'export const a = { process: 1, Date: 2 }; a.process;')])).toEqual([]);
  });

  test('an empty name and a long file', () => {
    expect(nameFaults([fault('src/text/utils.ts', '')])).toHaveLength(1);
    expect(lengthFaults([fault('src/text/a.ts', '\n'.repeat(301))])).toHaveLength(1);
  });
});
