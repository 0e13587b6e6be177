/**
 * From lexical scores to an order: the signals of the table are added to the first candidates, ties break by canonical
 * id (documents are numbered in that order). Integers from end to end.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { coveredBy } from './covered.ts';
import type { Query } from './query.ts';
import { Round } from './round.ts';
import type { SignalInput, Weighed } from './signal.ts';
import { SIGNALS, type Signals } from './signals.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/** What one signal added, under its name. */
export type SignalEvidence = Weighed & { readonly signal: string };

export type Ranked = {
  readonly doc: number;
  readonly score: number;
  /** Bit per field of the FIELDS table in which a term of the query stands. */
  readonly mask: number;
  readonly lexical: number;
  readonly signals: readonly SignalEvidence[];
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
  { signals, weights }: Ranking = RANKING,
): readonly Ranked[] {
  const round = new Round(candidates, query, snapshot);
  const best = candidates[0]?.score ?? 0;
  const drafts = candidates.map((candidate): Draft => {
    const input = { candidate, query, snapshot, round, best, weights };
    const draft: Draft = { input, score: candidate.score, signals: [] };
    for (const { name, weigh } of signals) add(draft, name, weigh?.(input));
    return draft;
  });
  drafts.sort(byScore);
  const closely = signals.filter(({ weighClosely }) => weighClosely !== undefined);
  if (closely.length > 0) {
    const first = drafts.slice(0, LOOKED_AT);
    const covered = coveredBy(query, first.map(docOf), snapshot.lexical);
    first.forEach((draft, at) => {
      const cover = covered[at];
      if (cover === undefined) return;
      for (const { name, weighClosely } of closely) add(draft, name, weighClosely?.(draft.input, cover));
    });
    drafts.splice(0, first.length, ...first.sort(byScore));
  }
  return drafts.slice(0, limit).map(({ input: { candidate }, score, signals: evidence }) => {
    return { doc: candidate.doc, score, mask: candidate.mask, lexical: candidate.score, signals: evidence };
  });
}

type Draft = { readonly input: SignalInput; score: number; readonly signals: SignalEvidence[] };

function add(draft: Draft, signal: string, found: Weighed | null | undefined): void {
  if (found === null || found === undefined) return;
  draft.signals.push({ signal, delta: found.delta, why: found.why });
  draft.score += found.delta;
}

function byScore(a: Draft, b: Draft): number {
  return b.score - a.score || docOf(a) - docOf(b);
}

function docOf({ input }: Draft): number {
  return input.candidate.doc;
}
