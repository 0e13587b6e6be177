/**
 * What a query speaks of, thing by thing: each concept of the lexicon once, and each word outside of one. A text says a
 * thing in several tokens (stem, characters, pairs, concept); counting tokens would count it several times.
 */
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import { conceptOf, type Token, TokenClass } from '../text/token.ts';
import { isWithin, type Span } from './given-values.ts';

export type Thing = {
  /** Where it stands in the text as it was read. */
  readonly start: number;
  readonly end: number;
  /** How much it counts beside the others of its query. */
  readonly weight: number;
  /** True when the lexicon knows it. */
  readonly isConcept: boolean;
  /** True for what a request may be about: a concept that does not only qualify, a word of letters. */
  readonly isTopic: boolean;
  /** The ways in which a document may have it; the best counts. */
  readonly ways: readonly Way[];
};

/** Terms (-1: the catalog has none of it) that say the thing together: having some of them is worth that share. */
type Way = { readonly terms: readonly number[]; readonly perMille: number };

/**
 * Weights by what a thing is said with. Tuned on nine public catalogs and the own development half at once by the area
 * under the ROC curve of "has an answer", see the script of resolution.ts; the exact values hardly matter, the order does: how rare a term is
 * told nothing more beside them.
 */
const WEIGHT = {
  concept: 100,
  /** A concept that qualifies: an adjective, or when and how many. Alone it says nothing of what is wanted. */
  qualifier: 50,
  /** A word that the lexicon does not know: often a name or a value. */
  word: 50,
  /** A Han word that the lexicon does not know: mostly small talk. */
  hanWord: 20,
  /** Each Han character outside of words. */
  lone: 40,
  /** A value; it counts where nothing else is said. */
  number: 1,
} as const;

/** All of a thing, and what its characters are worth without their pairs. */
const WHOLE = 1000;
const SINGLES = 500;

/** Whether a piece of the text lies in a value that somebody gave: it counts half. */
type IsGiven = (piece: Span) => boolean;

/**
 * The things of a query in the order of its text; `idOf` gives a term's id or -1. Function words are none.
 */
export function thingsOf(
  tokens: readonly Token[],
  length: number,
  lexicon: Lexicon,
  idOf: (term: string) => number,
  isGiven: IsGiven,
): Thing[] {
  const drafts = new Drafts(length, isGiven);
  for (const token of tokens) {
    if (token.cls === TokenClass.CONCEPT) drafts.concept(token, idOf(token.term), conceptWeight(token, lexicon));
  }
  for (const token of tokens) if (WORDS.has(token.cls) && !token.stop) drafts.word(token, idOf(token.term));
  for (const token of tokens) {
    if (token.cls === TokenClass.HAN_UNIGRAM && !token.stop) drafts.character(token, idOf(token.term));
  }
  for (const token of tokens) if (PAIRS.has(token.cls)) drafts.pair(token, idOf(token.term));
  return drafts.things();
}

const WORDS: ReadonlySet<number> = new Set([
  TokenClass.WORD_EN,
  TokenClass.HAN_WORD,
  TokenClass.NUMBER,
  TokenClass.WORD_OTHER,
]);

const PAIRS: ReadonlySet<number> = new Set([TokenClass.HAN_BIGRAM, TokenClass.BIGRAM_OTHER]);

/** How far a document has a thing, in per mille. `has` is asked with known terms only. */
export function coverOf({ ways }: Thing, has: (termId: number) => boolean): number {
  let best = 0;
  for (const { terms, perMille } of ways) {
    let held = 0;
    for (const term of terms) if (term >= 0 && has(term)) held += 1;
    best = Math.max(best, Math.floor((perMille * held) / terms.length));
  }
  return best;
}

/** Whether a thing is something to do: one of these concepts in it is a verb. */
export function isVerb(thing: Thing, concepts: readonly Token[], lexicon: Lexicon): boolean {
  return concepts.some((concept) => isWithin([thing], concept) && lexicon.family(conceptOf(concept.term)) > 0);
}

