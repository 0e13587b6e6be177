/**
 * How sure the answer is: confident, ambiguous or no_confident_match, and what to do next. A resolution is no probability
 * and no permission.
 */
import { SIDE_EFFECTS } from '../capability/capability.ts';
import { nearest } from '../reason/nearest.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { familiesOfDocument } from './document-families.ts';
import { type BestElsewhere, isOperation } from './elsewhere.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { Query } from './query.ts';
import type { Ranked } from './rank.ts';

export type Resolution = 'exact' | 'exact_filtered' | 'confident' | 'ambiguous' | 'no_confident_match';

export type Verdict = {
  readonly resolution: Resolution;
  /** The search vouches for no candidate. */
  readonly abstained: boolean;
  /** Candidates are shown all the same, because something of the query matched. */
  readonly weakMatch: boolean;
  readonly hint?: string;
  /** Log-odds × 1000 that the catalog has an answer; only where there was a first candidate to judge. */
  readonly logOdds?: number;
};

/** A logistic model in whole numbers: log-odds × 1000 = (Σ weight × per mille) / 1000 + bias. */
type Model<Names extends string = keyof Evidence> = {
  readonly weights: Readonly<Record<Names, number>>;
  readonly bias: number;
};

/**
 * Log-odds that the catalog has an answer at all, from the evidence for the first candidate, where three of four questions
 * have one. Fitted by scripts/fit-confidence.ts on ten public catalogs and the own development half. Area under the ROC
 * curve, each set left out of its fit: .95 to .98 for the questions of other subjects, .96 for the own ones without an
 * answer (half of them about what stands next to the catalog; .90 without what is known of operations elsewhere), .57 to
 * .91 where the answer was taken out of the catalog with its pack. The raw score and the margin alone told nothing.
 */
const HAS_ANSWER: Model<keyof Evidence | 'elsewhere'> = {
  weights: {
    covered: 4214,
    coveredInHead: 481,
    likeness: -107,
    foreign: -1517,
    size: 3418,
    objectless: -392,
    objectMissed: -692,
    wantsChange: -412,
    fit: 4398,
    elsewhere: -6899,
  },
  bias: -1915,
};

/** Log-odds that the first candidate is right where there is an answer, likewise; the margin speaks beside the evidence. */
const FIRST_IS_RIGHT: Model = {
  weights: {
    covered: 938,
    coveredInHead: 673,
    likeness: -199,
    foreign: -158,
    size: 2058,
    objectless: -50,
    objectMissed: -531,
    wantsChange: 48,
    fit: 1515,
  },
  bias: -3270,
};
const MARGIN_WEIGHT = 12_939;
/** Below this margin (per mille of the first score) two stand side by side: the first was right in 46 of 100 cases,
 * whatever is known of it. */
const LEAST_MARGIN = 20;
/** A larger margin says nothing more. */
const MOST_MARGIN = 300;

/**
 * Log-odds × 1000 that there is an answer: below, the search abstains. Of 1,825 own questions, three in four of them written
 * to be hard, each judged by a fit that had not seen its pack, 2.9% were falsely held unanswerable there and 81% of those
 * without an answer were recognised; by a fit that had seen no own question at all, 1.6 and 71. At 200 it is 1.9 and 76, at
 * 600 3.6 and 84.
 */
const ABSTAIN_BELOW = 400;
/** Below seven in ten the match is called weak. */
const SURE_OF_ANSWER = 800;
/** Log-odds × 1000 that the first is right: above, it was so in 86 of 100 answerable questions of eleven catalogs, below in 43. */
const SURE_OF_FIRST = 400;
const HINTS = {
  nothingToMatch:
    'The query holds no word to search for. Name the action and the thing, e.g. "show what uses port 3000".',
  unknownWords: 'No capability matches these words. Say it in other words, or list the packs with cap list.',
  filtered: 'Nothing is left within these filters. Widen within, types, effects or side_effect_max.',
} as const;
const IRREVERSIBLE = SIDE_EFFECTS.indexOf('I');
/** As many missing words as a hint names, and as many ids as a mistyped one is held against. */
const MOST_NAMED = 3;
/** The best fit, in per mille, and the least of an operation that a hint names: below it is only like it in a word. */
const WHOLE = 1000;
const LEAST_NAMED = 700;

/** Asks for the common operation that the query fits best: only where it may matter, unless it is to be told. */
export type AskElsewhere = { readonly best: () => BestElsewhere | null; readonly always: boolean };

/** Judges one ranked list. `eligible` is how many capabilities the filters leave. */
export function judge(
  query: Query,
  ranked: readonly Ranked[],
  eligible: number,
  snapshot: Snapshot,
  elsewhere: AskElsewhere,
): Verdict {
  if (eligible === 0) return none(HINTS.filtered, false);
  if (query.things.length === 0) return none(HINTS.nothingToMatch, true);
  const [first, second] = ranked;
  if (first === undefined) return none(query.terms.length === 0 ? HINTS.unknownWords : HINTS.filtered, true);
  const { evidence, missing } = evidenceOf(query, first.doc, snapshot);
  const oddsBeside = (fit: number) => logOdds(HAS_ANSWER, { ...evidence, elsewhere: fit });
  // Whatever fits elsewhere, the answer would be called sure: it need not be looked for.
  const best = elsewhere.always || oddsBeside(WHOLE) < SURE_OF_ANSWER ? elsewhere.best() : null;
  const alone = oddsBeside(best?.fit ?? 0);
  // Only what would be doubted is worth a look at the names of the first.
  const isIt = best !== null && alone < SURE_OF_ANSWER && isOperation(first.doc, best.operation, query, snapshot);
  const odds = isIt ? oddsBeside(0) : alone;
  const isOther = best !== null && !isIt && best.fit > Math.max(evidence.fit, LEAST_NAMED);
  const lacks = isOther ? likeElsewhere(best, snapshot) : missingWords(missing);
  const verdict = verdictOf(query, evidence, lacks, odds, first, second, snapshot);
  const meant = meantId(query.text, ranked, snapshot);
  if (meant === undefined) return { ...verdict, logOdds: odds };
  const hint = `There is no ${query.text}: did you mean ${meant}?${verdict.hint === undefined ? '' : ` ${verdict.hint}`}`;
  return { ...verdict, hint, logOdds: odds };
}

