/** What the two recoveries (Latin, Chinese) are given and what they give. It knows neither. */
import type { LexicalIndex } from '../fulltext/lexical.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Segmenter } from '../text/segmenter.ts';
import type { Slips } from '../text/typo/open.ts';
import type { Offered } from './offered.ts';

/** The parts of a snapshot that a query shares with the documents. */
export type Vocabulary = {
  readonly lexical: LexicalIndex;
  readonly words: Segmenter;
  readonly lexicon: Lexicon;
  readonly slips: Slips;
};

/**
 * The same, what may be offered of it, and what was found so far: what a piece of a text may have been meant to be, and
 * which characters are like one.
 */
export type Spelling = Vocabulary & {
  readonly offered: Offered;
  readonly meant: Map<string, readonly string[]>;
  readonly alike: Map<string, Alike>;
};

/** Characters that one is taken for, without itself; and those of them that the catalog has, with it. */
export type Alike = { readonly all: readonly string[]; readonly inCatalog: readonly string[] };

/** Whether the catalog has a term of the query. */
export type IsKnown = (term: string) => boolean;

/** A piece of a text and what it is read as; offsets are UTF-16, end exclusive. */
export type Slip = { readonly start: number; readonly end: number; readonly readAs: string };
