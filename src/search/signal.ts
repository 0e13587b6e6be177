/** What a ranking signal is: a pure function of one candidate. The table of them is signals.ts. */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Covered } from './covered.ts';
import type { Query } from './query.ts';
import type { Round } from './round.ts';
import type { Weights } from './weights.ts';

export type SignalInput = {
  readonly candidate: ScoredDocument;
  readonly query: Query;
  readonly snapshot: Snapshot;
  /** All candidates together. */
  readonly round: Round;
  /** The best lexical score of this query: the scale on which a delta is a share. */
  readonly best: number;
  readonly weights: Weights;
};

/** What a signal adds (or takes, when negative), and why in a few words, which only an explanation asks for. */
export type Weighed = { readonly delta: number; readonly why: () => string };

/** Null where the signal has nothing to say. */
export type Weigh = (input: SignalInput) => Weighed | null;

/** The same of a candidate that is looked at closely. */
export type WeighClosely = (input: SignalInput, covered: Covered) => Weighed | null;

/** `weigh` is asked of every candidate; `weighClosely` of the best after that, since it costs a look at their postings. */
export type Signal = { readonly name: string } & (
  | { readonly weigh: Weigh; readonly weighClosely?: undefined }
  | { readonly weigh?: undefined; readonly weighClosely: WeighClosely }
);
