/**
 * From lexical scores to an order: the signals of the table are added to the first candidates, ties break by canonical
 * id (documents are numbered in that order). Integers from end to end.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Query } from './query.ts';
import type { Weighed } from './signal.ts';
import { SIGNALS, type Signals } from './signals.ts';

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

/** Orders candidates by their words and these signals; `limit` of them come back, best first. */
export function rank(
  candidates: readonly ScoredDocument[],
  query: Query,
  snapshot: Snapshot,
  limit: number,
  signals: Signals = SIGNALS,
): readonly Ranked[] {
  const best = candidates[0]?.score ?? 0;
  const ranked = candidates.map((candidate): Ranked => {
    const evidence: SignalEvidence[] = [];
    let score = candidate.score;
    for (const { name, weigh } of signals) {
      const found = weigh({ candidate, query, snapshot, best });
      if (found === null) continue;
      evidence.push({ signal: name, delta: found.delta, why: found.why });
      score += found.delta;
    }
    return { doc: candidate.doc, score, mask: candidate.mask, lexical: candidate.score, signals: evidence };
  });
  ranked.sort((a, b) => b.score - a.score || a.doc - b.doc);
  return ranked.slice(0, limit);
}
