/** What is inside the executable: its scripts are read as one byte a character, so each must be ASCII and mean the same. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asciiScript, bundlePath } from '../../scripts/build/bundle.ts';
import { ask, documentOf } from './executable.ts';

test.each(['start', 'main', 'cold', 'tools'] as const)('the script %s is ASCII', (name) => {
  const bytes = readFileSync(bundlePath(name));
  expect(bytes.length).toBeGreaterThan(100);
  expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
});

test('escaping keeps the meaning of expressions and strings', () => {
  const source = 'return [/^[:：]错|😀$/u.test("错"), /[、，]/.test("，"), "…é"];';
  const escaped = asciiScript(source);
  expect(escaped).toMatch(/^[\0-\x7f]*$/);
  expect(new Function(escaped)()).toEqual(new Function(source)());
});

test('Chinese punctuation parts the ids of one query', async () => {
  const given = await ask('search', { version: 'tool-search.v1', query: 'git.log、git.push 和 git.status' });
  const { candidates } = documentOf(given) as unknown as { candidates: { canonical_path: string }[] };
  expect(candidates.map((candidate) => candidate.canonical_path)).toEqual(['git.log', 'git.push', 'git.status']);
});
