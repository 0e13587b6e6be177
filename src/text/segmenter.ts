/**
 * What the analyzer needs from a Chinese dictionary: the cut of a Han run into words and simplified forms. Where the
 * dictionary comes from, and how it is stored, is not known here.
 */

export interface Segmenter {
  /** The simplified form of one Han code unit; the code unit itself where it has none. */
  simplify(codeUnit: number): number;

  /**
   * Cuts text[start, end), a run of Han characters only, into words, and calls `visit` for each from left to right;
   * the words add up to the run. Offsets are UTF-16.
   */
  segment(text: string, start: number, end: number, visit: (start: number, end: number) => void): void;

  /** Natural logarithm of a word's share of all words in Chinese texts; -Infinity where the dictionary lacks it. */
  frequency(word: string): number;
}

/** For catalogs without a dictionary: no words, nothing to simplify. Unigrams and bigrams still work. */
export const NO_DICTIONARY: Segmenter = {
  simplify: (codeUnit) => codeUnit,
  segment: () => {},
  frequency: () => -Infinity,
};
