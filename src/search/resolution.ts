/**
 * How sure the answer is: confident, ambiguous or no_confident_match, and what to do next. A resolution is no probability
 * and no permission.
 */
import type { Snapshot } from '../snapshot/read.ts';
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
type Model = { readonly weights: Readonly<Record<keyof Evidence, number>>; readonly bias: number };

/**
 * Log-odds that the catalog has an answer at all, from the evidence for the first candidate. Fitted by
 * `node scripts/fit-confidence.ts`; the measurement stands there. Neither the raw score nor the margin told it.
 */
const HAS_ANSWER: Model = {
  weights: { covered: 3325, coveredInHead: 1811, likeness: 2498, foreign: -3536, size: 3961 },
  bias: -6357,
};

/** Log-odds × 1000 below which the search abstains. */
const ABSTAIN_BELOW = -1000;
/** Of what the query speaks of, the share (per mille) without which nothing is shown, not even marked as weak. */
const COVERED_TO_SHOW = 250;
/** A second place within 5% of the first means ambiguous. */
const CLEAR_MARGIN_PER_MILLE = 50;

const HINTS = {
  nothingToMatch:
    'The query holds no word to search for. Name the action and the thing, e.g. "show what uses port 3000".',
  unknownWords: 'No capability matches these words. Say it in other words, or list the packs with cap list.',
  filtered: 'Nothing is left within these filters. Widen within, types, effects or side_effect_max.',
  weak: 'Only part of the query is known to this catalog; it may not hold what you want. Inspect before you trust.',
  ambiguous: 'Several capabilities match about equally. Compare when_to_use with cap inspect, or add a detail.',
} as const;

/** Judges one ranked list. `eligible` is how many capabilities the filters leave. */
export function judge(query: Query, ranked: readonly Ranked[], eligible: number, snapshot: Snapshot): Verdict {
  if (eligible === 0) return none(HINTS.filtered, false);
  if (query.things.length === 0) return none(HINTS.nothingToMatch, true);
  const first = ranked[0];
  if (first === undefined) return none(query.terms.length === 0 ? HINTS.unknownWords : HINTS.filtered, true);
  const evidence = evidenceOf(query, first.doc, snapshot);
  const odds = logOdds(HAS_ANSWER, evidence);
  return { ...verdictOf(odds, evidence, first, ranked[1]), logOdds: odds };
}

function verdictOf(odds: number, { covered }: Evidence, first: Ranked, second: Ranked | undefined): Verdict {
  if (odds < ABSTAIN_BELOW) {
    if (covered < COVERED_TO_SHOW) return none(HINTS.unknownWords, true);
    return { resolution: 'no_confident_match', abstained: true, weakMatch: true, hint: HINTS.weak };
  }
  if (second !== undefined && (first.score - second.score) * 1000 < first.score * CLEAR_MARGIN_PER_MILLE) {
    return { resolution: 'ambiguous', abstained: false, weakMatch: false, hint: HINTS.ambiguous };
  }
  return { resolution: 'confident', abstained: false, weakMatch: false };
}

/** Log-odds × 1000. */
export function logOdds({ weights, bias }: Model, evidence: Evidence): number {
  let sum = 0;
  for (const name of Object.keys(weights) as (keyof Evidence)[]) sum += weights[name] * evidence[name];
  return Math.floor(sum / 1000) + bias;
}

function none(hint: string, abstained: boolean): Verdict {
  return { resolution: 'no_confident_match', abstained, weakMatch: false, hint };
}
