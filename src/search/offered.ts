/**
 * What the documents that a request may be answered with speak of: a word that only the others hold must not show, not
 * even as what a mistyped word was read as. It knows terms and concepts, and no queries.
 */
import type { LexicalIndex } from '../fulltext/lexical.ts';
import { stemEnglish } from '../text/english/stem.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import { conceptKey, type TokenClass, termKey } from '../text/token.ts';

export class Offered {
  private readonly lexical: LexicalIndex;
  private readonly lexicon: Lexicon;
  private readonly eligible: Uint8Array;

  /** `eligible` has one byte a document, 0 shuts it out. */
  constructor(lexical: LexicalIndex, lexicon: Lexicon, eligible: Uint8Array) {
    this.lexical = lexical;
    this.lexicon = lexicon;
    this.eligible = eligible;
  }

  /** In how many documents a term stands; 0 where it stands in none that may be shown. */
  frequency(cls: TokenClass, text: string): number {
    return this.frequencyOfKey(termKey(cls, text));
  }

  private frequencyOfKey(key: string): number {
    const id = this.lexical.termId(key);
    if (id < 0) return 0;
    const { docs } = this.lexical.postings(id);
    for (const doc of docs) if (this.eligible[doc] !== 0) return docs.length;
    return 0;
  }

  /** The same for what a word of ideographs means by the lexicon. */
  frequencyOfHanMeaning(word: string): number {
    let most = 0;
    this.lexicon.forms(word, 0, (end, meaning) => {
      if (end === word.length) most = this.frequencyOfConcepts(meaning);
    });
    return most;
  }

  /** And for a Latin word, by its stem: it is worked out only where a stem of the lexicon begins the word. */
  frequencyOfLatinMeaning(word: string): number {
    const beginning = word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
    let most = 0;
    this.lexicon.stems(beginning, 0, (end, meaning) => {
      if (end + LONGEST_ENDING < word.length || stemEnglish(word) !== beginning.slice(0, end)) return;
      most = this.frequencyOfConcepts(meaning);
    });
    return most;
  }

  private frequencyOfConcepts(meaning: number): number {
    let most = 0;
    this.lexicon.concepts(meaning, (concept) => {
      most = Math.max(most, this.frequencyOfKey(conceptKey(concept)));
    });
    return most;
  }
}

/** The most letters that a stem may lack of its word ("-fulness" is seven). */
const LONGEST_ENDING = 7;
