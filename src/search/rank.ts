/**
 * From lexical scores to an order: the signals of the table are added to the first candidates, ties break by canonical
 * id (documents are numbered in that order). Integers from end to end.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { type Covered, coveredBy } from './covered.ts';
import type { Query } from './query.ts';
import { Round } from './round.ts';
import type { Say, SignalInput } from './signal.ts';
import { SIGNALS, type Signals, signalsFor } from './signals.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/** What one signal added, under its name, and why. */
export type SignalEvidence = { readonly signal: string; readonly delta: number; readonly why: string };

export type Ranked = {
  readonly doc: number;
  readonly score: number;
  /** The score without what its pack adds: that siblings were found, too, is no reason to show yet another of them. */
  readonly alone: number;
  /** Bit per field of the FIELDS table in which a term of the query stands. */
  readonly mask: number;
  readonly lexical: number;
  /** What the signals that apply add up from `lexical` to `score`; worked out when it is asked for. */
  readonly signals: () => readonly SignalEvidence[];
};

/** By what candidates are ordered beside their words. */
export type Ranking = { readonly signals: Signals; readonly weights: Weights };

export const RANKING: Ranking = { signals: SIGNALS, weights: WEIGHTS };

/**
 * So many of the best are looked at closely. Of all hundred, the mean over ten public catalogs is the same but for .01
 * points; of ten, .04 lower.
 */
const LOOKED_AT = 20;

/** Orders candidates (best first) by their words and the signals; `limit` of them come back, best first. */
export function rank(
  candidates: readonly ScoredDocument[],
  query: Query,
  snapshot: Snapshot,
  limit: number,
  { signals: all, weights }: Ranking = RANKING,
): readonly Ranked[] {
  const signals = signalsFor(query, all);
  const round = new Round(candidates, query, snapshot);
  const best = candidates[0]?.score ?? 0;
  const drafts = candidates.map((candidate): Draft => {
    const input = { candidate, query, snapshot, round, best, weights };
    const draft: Draft = { input, score: candidate.score, ofPack: 0, covered: undefined };
    for (const { weigh, isOfPack } of signals) {
      if (weigh === undefined) continue;
      const delta = weigh(input);
      draft.score += delta;
      if (isOfPack === true) draft.ofPack += delta;
    }
    return draft;
  });
  drafts.sort(byScore);
  const closely = signals.filter(({ weighClosely }) => weighClosely !== undefined);
  if (closely.length > 0) {
    const first = drafts.slice(0, LOOKED_AT);
    const covered = coveredBy(query, first.map(docOf), snapshot.lexical);
    first.forEach((draft, at) => {
      const cover = covered[at] as Covered;
      draft.covered = cover;
      for (const { weighClosely } of closely) draft.score += weighClosely?.(draft.input, cover) ?? 0;
    });
    drafts.splice(0, first.length, ...first.sort(byScore));
  }
  return drafts.slice(0, limit).map((draft) => {
    const { score, ofPack, input } = draft;
    const { doc, mask, score: lexical } = input.candidate;
    return { doc, score, alone: score - ofPack, mask, lexical, signals: () => evidenceOf(draft, signals) };
  });
}

/** `covered` where it was looked at closely. */
type Draft = { readonly input: SignalInput; score: number; ofPack: number; covered: Covered | undefined };

/** The signals asked once more, with somebody who listens. */
function evidenceOf({ input, covered }: Draft, signals: Signals): SignalEvidence[] {
  return signals.flatMap(({ name, weigh, weighClosely }) => {
    const said: string[] = [];
    const say: Say = (why) => said.push(why);
    const delta = weigh === undefined ? covered && weighClosely(input, covered, say) : weigh(input, say);
    return said.map((why) => ({ signal: name, delta: delta ?? 0, why }));
  });
}

function byScore(a: Draft, b: Draft): number {
  return b.score - a.score || docOf(a) - docOf(b);
}

function docOf({ input }: Draft): number {
  return input.candidate.doc;
}
