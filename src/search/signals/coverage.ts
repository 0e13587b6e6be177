/** How many of the query's known terms a candidate has: of two with like scores, the one that answers more of the query. */
import type { Weigh } from '../signal.ts';

/** Full coverage adds at most this share of the best lexical score, in per mille: tuned over nine public catalogs at once. */
const SHARE_PER_MILLE = 500;

export const coverage: Weigh = ({ candidate, query, best }) => {
  const asked = query.terms.length;
  if (asked < 2) return null;
  const delta = Math.floor((best * SHARE_PER_MILLE * candidate.matched) / (1000 * asked));
  return { delta, why: () => `${candidate.matched} of ${asked} terms` };
};