/** The id among the first that a single word with points was probably meant to be: that the exact guard knows none is known. */
function meantId(text: string, ranked: readonly Ranked[], snapshot: Snapshot): string | undefined {
  if (!text.includes('.') || text.includes(' ')) return undefined;
  return nearest(
    text,
    ranked.slice(0, MOST_NAMED).map(({ doc }) => snapshot.id(doc)),
  );
}

function verdictOf(
  query: Query,
  evidence: Evidence,
  lacks: string,
  odds: number,
  first: Ranked,
  second: Ranked | undefined,
  snapshot: Snapshot,
): Verdict {
  // Who leaves open what should be done says little beside of what: that is enough.
  const isBrowsing = query.constraints.open && evidence.objectless === 0 && evidence.objectMissed === 0;
  if (odds < ABSTAIN_BELOW && !isBrowsing) {
    // Whatever the query speaks of is met by nothing: there is nothing to show, not even as weak. Holding back more than
    // that cost NDCG@10 where people ask in many words (acebench-zh 94.6 to 92.0, bfcl-live 80.9 to 78.1).
    if (evidence.covered === 0) return none(HINTS.unknownWords, true);
    const hint = `${lacks} This catalog may not hold what you want: inspect before you trust, or list the packs with cap list.`;
    return { resolution: 'no_confident_match', abstained: true, weakMatch: true, hint };
  }
  const weakMatch = odds < SURE_OF_ANSWER;
  const unsure = (hint: string): Verdict => ({ resolution: 'ambiguous', abstained: false, weakMatch, hint });
  if (query.constraints.open) return unsure(openGoal(first.doc, snapshot));
  if (weakMatch) return unsure(`${lacks} Inspect before you trust, or say it in other words.`);
  const margin = second === undefined ? MOST_MARGIN : Math.floor((1000 * (first.score - second.score)) / first.score);
  const right = logOdds(FIRST_IS_RIGHT, evidence) + Math.floor((MARGIN_WEIGHT * Math.min(margin, MOST_MARGIN)) / 1000);
  if (right < SURE_OF_FIRST || margin < LEAST_MARGIN) return unsure(comparing(first, second, snapshot));
  if (losesUnasked(first.doc, query, snapshot)) return unsure(losing(first.doc, snapshot));
  return { resolution: 'confident', abstained: false, weakMatch };
}

/** It cannot be undone, and no verb of the query asks for it or for a loss: it must not be taken for what is meant. */
function losesUnasked(doc: number, { families }: Query, snapshot: Snapshot): boolean {
  if (snapshot.columns.sideEffect.at(doc) !== IRREVERSIBLE) return false;
  const does = familiesOfDocument(doc, snapshot);
  return !families.some((family) => does.includes(family) || snapshot.lexicon.effect(family) === 'destructive');
}

function losing(doc: number, snapshot: Snapshot): string {
  return `${snapshot.id(doc)} cannot be undone, and you do not say that anything should go: look at what comes behind it first.`;
}

function comparing(first: Ranked, second: Ranked | undefined, snapshot: Snapshot): string {
  const id = snapshot.id(first.doc);
  if (second === undefined) return `${id} may not be what you want: inspect it before you trust, or add a detail.`;
  return `${id} and ${snapshot.id(second.doc)} may both be meant. Compare their when_to_use with cap inspect, or add a detail.`;
}

/** What the query is most like is none of the catalog's capabilities. */
function likeElsewhere({ operation }: BestElsewhere, { elsewhere }: Snapshot): string {
  return `This sounds like "${elsewhere?.label(operation)}", which the best match is not made for.`;
}

function missingWords(missing: readonly string[]): string {
  if (missing.length === 0) return 'The best match has only part of what you say.';
  const named = missing.slice(0, MOST_NAMED).map((word) => `"${word}"`);
  return `The best match has nothing of ${named.join(', ')}.`;
}

/** It is not said what should be done: the pack shows what can be. */
function openGoal(doc: number, { columns, packs }: Snapshot): string {
  const pack = packs.at(columns.pack.at(doc));
  const look = pack === '' ? 'cap list' : `cap list ${pack}`;
  return `The goal is open: what only looks comes first. Browse with ${look}, or say what should be done.`;
}

/** Log-odds × 1000. */
export function logOdds<Names extends string>(
  { weights, bias }: Model<Names>,
  evidence: Readonly<Record<Names, number>>,
): number {
  let sum = 0;
  for (const name of Object.keys(weights) as Names[]) sum += weights[name] * evidence[name];
  return Math.floor(sum / 1000) + bias;
}

function none(hint: string, abstained: boolean): Verdict {
  return { resolution: 'no_confident_match', abstained, weakMatch: false, hint };
}
