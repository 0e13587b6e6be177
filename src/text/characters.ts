/**
 * What kind of character a code point is, for taking a text apart. A table of ours instead of `\p{…}`: such a pattern
 * costs 2.6 ms at its first use in a fresh process, and its answer changes with the Unicode version of the runtime.
 */

/** Kinds of character. */
export const Kind = {
  /** White space, punctuation, symbols, emoji, controls, private use, lone surrogates: never part of a token. */
  SEPARATOR: 0,
  LATIN: 1,
  /** ASCII digits; NFKC brings full width and styled ones here. */
  DIGIT: 2,
  HAN: 3,
  /** Letters of scripts that write words without spaces, or whose words are best met by halves: kana, hangul, thai. */
  SPACELESS: 4,
  /** Letters of any other script. */
  LETTER: 5,
  /** Combining diacritics: part of the word they follow. */
  MARK: 6,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** The kind of a code point; a lone surrogate is a SEPARATOR. */
export function kindOf(codePoint: number): Kind {
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return Kind.HAN;
  if (codePoint < 0x80) return asciiKind(codePoint);
  let low = 0;
  let high = RANGES.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((RANGES[middle * 2] as number) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return RANGES[low * 2 + 1] as Kind;
}

/** True for an ideograph of any block: unified, extensions A to J, compatibility, radicals, 〇 and 々. */
export function isHan(codePoint: number): boolean {
  return kindOf(codePoint) === Kind.HAN;
}

/** True where the text holds an ideograph: how a query's language is told. */
export function hasHan(text: string): boolean {
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i) as number;
    if (codePoint >= 0x2e80 && isHan(codePoint)) return true;
    i += codePoint > 0xffff ? 2 : 1;
  }
  return false;
}

function asciiKind(code: number): Kind {
  if (code >= 0x61 && code <= 0x7a) return Kind.LATIN;
  if (code >= 0x41 && code <= 0x5a) return Kind.LATIN;
  if (code >= 0x30 && code <= 0x39) return Kind.DIGIT;
  return Kind.SEPARATOR;
}

/**
 * Where a range begins, and its kind, by turns; ascending. Drawn by block, with the punctuation that stands inside a
 * script's block cut out where texts use it.
 */
// biome-ignore format: one line a group of blocks
const RANGES = [
  // Latin-1 to IPA, modifier letters, diacritics, Greek, Cyrillic, Armenian, Hebrew
  0x80, 0, 0xc0, 1, 0xd7, 0, 0xd8, 1, 0xf7, 0, 0xf8, 1, 0x2b0, 0, 0x300, 6, 0x370, 5, 0x37e, 0, 0x37f, 5, 0x55a, 0,
  0x560, 5, 0x589, 0, 0x591, 5,
  // Arabic and Syriac with their commas and stops, Indic scripts with their dandas
  0x600, 0, 0x610, 5, 0x61b, 0, 0x620, 5, 0x66a, 0, 0x66e, 5, 0x6d4, 0, 0x6d5, 5, 0x700, 0, 0x710, 5, 0x964, 0,
  0x966, 5,
  // Thai, Lao, Tibetan, Myanmar; Georgian; Hangul jamo; Ethiopic; Khmer; Mongolian; Tai; Indonesian scripts
  0xe01, 4, 0xe3f, 0, 0xe40, 4, 0xe4f, 0, 0xe50, 4, 0xe5a, 0, 0xe81, 4, 0xf01, 0, 0xf18, 4, 0x104a, 0, 0x1050, 4,
  0x10a0, 5, 0x1100, 4, 0x1200, 5, 0x1360, 0, 0x1369, 5, 0x1780, 4, 0x17d4, 0, 0x17d7, 4, 0x17d8, 0, 0x17dc, 4,
  0x1800, 0, 0x180b, 5, 0x1950, 4, 0x19e0, 5, 0x1ab0, 6, 0x1b00, 5, 0x1dc0, 6,
  // Latin additional, Greek extended, all symbols and punctuation, Glagolitic to Cyrillic extended
  0x1e00, 1, 0x1f00, 5, 0x2000, 0, 0x2c00, 5, 0x2c60, 1, 0x2c80, 5, 0x2e00, 0,
  // Radicals, iteration mark, zero, Hangzhou numerals, kana, Bopomofo, Hangul letters
  0x2e80, 3, 0x2fe0, 0, 0x3005, 3, 0x3006, 0, 0x3007, 3, 0x3008, 0, 0x3021, 3, 0x302a, 0, 0x3031, 4, 0x3036, 0,
  0x3038, 3, 0x303c, 0, 0x3041, 4, 0x3099, 6, 0x309b, 0, 0x309d, 4, 0x30a0, 0, 0x30a1, 4, 0x30fb, 0, 0x30fc, 4,
  0x3190, 0, 0x31a0, 4, 0x31c0, 0, 0x31f0, 4, 0x3200, 0,
  // Ideographs, Yi and others, Hangul syllables, surrogates and private use
  0x3400, 3, 0x4dc0, 0, 0x4e00, 3, 0xa000, 5, 0xa490, 0, 0xa4d0, 5, 0xa717, 1, 0xa800, 5, 0xa960, 4, 0xa980, 5,
  0xab30, 1, 0xab70, 5, 0xac00, 4, 0xd800, 0, 0xf900, 3,
  // Presentation forms and half width, which NFKC folds for the most part
  0xfb00, 5, 0xfd3e, 0, 0xfd50, 5, 0xfe00, 0, 0xfe20, 6, 0xfe30, 0, 0xfe70, 5, 0xfeff, 0, 0xff66, 4, 0xffe0, 0,
  // Other planes: scripts, kana supplement, symbols and styled letters, scripts, symbols and emoji, ideographs
  0x10000, 5, 0x1b000, 4, 0x1b170, 5, 0x1cc00, 0, 0x1df00, 1, 0x1e000, 5, 0x1ec70, 0, 0x1ee00, 5, 0x1eef0, 0,
  0x20000, 3, 0x40000, 0,
];
