/** What a ranking signal is: a pure function of one candidate. The table of them is signals.ts. */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Query } from './query.ts';

export type SignalInput = {
  readonly candidate: ScoredDocument;
  readonly query: Query;
  readonly snapshot: Snapshot;
  /** The best lexical score of this query: the scale on which a delta is a share. */
  readonly best: number;
};

/** What a signal adds (or takes, when negative), and why in a few words, which only an explanation asks for. */
export type Weighed = { readonly delta: number; readonly why: () => string };

/** Null where the signal has nothing to say. */
export type Weigh = (input: SignalInput) => Weighed | null;
