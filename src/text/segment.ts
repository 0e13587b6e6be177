/**
 * Cuts a Han run into the words whose weights add up to the most: dictionary graph and best path, nothing else. It knows
 * neither where the dictionary is stored nor what the words are used for.
 *
 * Unknown words: jieba offers a hidden Markov model that joins leftover single characters into guessed words. It is left
 * out, as nodejs-jieba's own `cut` leaves it out unless asked: the words are a third class of token beside unigrams and
 * bigrams, and the bigrams hold whatever the model could guess; a guess depends on its neighbours, so a query and a
 * document would cut the same name differently; and the model would be half a megabyte more to load.
 */
import type { Trie } from './trie/read.ts';
import type { FloatView } from './views.ts';

export class MaxProbabilitySegmenter {
  private readonly trie: Trie;
  private readonly weights: FloatView;

  /** `weights` are by the trie's values; the first of them is what an unknown character weighs. */
  constructor(trie: Trie, weights: FloatView) {
    this.trie = trie;
    this.weights = weights;
  }

  /**
   * Visits the words of text[start, end) from left to right. Paths of the same weight: the one whose first word is
   * shorter, as in jieba. The sums are made in jieba's order (rest of the path, then the word), so that they round alike.
   */
  segment(text: string, start: number, end: number, visit: (start: number, end: number) => void): void {
    const length = end - start;
    if (length <= 0) return;
    const best = new Float64Array(length + 1);
    const ends = new Int32Array(length);
    for (let at = characterBefore(text, start, end); at >= start; at = characterBefore(text, start, at)) {
      this.chooseWord(text, at, end, start, best, ends);
    }
    for (let at = start; at < end; ) {
      const wordEnd = ends[at - start] as number;
      visit(at, wordEnd);
      at = wordEnd;
    }
  }

  /** The best word that begins at `at`, with the best path behind it. */
  private chooseWord(text: string, at: number, end: number, start: number, best: Float64Array, ends: Int32Array): void {
    const characterEnd = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
    let chosenEnd = characterEnd;
    let chosenWeight = (best[characterEnd - start] as number) + this.weights.at(0);
    this.trie.prefixes(text, at, end, (wordEnd, value) => {
      const weight = (best[wordEnd - start] as number) + this.weights.at(value);
      if (wordEnd <= characterEnd || weight > chosenWeight) {
        chosenWeight = weight;
        chosenEnd = wordEnd;
      }
    });
    best[at - start] = chosenWeight;
    ends[at - start] = chosenEnd;
  }
}

/** Where the character before `at` begins; below `start` when there is none. */
function characterBefore(text: string, start: number, at: number): number {
  const before = at - 2;
  return before >= start && (text.codePointAt(before) as number) > 0xffff ? before : at - 1;
}
