/**
 * Slips of the hand: a query's unknown words, read as the words of the catalog that they were probably meant to be. It
 * never acts on a word that the catalog, the lexicon or the language knows, and so never changes a query of such words.
 */
import { type Reading, readText } from '../text/analyze.ts';
import { TokenClass } from '../text/token.ts';
import { Offered } from './offered.ts';
import { recoverHan } from './recover-han.ts';
import { recoverLatin } from './recover-latin.ts';
import type { IsKnown, Slip, Spelling, Vocabulary } from './spelling.ts';

/** A mistyped word as it was written, and what it was read as. */
export type ReadAs = { readonly written: string; readonly readAs: string };

/** A query as it was probably meant. */
export type Recovered = {
  readonly reading: Reading;
  readonly words: readonly ReadAs[];
  /** True for a piece of the new reading that holds any of what was not written. */
  readonly isGuess: (piece: { readonly start: number; readonly end: number }) => boolean;
};

/** More than this and the query is in another language rather than mistyped. */
const MOST_SLIPS = 6;

/** Reads a query without its slips; null where it has none. */
export type Recover = (reading: Reading) => Recovered | null;

/**
 * For all texts of one request: what a clause holds was looked up for the whole already. `eligible` is what the request
 * may be answered with.
 */
export function recoverer(vocabulary: Vocabulary, eligible: Uint8Array): Recover {
  const { lexical, words, lexicon, slips } = vocabulary;
  const isKnown: IsKnown = (term) => lexical.termId(term) >= 0;
  let spelling: Spelling | undefined;
  return (reading) => {
    if (!reading.tokens.some(({ cls, term, stop }) => !stop && cls !== TokenClass.CONCEPT && !isKnown(term)))
      return null;
    spelling ??= {
      lexical,
      words,
      lexicon,
      slips,
      offered: new Offered(lexical, lexicon, eligible),
      meant: new Map(),
      alike: new Map(),
    };
    const found = [...recoverLatin(reading, isKnown, spelling), ...recoverHan(reading.tokens, isKnown, spelling)];
    if (found.length === 0 || found.length > MOST_SLIPS) return null;
    return reread(
      reading.normal,
      found.sort((one, other) => one.start - other.start),
      spelling,
    );
  };
}

function reread(text: string, slips: readonly Slip[], { words, lexicon }: Vocabulary): Recovered {
  let meant = '';
  let from = 0;
  const guessed: { readonly start: number; readonly end: number }[] = [];
  for (const { start, end, readAs } of slips) {
    meant += text.slice(from, start);
    guessed.push({ start: meant.length, end: meant.length + readAs.length });
    meant += readAs;
    from = end;
  }
  return {
    reading: readText(meant + text.slice(from), words, lexicon),
    words: slips.map(({ start, end, readAs }) => ({ written: text.slice(start, end), readAs })),
    isGuess: (piece) => guessed.some(({ start, end }) => piece.start < end && piece.end > start),
  };
}
