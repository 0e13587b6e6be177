/** The default catalog passes every rule of the lint; above all, each of its lines finds the capability that it stands in. */
import { expect, it } from 'vitest';
import { compileDefault } from '../../scripts/build-snapshot.ts';
import { finderOf } from '../../src/cli/catalog-search.ts';
import { lintCatalog } from '../../src/compile/lint.ts';
import { languageSections } from '../search/language.ts';

it('is clean, and every alias and every situation finds its own capability among the first three', () => {
  const compiled = compileDefault(languageSections());
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  const find = finderOf(compiled);
  let asked = 0;
  const findings = lintCatalog(compiled.capabilities, (text, os) => {
    asked += 1;
    return find(text, os);
  });
  expect(findings.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  // Aliases and situations in two languages, about six each: a rule that asks nothing would be clean too.
  expect(asked).toBeGreaterThan(2500);
}, 180_000);
