/** What people ask of computers elsewhere: named where the catalog has it not, never in the way where it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Capability } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const searcher = (capabilities: Parameters<typeof compileCapabilities>[0], language = languageSections()) => {
  const ask = asker(openBytes(compileCapabilities(capabilities, { dictionary: language }).snapshot));
  return (query: string) => ask('search', { version: 'tool-search.v1', query }).json;
};

const GIT = [
  capability('git.pull', 'Pull a branch', 'Fetches the remote branch and merges it into the current one'),
  capability('git.branch_create', 'Create a branch', 'Creates a branch on top of a commit and switches to it'),
  capability('git.push', 'Push a branch', 'Sends the commits of a branch to the remote repository'),
];
const REBASE = capability('git.rebase', 'Rebase a branch', 'Replays the commits of a branch on top of another one');
const QUERY = 'rebase the branch onto another branch';

test('an operation that nothing here does is named, though its object is met', () => {
  const { resolution, hint } = searcher(GIT)(QUERY);
  expect(resolution).toBe('no_confident_match');
  expect(hint).toContain('"rebase a branch onto another"');
});

test('where the catalog has it, it is found', () => {
  const { abstained, candidates } = searcher([...GIT, REBASE])(QUERY);
  expect([abstained, candidates[0]?.canonical_path]).toEqual([false, 'git.rebase']);
});

test('a snapshot whose words know of no common operations answers as well', () => {
  const bare = languageSections().filter(({ name }) => !name.startsWith('elsewhere.'));
  const { candidates, hint } = searcher([...GIT, REBASE], bare)(QUERY);
  expect([candidates[0]?.canonical_path, hint ?? '']).toEqual([
    'git.rebase',
    expect.not.stringContaining('sounds like'),
  ]);
});

type Operation = { readonly en: readonly string[]; readonly zh: readonly string[] };
const read = (theme: string): Operation[] => {
  const path = join(import.meta.dirname, `../../catalog/lexicon/elsewhere/${theme}.yaml`);
  return parse(readFileSync(path, 'utf8')).operations;
};
const operations = ['git', 'mail', 'databases', 'video_audio', 'linux', 'documents'].flatMap(read);

/** One of an operation's phrases is asked; the others are what a capability of the same operation would say of itself. */
test.each(['en', 'zh'] as const)('a catalog of these very operations is not said to lack them, %s', (language) => {
  const full = operations.filter((operation) => operation[language].length > 2);
  const search = searcher(
    full.map((operation, at) => {
      const [title, , ...more] = operation[language];
      const aliases = { en: [], zh: [], [language]: more };
      const own = { title: { [language]: title }, summary: {}, aliases, pack: 'own.operation' };
      return capability(`own.operation.n${at}`, '', '', own as Partial<Capability>);
    }),
  );
  const answers = full.map((operation, at) => ({
    id: `own.operation.n${at}`,
    ...search(operation[language][1] as string),
  }));
  const found = answers.filter(({ id, candidates }) => candidates[0]?.canonical_path === id);
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ abstained }) => abstained).length / found.length).toBeLessThan(0.1);
});
