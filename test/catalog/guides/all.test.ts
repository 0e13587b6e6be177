/** Each guide of the catalog is followed by a test of this folder, on a situation that is really broken. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileDefault } from '../../../scripts/build-snapshot.ts';

it('there are fifteen, and none is only read', () => {
  const compiled = compileDefault(null);
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  const guides = compiled.capabilities.filter(({ type }) => type === 'recipe').map(({ id }) => id);
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  expect(guides).toHaveLength(15);
  const followed = (id: string) => tests.includes(`follow('${id}')`) || tests.includes(`followGuide('${id}'`);
  expect(guides.filter((id) => !followed(id))).toEqual([]);
});
