/**
 * From lexical scores to an order: the signals of the table are added to the first candidates, ties break by canonical
 * id (documents are numbered in that order). Integers from end to end.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Query } from './query.ts';
import { SIGNALS } from './signals.ts';

export type SignalEvidence = { readonly signal: string; readonly delta: number; readonly why: string };

export type Ranked = {
  readonly doc: number;
  readonly score: number;
  /** Bit per field of the FIELDS table in which a term of the query stands. */
  readonly mask: number;
  readonly lexical: number;
  readonly signals: readonly SignalEvidence[];
};

/** Orders candidates; `limit` of them come back, best first. */
export function rank(
  candidates: readonly ScoredDocument[],
  query: Query,
  snapshot: Snapshot,
  limit: number,
): readonly Ranked[] {
  const best = candidates[0]?.score ?? 0;
  const ranked = candidates.map((candidate): Ranked => {
    const signals: SignalEvidence[] = [];
    let score = candidate.score;
    for (const { name, weigh } of SIGNALS) {
      const found = weigh({ candidate, query, snapshot, best });
      if (found === null) continue;
      signals.push({ signal: name, ...found });
      score += found.delta;
    }
    return { doc: candidate.doc, score, mask: candidate.mask, lexical: candidate.score, signals };
  });
  ranked.sort((a, b) => b.score - a.score || a.doc - b.doc);
  return ranked.slice(0, limit);
}
