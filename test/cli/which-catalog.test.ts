/** A catalog that a file or a variable put in the place of the one inside says so to a person, and to nobody else. */
import { expect, test } from 'vitest';
import type { CatalogFiles } from '../../src/cli/host.ts';
import { commandLine, NO_FILES, TERMINAL } from './command-line.ts';

const LINE = 'Catalog: /team/my.snapshot, by CAP_SNAPSHOT or .cap.json; not the one inside.\n';

const catalog: CatalogFiles = { ...NO_FILES, chosen: (file) => file ?? '/team/my.snapshot' };

test.each([
  ['a search', ['search', 'echo']],
  ['a list', ['list']],
  ['an inspection', ['inspect', 'text.echo']],
  ['a plan', ['run', 'text.echo', '--text', 'a', '--dry-run']],
  ['an id that is not in it', ['run', 'system.port.who']],
  ['another that is not in it', ['inspect', 'system.port.who']],
])('%s', async (_what, argv) => {
  const shown = await commandLine(argv, { catalog, terminal: TERMINAL });
  expect(`${shown.out}${shown.err}`.endsWith(LINE)).toBe(true);
  const json = await commandLine([...argv, '--json'], { catalog, terminal: TERMINAL });
  expect(`${json.out}${json.err}`).not.toContain('Catalog:');
  const named = await commandLine([...argv, '--snapshot', 'my.snapshot'], { catalog, terminal: TERMINAL });
  expect(`${named.out}${named.err}`).not.toContain('Catalog:');
});
