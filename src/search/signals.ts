/**
 * The TABLE of ranking signals beside the lexical score: each is one pure function in signals/, in the order in which
 * they are explained. A signal that does not pay for itself on held-out catalogs is not in it.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Query } from './query.ts';
import { coverage } from './signals/coverage.ts';

export type SignalInput = {
  readonly candidate: ScoredDocument;
  readonly query: Query;
  readonly snapshot: Snapshot;
  /** The best lexical score of this query: the scale on which a delta is a share. */
  readonly best: number;
};

/** What a signal adds (or takes, when negative), and why in a few words; null where it has nothing to say. */
export type Weigh = (input: SignalInput) => { readonly delta: number; readonly why: string } | null;

export const SIGNALS: readonly { readonly name: string; readonly weigh: Weigh }[] = [
  { name: 'coverage', weigh: coverage },
];
