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

/** Takes down in a few words why a signal weighs as it does. Only an explanation has one: a search makes no words of it. */
export type Say = (why: string) => void;

/** What a signal adds to the score (or takes, when negative); 0, and nothing said, where it does not apply. */
export type Weigh = (input: SignalInput, say?: Say) => number;

/** The same of a candidate that is looked at closely. */
export type WeighClosely = (input: SignalInput, covered: Covered, say?: Say) => number;

/**
 * `weigh` is asked of every candidate; `weighClosely` of the best after that, since it costs a look at their postings.
 * `applies`, asked once a query, says whether it can weigh anything; without it, always. `isOfPack`: what it says is true of
 * the pack rather than of the candidate.
 */
export type Signal = {
  readonly name: string;
  readonly applies?: (query: Query) => boolean;
  readonly isOfPack?: true;
} & (
  | { readonly weigh: Weigh; readonly weighClosely?: undefined }
  | { readonly weigh?: undefined; readonly weighClosely: WeighClosely }
);
