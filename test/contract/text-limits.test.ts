/** The measures of a text, held against slower and plainer ways to take them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codePoints,
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

  test.each(['', 'plain', '端口 ｇｉｔ　é', 'שלום مرحبا', '👩\u200d💻 a\u00adb', '\u00a0'])('%j has none', (text) => {
    expect(forbiddenCharacter(text)).toBeNull();
    expect(LINE.test(text)).toBe(true);
    expect(harmless(text, 80)).toBe(text);
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
