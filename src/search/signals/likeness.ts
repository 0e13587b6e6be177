/**
 * How strongly a candidate is met against what its own title, aliases and summary would meet it with: saying all of a
 * short title counts as much as saying all of a long one.
 */
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const likeness: Weigh = ({ candidate, round, best, weights }, say) => {
  const share = round.likenessOf(candidate.doc);
  if (share === 0) return 0;
  say?.(`as like its own texts as ${share} ‰ of the most`);
  return perMille(best, weights.likeness, share);
};
