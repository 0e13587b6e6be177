/** How many of the query's known terms a candidate has: of two with like scores, the one that answers more of the query. */
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const coverage: Weigh = ({ candidate, query, best, weights }, say) => {
  const asked = query.terms.length;
  say?.(`${candidate.matched} of ${asked} terms`);
  return perMille(best, weights.coverage, (1000 * candidate.matched) / asked);
};
