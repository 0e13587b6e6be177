/** Reading the lexicon: what is wrong in it is said with its place. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/compile/diagnostic.ts';
import { compileLexicon } from '../../src/compile/lexicon.ts';
import type { NumericSection } from '../../src/text/views.ts';

const theme = (path: string, text: string) => ({
  path: `lexicon/concepts/${path}`,
  bytes: new TextEncoder().encode(text),
});
const a = (line: string) =>
  theme('a.yaml', `version: 1\nconcepts:\n  - {id: one, kind: noun, zh: [一], en: [one]}\n  - ${line}\n`);
const reasons = (...sources: Parameters<typeof compileLexicon>[0]) =>
  (compileLexicon(sources) as Diagnostic[]).map(
    ({ file, line, column, reason }) => `${file}:${line}:${column} ${reason}`,
  );

test('no themes, no sections', () => expect(compileLexicon([])).toEqual([]));

test('other files of a catalog are none of its business', () => {
  expect(compileLexicon([{ path: 'lexicon/vocabulary.yaml', bytes: new Uint8Array() }])).toEqual([]);
});

test.each([
  ['an id given twice', '{id: one, kind: noun, zh: [二], en: [two]}', 'lexicon/concepts/a.yaml:4:10 duplicate_id'],
  [
    'an unknown part',
    '{id: two, kind: noun, zh: [二], en: [two], parts: [three]}',
    'lexicon/concepts/a.yaml:4:55 unknown_reference',
  ],
  ['a surface of two', '{id: two, kind: noun, zh: [二], en: [one]}', 'lexicon/concepts/a.yaml:4:41 duplicate_key'],
  ['an unknown kind', '{id: two, kind: thing, zh: [二], en: [two]}', 'lexicon/concepts/a.yaml:4:21 bad_value'],
  [
    'an unknown key',
    '{id: two, kind: noun, zh: [二], en: [two], also: [x]}',
    'lexicon/concepts/a.yaml:4:47 unknown_field',
  ],
])('%s', (_title, line, expected) => expect(reasons(a(line))).toEqual([expected]));

test('a surface of two that is listed as ambiguous is right', () => {
  const listed = theme('b.yaml', 'version: 1\nconcepts: []\nambiguous:\n  - {en: one, ids: [one, two]}\n');
  const sections = compileLexicon([a('{id: two, kind: noun, zh: [二], en: [one]}'), listed]);
  expect(sections.every((section) => 'data' in section)).toBe(true);
});

test('the order of the files does not matter', () => {
  const b = theme('b.yaml', 'version: 1\nconcepts:\n  - {id: three, kind: verb, zh: [三], en: [three]}\n');
  const one = a('{id: two, kind: noun, zh: [二], en: [two]}');
  expect(compileLexicon([b, one])).toEqual(compileLexicon([one, b]));
});

test.each(['elsewhere/mail.yaml', 'vocabulary.yaml'])('its hash is of everything in it: %s', (path) => {
  const hashBeside = (text: string) =>
    (
      compileLexicon([
        a('{id: two, kind: noun, zh: [二], en: [two]}'),
        { path: `lexicon/${path}`, bytes: new TextEncoder().encode(text) },
      ]) as NumericSection[]
    ).find(({ name }) => name === 'lexicon.hash')?.data;
  expect(hashBeside('one')).not.toEqual(hashBeside('two'));
});

test('its hash is of nothing else', () => {
  const hashBeside = (text: string) =>
    compileLexicon([
      a('{id: two, kind: noun, zh: [二], en: [two]}'),
      { path: 'media.yaml', bytes: new TextEncoder().encode(text) },
    ]);
  expect(hashBeside('one')).toEqual(hashBeside('two'));
});
