/**
 * What the analyzer gives: tokens, their classes and the keys of their terms. Both the compiler and the search speak
 * these keys; nothing here knows how a text is taken apart.
 */

/**
 * Kinds of token. The numbers are stored in no file but are part of the analyzer's fingerprint; new classes are added
 * at the end. A weight table by class is indexed with them.
 */
export const TokenClass = {
  /** A word of Latin letters, by its English stem. */
  WORD_EN: 0,
  /** The same word as written (case folded), only where it differs from the stem. */
  SURFACE_EN: 1,
  /** An identifier of two or more pieces, joined without separators: `find_symbol`, `findSymbol` → `findsymbol`. */
  IDENTIFIER: 2,
  /** One Han character. */
  HAN_UNIGRAM: 3,
  /** Two neighbouring Han characters. */
  HAN_BIGRAM: 4,
  /** A word of two or more Han characters that the segmenter cut. */
  HAN_WORD: 5,
  /** A run of decimal digits. */
  NUMBER: 6,
  /** A word in another script (kana, hangul, cyrillic, …), whole. */
  WORD_OTHER: 7,
  /** Two neighbouring characters of a script that writes without spaces between words (kana, hangul, thai, …). */
  BIGRAM_OTHER: 8,
  /** A concept of the lexicon that words of several languages share, by its number in base 36. */
  CONCEPT: 9,
} as const;

export type TokenClass = (typeof TokenClass)[keyof typeof TokenClass];

/** How many classes there are: the length of a table indexed by class. */
export const TOKEN_CLASS_COUNT = 10;

/**
 * The first character of a term's key tells its class, so that terms of different classes never collide:
 * `w` stem, `s` surface, `i` identifier, `u` Han unigram, `b` Han bigram, `h` Han word, `n` number, `o` other word,
 * `p` other bigram, `c` concept. Indexed by TokenClass.
 */
export const TERM_PREFIXES = 'wsiubhnopc';

export type Token = {
  /** The term's key: one prefix character (see TERM_PREFIXES), then the folded text. */
  readonly term: string;
  readonly cls: TokenClass;
  /** Ordinal of the word, piece or character in the text, from 0, never descending from token to token. */
  readonly position: number;
  /** Where the token stands in `normalize(text)`: UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** A function word that says nothing of the topic; it is flagged, not dropped, so that a query of them stays whole. */
  readonly stop: boolean;
  /** How much of a whole occurrence this is, in quarters, 1 … SHARE_OF_WHOLE: only concepts are ever divided. */
  readonly share: number;
};

/** The share of a token that counts in full. */
export const SHARE_OF_WHOLE = 4;

/** The key of a term of a class; `text` must be folded already. */
export function termKey(cls: TokenClass, text: string): string {
  return TERM_PREFIXES.charAt(cls) + text;
}

/** The class of a term's key, or -1 where the key is none of ours. */
export function termClass(key: string): number {
  return key === '' ? -1 : TERM_PREFIXES.indexOf(key.charAt(0));
}

/** The key of a concept of the lexicon, by its number. */
export function conceptKey(concept: number): string {
  return termKey(TokenClass.CONCEPT, concept.toString(36));
}

/** The number of a concept, by its key. */
export function conceptOf(key: string): number {
  return Number.parseInt(key.slice(1), 36);
}
