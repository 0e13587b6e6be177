/** Common operations: what is wrong in their files is said with its place, and the order of files and operations is nothing. */
import { expect, test } from 'vitest';
import { compileElsewhere } from '../../src/compile/elsewhere.ts';

const file = (name: string, text: string) => ({
  path: `lexicon/elsewhere/${name}`,
  bytes: new TextEncoder().encode(`version: 1\noperations:\n${text}`),
});
const rebase = '  - {en: [rebase a branch, replay my commits], zh: [变基], symptoms: [CONFLICT during rebase]}\n';
const clone = '  - {en: [clone a repository], zh: [克隆仓库]}\n';

test('no files, no sections; other files of a catalog are none of its business', () => {
  expect(compileElsewhere([], [])).toEqual([]);
  expect(compileElsewhere([{ path: 'lexicon/vocabulary.yaml', bytes: new Uint8Array() }], [])).toEqual([]);
});

test.each([
  ['an operation given twice', rebase + rebase, 'lexicon/elsewhere/a.yaml:4:11 duplicate_id'],
  ['one without an English phrase', '  - {en: [], zh: [变基]}\n', 'lexicon/elsewhere/a.yaml:3:10 bad_value'],
  ['an unknown key', '  - {en: [x], zh: [], also: 1}\n', 'lexicon/elsewhere/a.yaml:3:23 unknown_field'],
  ['a phrase that is no text', '  - {en: [1], zh: []}\n', 'lexicon/elsewhere/a.yaml:3:11 wrong_type'],
])('%s', (_title, text, expected) => {
  const found = compileElsewhere([file('a.yaml', text)], []).map((one) =>
    'reason' in one ? `${one.file}:${one.line}:${one.column} ${one.reason}` : one.name,
  );
  expect(found).toEqual([expected]);
});

test('the same bytes in whatever files and order', () => {
  const [one, two] = [file('a.yaml', rebase), file('b.yaml', clone)];
  expect(compileElsewhere([two, one], [])).toEqual(compileElsewhere([file('c.yaml', rebase + clone)], []));
});
