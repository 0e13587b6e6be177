import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHan, isHan } from '../../src/text/characters.ts';
import { foldCase, foldLatin, normalize } from '../../src/text/normalize.ts';

test.each([
  ['full width', 'ｇｉｔ　ｌｏｇ？', 'git log?'],
  ['half width kana', 'ｶﾞｲﾄﾞ', 'ガイド'],
  ['ligatures and superscripts', 'ﬁle²', 'file2'],
  ['a compatibility ideograph', '\uf9dd', '\u5229'],
  ['a Kangxi radical', '\u2f08', '\u4eba'],
  ['variation selectors', '葛\u{e0100}飾\ufe00', '葛飾'],
  ['zero-width characters and soft hyphens', '端\u200b口 de\u00adlete \u2060a', '端口 delete a'],
  ['marks of direction', '\u202eabc\u202c', 'abc'],
  ['white space of all kinds', ' \t a\r\n\u00a0b\u2003\u3000c\u0085 ', 'a b c'],
  ['controls', 'a\0b\u001fc', 'a b c'],
  ['decomposed letters', 'cafe\u0301', 'café'],
  ['a selector between a letter and its mark', 'e\ufe0f\u0301', 'é'],
  ['case is kept', 'findSymbol', 'findSymbol'],
  ['nothing', '', ''],
  ['spaces only', '  \n ', ''],
  ['two spaces in plain text', 'a  b', 'a b'],
])('%s', (_name, text, expected) => {
  expect(normalize(text)).toBe(expected);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({
    unit: fc.constantFrom(
      ' ',
      'e',
      '\u0301',
      '\ufe0f',
      '\u200d',
      '\u3000',
      '\u00a8',
      '\u1100',
      '\u1161',
      '\ud800',
      '\udc00',
      'İ',
    ),
  }),
);

test('once is enough', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normalize(text);
      expect(normalize(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

test('foldings are idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const word = normalize(text);
      expect(foldCase(foldCase(word))).toBe(foldCase(word));
      expect(foldLatin(foldLatin(word))).toBe(foldLatin(word));
    }),
    { numRuns: 2000 },
  );
});

test('case is folded without a locale', () => {
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδοσ'));
  expect(foldCase('ПРОЦЕСС')).toBe('процесс');
  expect(foldLatin('ISTANBUL')).toBe('istanbul');
  expect(foldLatin('İstanbul')).toBe('istanbul');
  expect(foldLatin('Straße')).toBe('strasse');
  expect(foldLatin('Łódź')).toBe('lodz');
  expect(foldLatin('CAFÉ')).toBe('cafe');
});

test('an ideograph of any block is Han, and only those', () => {
  const han = [0x3005, 0x3007, 0x3021, 0x2e80, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff];
  const supplementary = [
    0x20000, 0x2a6df, 0x2a700, 0x2b740, 0x2b820, 0x2ceb0, 0x2ebf0, 0x2f800, 0x30000, 0x31350, 0x323b0,
  ];
  expect([...han, ...supplementary].filter((code) => !isHan(code))).toEqual([]);
  const others = [
    0x41, 0x3001, 0x3042, 0x30a2, 0x30fb, 0x4dc0, 0xac00, 0xd840, 0xe000, 0xff0c, 0x1f600, 0xe0100, 0x10ffff,
  ];
  expect(others.filter(isHan)).toEqual([]);
  expect([hasHan('git 日志'), hasHan('𠀀'), hasHan('git log かな'), hasHan('')]).toEqual([true, true, false, false]);
});
