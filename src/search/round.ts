/**
 * The candidates of one query taken together: how much each pack was found, and for which candidate the match is
 * strongest against its own texts. It knows no signals.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { hasHan } from '../text/characters.ts';
import type { Query } from './query.ts';
import { usualStrengths } from './usual-strength.ts';

export class Round {
  private readonly packs = new Map<number, number>();
  private readonly likenesses = new Map<number, number>();
  private readonly snapshot: Snapshot;
  private readonly candidates: readonly ScoredDocument[];
  private readonly best: number;
  private mostOfPack = 1;
  private mostLike = 1;

  /** `candidates` best first. */
  constructor(candidates: readonly ScoredDocument[], query: Query, snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.candidates = candidates;
    this.best = Math.max(1, candidates[0]?.score ?? 1);
    const usual = usualStrengths(hasHan(query.text) ? 'zh' : 'en', snapshot);
    for (const { doc, score } of candidates) {
      // Squared: a pack is found by what it has of the best, not by many that have a little.
      const share = Math.floor((WHOLE * score) / this.best);
      const pack = snapshot.columns.pack.at(doc);
      const sum = (this.packs.get(pack) ?? 0) + share * share;
      this.packs.set(pack, sum);
      this.mostOfPack = Math.max(this.mostOfPack, sum);
      const own = usual?.at(doc) ?? 0;
      if (own === 0) continue;
      const like = Math.floor((WHOLE * score) / own);
      this.likenesses.set(doc, like);
      this.mostLike = Math.max(this.mostLike, like);
    }
  }

  /** How much a candidate's pack was found, in per mille of the pack that was found most. */
  packOf(doc: number): number {
    return Math.floor((WHOLE * (this.packs.get(this.snapshot.columns.pack.at(doc)) ?? 0)) / this.mostOfPack);
  }

  /** Whether any candidate has a milder side effect than this one (index in SIDE_EFFECTS). */
  hasMilder(sideEffect: number): boolean {
    return this.candidates.some(({ doc }) => this.snapshot.columns.sideEffect.at(doc) < sideEffect);
  }

  /** How strongly a candidate is met against its own texts, in per mille of the one for which that is most. */
  likenessOf(doc: number): number {
    return Math.floor((WHOLE * (this.likenesses.get(doc) ?? 0)) / this.mostLike);
  }
}

const WHOLE = 1000;
