import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../../src/text/analyze.ts';
import { foldLatin, normalize } from '../../src/text/normalize.ts';
import { type Token, TokenClass } from '../../src/text/token.ts';
import { smallDictionary } from './dictionary.ts';

const dictionary = smallDictionary();

const mixture = fc.constantFrom(
  ...[
    '查询',
    '端口',
    '後',
    '記',
    '𠀀',
    'git',
    'Find',
    'URLs',
    "don't",
    '’s',
    '3',
    '10',
    '_',
    '.',
    '-',
    ' ',
    '　',
    '\u0301',
    '\ufe0f',
    'é',
  ],
  ...['ガ', 'ﾞ', '한', 'ไทย', 'Привет', 'Σς', '🙂', '\ud83d', '\udc00', '\0', '+', '#', 'İ', 'ß', 'ﬁ', '①', '㍿', '﷽'],
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.array(mixture, { maxLength: 20 }).map((parts) => parts.join('')),
);

test('any string at all gives tokens in order, within the text, none of them empty', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const length = normalize(text).length;
      let previous: Token | undefined;
      for (const token of analyze(text, dictionary)) {
        expect(token.position).toBeGreaterThanOrEqual(previous?.position ?? 0);
        expect(token.position - (previous?.position ?? 0)).toBeLessThanOrEqual(2);
        expect(token.term.length).toBeGreaterThan(1);
        expect(token.start).toBeGreaterThanOrEqual(0);
        expect(token.end).toBeGreaterThan(token.start);
        expect(token.end).toBeLessThanOrEqual(length);
        previous = token;
      }
    }),
    { numRuns: 3000 },
  );
});

test('a normalised text gives the same tokens', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(analyze(normalize(text), dictionary)).toEqual(analyze(text, dictionary));
    }),
    { numRuns: 2000 },
  );
});

test('half and full width agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      const wide = text
        .replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
        .replaceAll(' ', '\u3000');
      expect(analyze(wide, dictionary)).toEqual(analyze(text, dictionary));
    }),
  );
});

test('the pieces of an identifier add up to it', () => {
  const part = fc.constantFrom('find', 'Symbol', 'HTTP', 'URLs', 'x', '3', '10', '2024', 'é', 'Ö', 'sha256', "don't");
  const joiner = fc.constantFrom('', '_', '__', '-', '.');
  fc.assert(
    fc.property(fc.array(fc.tuple(part, joiner), { minLength: 1, maxLength: 6 }), (parts) => {
      const text = normalize(parts.flat().join(''));
      const tokens = analyze(text, dictionary);
      for (const whole of tokens.filter((token) => token.cls === TokenClass.IDENTIFIER)) {
        const slices = pieces(tokens, whole).map((piece) => foldLatin(text.slice(piece.start, piece.end)));
        expect(slices.join('')).toBe(whole.term.slice(1).replaceAll('.', ''));
      }
    }),
    { numRuns: 1000 },
  );
});

/** Of each position inside the identifier its shortest word or number: what names a brand as one word is longer. */
function pieces(tokens: readonly Token[], whole: Token): Token[] {
  const byPosition = new Map<number, Token>();
  for (const token of tokens) {
    const isPiece = token.cls === TokenClass.WORD_EN || token.cls === TokenClass.NUMBER;
    if (!isPiece || token.start < whole.start || token.end > whole.end) continue;
    const known = byPosition.get(token.position);
    if (known === undefined || token.end < known.end) byPosition.set(token.position, token);
  }
  return [...byPosition.values()];
}
