/** What one query of a request came to, between ranking and presenting. */
import type { FilteredHit } from './exact.ts';
import type { Query } from './query.ts';
import type { Ranked } from './rank.ts';
import type { Verdict } from './resolution.ts';

/** One candidate on its way to the answer: why it is here, and of which clause. */
export type Found = Ranked & {
  readonly source: 'exact_guard' | 'fielded_bm25' | 'hierarchy';
  readonly clause: number;
  /** Others that were found and run the same operation: documents, the better first. */
  readonly twins?: readonly number[];
};

/** What one query (or one sub-query) came to. */
export type ClauseResult = {
  readonly text: string;
  readonly query: Query | null;
  readonly found: readonly Found[];
  readonly filtered: readonly FilteredHit[];
  readonly verdict: Verdict;
  readonly totalMatches: number;
  readonly exact: boolean;
};
