/** The words that a caller may know of: those that only hidden capabilities have are words of no capability. */
import type { LexicalIndex } from '../fulltext/lexical.ts';

export type Vocabulary = Pick<LexicalIndex, 'termId'>;

/** The index as it looks without the documents that are marked in `hidden` (see CallerFacts). */
export function vocabularyOf(index: LexicalIndex, hidden: Uint8Array | undefined): Vocabulary {
  if (hidden === undefined) return index;
  return {
    termId: (key) => {
      const id = index.termId(key);
      return id >= 0 && index.postings(id).docs.some((doc) => hidden[doc] === 0) ? id : -1;
    },
  };
}
