/** Policies as the README shows them are policies: whoever pastes one is not locked out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePolicy } from '../../src/policy/compile-policy.ts';
import { MODES } from '../../src/policy/policy.ts';
import { policyForm } from '../../src/policy/policy-form.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
/** Indented blocks that say which version they are. */
const BLOCKS = [...README.matchAll(/^(?: {4}.*\n|\n)*? {4}version: policy\.v1\n(?: {4}.*\n)*/gm)].map(([block]) =>
  block.replaceAll(/^ {4}/gm, ''),
);

test('there are some', () => expect(BLOCKS.length).toBeGreaterThanOrEqual(3));

const complaints = (text: string, value: object = parse(text)) => {
  // The file that the block names is the one that it is pasted into.
  const level = text.includes('.cap-policy.yaml') ? 'project' : 'user';
  const policy = compilePolicy([{ level, file: 'policy.yaml', value }]);
  return Array.isArray(policy) ? policy : [];
};

test.each(BLOCKS)('%s', (text) => expect(complaints(text)).toEqual([]));

test('what the comment of the mode offers holds in the very file, and what it gives to other files does not', () => {
  const shown = BLOCKS.filter((text) => /^mode:/m.test(text));
  expect(shown.length).toBeGreaterThan(0);
  for (const text of shown) {
    const [, offered = '', elsewhere = ''] = /^mode:.*?# or ([^;\n]*)(.*)$/m.exec(text) ?? [];
    const named = MODES.filter((mode) => `${offered}${elsewhere}`.includes(mode));
    expect(named.length).toBeGreaterThan(1);
    for (const mode of named) {
      expect([mode, complaints(text, { ...parse(text), mode }).length]).toEqual([mode, offered.includes(mode) ? 0 : 1]);
    }
  }
});

test('the conditions that a comment names are conditions', () => {
  const names = BLOCKS.flatMap((text) => /^.*applies_to:.*# also (.*)$/m.exec(text)?.[1]?.split(', ') ?? []);
  expect(names.length).toBeGreaterThan(3);
  const rule = (name: string) => ({ name: 'a', applies_to: { [name]: [] }, execute: 'deny', must_match: ['a'] });
  const value = { version: 'policy.v1', rules: names.map(rule) };
  const unknown = (policyForm.safeParse(value).error?.issues ?? []).filter(({ code }) => code === 'unrecognized_keys');
  expect(unknown).toEqual([]);
});
