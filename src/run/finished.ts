/** A call that was executed: how it ended and what is known of it. Its type alone, which every later stage takes. */
import type { Evidence } from './evidence/evidence.ts';
import type { Frozen } from './freeze.ts';
import type { Verdict } from './verification.ts';

export type Finished = {
  readonly kind: 'finished';
  readonly status: 'succeeded' | 'failed' | 'unavailable' | 'timed_out' | 'interrupted' | 'outcome_unknown';
  readonly frozen: Frozen;
  readonly evidence: Evidence;
  /** A change that failed, and nothing says that it had not begun: some of it may have been done. */
  readonly partly?: true;
  /** What a look at the world said afterwards, where somebody looked. */
  readonly verdict?: Verdict;
};