type Draft = {
  weight: number;
  isConcept: boolean;
  readonly isRow: boolean;
  readonly start: number;
  end: number;
  /** Largest share among its concepts: a compound's parts have less, an ambiguous word's meanings have the same. */
  share: number;
  readonly concepts: { readonly id: number; readonly share: number }[];
  readonly words: number[];
  readonly pairs: number[];
  readonly singles: number[];
};

/** Things under construction, and which of them each place of the text belongs to. */
class Drafts {
  private readonly drafts: Draft[] = [];
  private readonly owner: Int16Array;
  private readonly isGiven: IsGiven;

  constructor(length: number, isGiven: IsGiven) {
    this.isGiven = isGiven;
    this.owner = new Int16Array(length).fill(-1);
  }

  concept({ start, end, share }: Token, id: number, weight: number): void {
    const known = this.drafts[this.owner[start] as number];
    const draft = known?.end === end ? known : this.open(start, end, weight);
    draft.isConcept = true;
    draft.share = Math.max(draft.share, share);
    draft.concepts.push({ id, share });
  }

  word({ start, end, cls }: Token, id: number): void {
    const draft = this.around(start, end) ?? this.open(start, end, wordWeight(cls));
    draft.words.push(id);
  }

  /** Characters outside of words are one thing a row, since only what stands together says something. */
  character({ start, end }: Token, id: number): void {
    const inside = this.around(start, end);
    if (inside !== undefined) {
      inside.singles.push(id);
      return;
    }
    if ((this.owner[start] as number) >= 0) return;
    const before = this.drafts[this.owner[start - 1] ?? -1];
    if (before?.isRow !== true) {
      this.open(start, end, WEIGHT.lone, true).singles.push(id);
      return;
    }
    before.weight += WEIGHT.lone;
    before.end = end;
    before.singles.push(id);
    this.owner.fill(this.owner[start - 1] as number, start, end);
  }

  pair({ start, end }: Token, id: number): void {
    this.around(start, end)?.pairs.push(id);
  }

  things(): Thing[] {
    return this.drafts.map(({ start, end, weight, isConcept, isRow, share, concepts, words, pairs, singles }) => {
      const ways: Way[] = concepts
        .filter((one) => one.share === share)
        .map((one) => ({ terms: [one.id], perMille: WHOLE }));
      // "New event" is also said where something new and an event are spoken of.
      const parts = concepts.filter((one) => one.share < share).map((one) => one.id);
      if (parts.length > 0) ways.push({ terms: parts, perMille: WHOLE });
      if (words.length > 0) ways.push({ terms: words, perMille: WHOLE });
      if (pairs.length > 0) ways.push({ terms: pairs, perMille: WHOLE });
      // A word is not met by its characters: 公事 is not 公式.
      if (pairs.length === 0 && singles.length > 0) ways.push({ terms: singles, perMille: WHOLE });
      else if (isRow) ways.push({ terms: singles, perMille: SINGLES });
      return { start, end, weight, isConcept, isTopic: weight >= WEIGHT.word, ways };
    });
  }

  private open(start: number, end: number, weight: number, isRow = false): Draft {
    const lists = { concepts: [], words: [], pairs: [], singles: [] };
    const piece = { start, end };
    const counted = this.isGiven(piece) ? Math.max(1, weight >> 1) : weight;
    const draft: Draft = { weight: counted, isConcept: false, isRow, start, end, share: 0, ...lists };
    const number = this.drafts.push(draft) - 1;
    for (let at = start; at < end; at += 1) if ((this.owner[at] as number) < 0) this.owner[at] = number;
    return draft;
  }

  /** The thing that all of start..end lies in. */
  private around(start: number, end: number): Draft | undefined {
    const number = this.owner[start] as number;
    return number >= 0 && this.owner[end - 1] === number ? this.drafts[number] : undefined;
  }
}

function conceptWeight({ term }: Token, lexicon: Lexicon): number {
  const kind = lexicon.kind(conceptOf(term));
  return kind === 'adjective' || kind === 'value' ? WEIGHT.qualifier : WEIGHT.concept;
}

function wordWeight(cls: TokenClass): number {
  if (cls === TokenClass.HAN_WORD) return WEIGHT.hanWord;
  return cls === TokenClass.NUMBER ? WEIGHT.number : WEIGHT.word;
}
