/** Opens the dictionary sections as a Segmenter: no work at start-up, every number is read where it stands. */
import { simplifiedOf } from '../han/simplify.ts';
import { MaxProbabilitySegmenter } from '../segment.ts';
import type { Segmenter } from '../segmenter.ts';
import { Trie } from '../trie/read.ts';
import type { FloatView, IntView } from '../views.ts';

/** The views of the sections that layout.ts names. */
export type DictionaryViews = { readonly trie: IntView; readonly weights: FloatView; readonly simplified: IntView };

/** The segmenter over a dictionary. Constant time; nothing of the views is read before the first Han run. */
export function openDictionary(views: DictionaryViews): Segmenter {
  const trie = new Trie(views.trie);
  const segmenter = new MaxProbabilitySegmenter(trie, views.weights);
  return {
    simplify: (codeUnit) => simplifiedOf(codeUnit, views.simplified),
    segment: (text, start, end, visit) => segmenter.segment(text, start, end, visit),
    frequency: (word) => {
      const place = trie.find(word);
      return place < 0 ? -Infinity : views.weights.at(place);
    },
  };
}
