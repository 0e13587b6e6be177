/** The list of attacks names places that are there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (.+?) +\| `(test\/.+?)` +\| (.+?) +\|$/.exec(line))
  .filter((row) => row !== null);

it('each attack stands where the list says', () => {
  const missing = rows.filter(([, , file = '', words = '']) => !readFileSync(join(ROOT, file), 'utf8').includes(words));
  expect(missing.map(([line]) => line)).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
});
