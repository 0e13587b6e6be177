/** The measures of a text, held against slower and plainer ways to take them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codePoints,
  escapeForbidden,
  forbiddenCharacter,
  harmless,
  isOneLine,
  ONE_LINE,
  utf8Bytes,
} from '../../src/contract/text-limits.ts';

const LINE = new RegExp(ONE_LINE);

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('measures', () => {
  test('code points and bytes of well-formed text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.toWellFormed();
        expect(codePoints(whole)).toBe([...whole].length);
        expect(utf8Bytes(whole)).toBe(new TextEncoder().encode(whole).length);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['', 0, 0],
    ['a\u007f\u0080\u07ff\u0800\uffff', 6, 1 + 1 + 2 + 2 + 3 + 3],
    ['\ue000\ud7ff', 2, 6],
    ['😀é端', 3, 4 + 2 + 3],
  ])('%j', (text, points, bytes) => expect([codePoints(text), utf8Bytes(text)]).toEqual([points, bytes]));
});

describe('forbidden characters', () => {
  test('every code unit: the loop, the published pattern and the search say the same', () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const text = `a${String.fromCharCode(unit)}b`;
      const clean = LINE.test(text);
      if (isOneLine(text) !== clean || (forbiddenCharacter(text) === null) !== clean)
        throw new Error(unit.toString(16));
    }
  });

  test.each([
    ['a\tb', 'U+0009'],
    ['\n', 'U+000A'],
    ['x\u0000', 'U+0000'],
    ['\u007f', 'U+007F'],
    ['\u009f', 'U+009F'],
    ['ab\u202e\u2066', 'U+202E'],
    ['\u2069', 'U+2069'],
    ['\u200e', 'U+200E'],
    ['\u061c', 'U+061C'],
    ['\u2029', 'U+2029'],
    ['\ufeff', 'U+FEFF'],
  ])('%j: the first one is %s', (text, name) => {
    expect(forbiddenCharacter(text)).toBe(name);
    expect(LINE.test(text)).toBe(false);
    expect(harmless(text, 80)).toContain(`(${name})`);
  });

  test.each(['', 'plain', '端口 ｇｉｔ　é', 'שלום مرحبا', '👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 👍\u{1f3fd}', '\u00a0'])(
    '%j has none',
    (text) => {
      expect(forbiddenCharacter(text)).toBeNull();
      expect(LINE.test(text)).toBe(true);
      expect(harmless(text, 80)).toBe(text);
    },
  );

  test.each([
    ['a\u00adb', 'U+00AD'],
    ['x\u200by', 'U+200B'],
    ['x\u200dy', 'U+200D'],
    ['\u2060', 'U+2060'],
    ['a\u3164', 'U+3164'],
    ['❤\ufe0f\ufe0e', 'U+FE0E'],
    ['a\ufe0f', 'U+FE0F'],
    ['hi\u{e0041}', 'U+E0041'],
    ['a\u{e0100}', 'U+E0100'],
  ])('%j may be in a request, and is named where it is shown: %s', (text, name) => {
    expect(LINE.test(text)).toBe(true);
    expect(harmless(text, 80)).toContain(`(${name})`);
    const json = JSON.stringify({ text });
    expect(escapeForbidden(json)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    expect(JSON.parse(escapeForbidden(json))).toEqual({ text });
  });

  test('what nobody can see is named, whatever it is', () => {
    for (let point = 0; point <= 0x10_ffff; point += 1) {
      const text = String.fromCodePoint(point);
      if (
        /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Cc}|\p{Zl}|\p{Zp}/u.test(text) &&
        harmless(`a${text}`, 80).length < 8
      )
        throw new Error(point.toString(16));
    }
  });

  test('what is shown of any text is short, whole and free of them', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const shown = harmless(text, limit);
        expect(shown.isWellFormed()).toBe(true);
        expect(forbiddenCharacter(shown)).toBeNull();
        // Each unit may become a name of eight.
        expect(shown.length).toBeLessThanOrEqual(limit * 8);
      }),
      { numRuns: 2_000 },
    );
  });
});
