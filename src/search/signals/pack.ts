/**
 * A candidate whose pack was found beside it: where several of a pack answer to a query, its subject is theirs, and of two
 * that are met alike the one among its own is meant more often than the stray.
 */
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const pack: Weigh = ({ candidate, round, best, weights }, say) => {
  const share = round.packOf(candidate.doc);
  say?.(`its pack was found ${share} ‰ of the most`);
  return perMille(best, weights.pack, share);
};
