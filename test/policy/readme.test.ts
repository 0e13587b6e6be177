/** Policies as the README shows them are policies: whoever pastes one is not locked out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePolicy } from '../../src/policy/compile-policy.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
/** Indented blocks that say which version they are. */
const BLOCKS = [...README.matchAll(/^(?: {4}.*\n|\n)*? {4}version: policy\.v1\n(?: {4}.*\n)*/gm)].map(([block]) =>
  block.replaceAll(/^ {4}/gm, ''),
);

test('there are some', () => expect(BLOCKS.length).toBeGreaterThanOrEqual(3));

test.each(BLOCKS)('%s', (text) => {
  const policy = compilePolicy([{ level: 'user', file: 'policy.yaml', value: parse(text) }]);
  expect(Array.isArray(policy) ? policy : []).toEqual([]);
});
