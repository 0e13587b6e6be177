/**
 * What a query asks for, as terms of the snapshot's vocabulary. It knows no documents and no filters.
 */
import type { LexicalIndex } from '../fulltext/lexical.ts';
import { analyze } from '../text/analyze.ts';
import type { Segmenter } from '../text/segmenter.ts';
import { TokenClass } from '../text/token.ts';

export type QueryTerm = { readonly termId: number; readonly weight: number };

export type Query = {
  readonly text: string;
  /** Known terms, each once, in ascending term id. */
  readonly terms: readonly QueryTerm[];
  /** How many different content terms the query has, known or not. 0: nothing but stop words, signs or other scripts. */
  readonly contentTerms: number;
  /** Share of the query's evidence whose terms the vocabulary knows, in per mille (0..1000). */
  readonly knownPerMille: number;
};

/**
 * How much a term of a class counts as evidence that the catalog speaks the query's language. A surface form repeats its
 * stem and a unigram repeats its bigrams, so neither counts beside them (see EVIDENCE_OF_LONE_CHARACTER).
 */
const EVIDENCE: Readonly<Record<number, number>> = {
  [TokenClass.WORD_EN]: 10,
  [TokenClass.HAN_BIGRAM]: 5,
  [TokenClass.HAN_WORD]: 10,
  [TokenClass.NUMBER]: 2,
  [TokenClass.WORD_OTHER]: 10,
};

/** Weight of a term by how often the query says it, about 4 × times^0.3: a chatty query repeats itself without meaning more. */
const WEIGHT_BY_TIMES = [4, 5, 6];

/** A Han character that stands alone has no bigram to speak for it. */
const EVIDENCE_OF_LONE_CHARACTER = 5;

/** Analyses a query against a vocabulary. Same text and snapshot, same terms. */
export function understand(text: string, lexical: LexicalIndex, words: Segmenter): Query {
  const terms = new Map<number, number>();
  const seen = new Map<string, number>();
  let total = 0;
  let known = 0;
  const tokens = analyze(text, words);
  const inBigram = new Set<number>();
  for (const token of tokens) {
    if (token.cls !== TokenClass.HAN_BIGRAM) continue;
    inBigram.add(token.position);
    inBigram.add(token.position + 1);
  }
  for (const token of tokens) {
    if (token.stop) continue;
    const times = (seen.get(token.term) ?? 0) + 1;
    seen.set(token.term, times);
    const termId = lexical.termId(token.term);
    if (times > 1) {
      if (termId >= 0) terms.set(termId, WEIGHT_BY_TIMES[Math.min(times, WEIGHT_BY_TIMES.length) - 1] ?? 0);
      continue;
    }
    const lone = token.cls === TokenClass.HAN_UNIGRAM && !inBigram.has(token.position);
    const evidence = lone ? EVIDENCE_OF_LONE_CHARACTER : (EVIDENCE[token.cls] ?? 0);
    total += evidence;
    if (termId < 0) continue;
    known += evidence;
    terms.set(termId, WEIGHT_BY_TIMES[0] ?? 1);
  }
  return {
    text,
    terms: [...terms].map(([termId, weight]) => ({ termId, weight })).sort((a, b) => a.termId - b.termId),
    contentTerms: seen.size,
    knownPerMille: total === 0 ? 0 : Math.floor((known * 1000) / total),
  };
}
