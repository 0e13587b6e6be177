/** The default catalog passes every rule of the lint; above all, each of its lines finds the capability that it stands in. */
import { expect, it } from 'vitest';
import { finderOf } from '../../src/cli/catalog-search.ts';
import { lintCatalog } from '../../src/compile/lint.ts';
import { defaultBytes, defaultCapabilities } from './default-catalog.ts';

it('is clean, and every alias and every situation finds its own capability among the first three', () => {
  const find = finderOf({ snapshot: defaultBytes() });
  let asked = 0;
  const findings = lintCatalog(defaultCapabilities(), (text, os) => {
    asked += 1;
    return find(text, os);
  });
  expect(findings.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  // Aliases and situations in two languages, about six each: a rule that asks nothing would be clean too.
  expect(asked).toBeGreaterThan(2500);
}, 180_000);
