/**
 * Every action of the catalog is executed by a test: executed.json says by which, and each of those files fails when it
 * does not (executions.ts). To make the table anew: CAP_NOTE_EXECUTED=FILE npx vitest run test/catalog.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { defaultCapabilities } from './default-catalog.ts';
import table from './executed.json' with { type: 'json' };

/** A test file is held to the table when it takes one of these: they bring executions.ts along. */
const HELD = /run-capability|run-checked|git-fixture|maintenance-bench|network-servers|file-bench|media-fixture/;

it('219 of 219: each action stands in the table, each guide in its own tests', () => {
  const of = (type: string) =>
    defaultCapabilities()
      .filter((one) => one.type === type)
      .map(({ id }) => id);
  const [actions, guides] = [of('action'), of('recipe')];
  expect(Object.keys(table)).toEqual(actions);
  expect(actions.length + guides.length).toBe(219);
});

it('each file of the table is held to it', () => {
  for (const file of new Set(Object.values(table))) expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(HELD);
});
