/**
 * A long question meets long documents by chance: the more words on either side, the more of them are shared without
 * meaning the same. So the lengthier the question, the more a document's own length is held against it. Of two
 * capabilities that do the same, one spare and one wordy, a short question leaves the wordy one ahead and a long one does
 * not. That longer queries need more smoothing is known since Zhai and Lafferty (2001).
 */
import { LENGTH_STEPS } from '../../fulltext/layout.ts';
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

/** Up to here a question is short: words, or single ideographs. Below 20 it cost English requests, above 28 it gained less. */
export const SHORT_UNITS = 24;
/** From here on the share is whole. */
const LONG_UNITS = 48;
export const length: Weigh = ({ candidate, query, snapshot, best, weights }, say) => {
  const over = Math.min(query.units, LONG_UNITS) - SHORT_UNITS;
  const steps = snapshot.lexical.relativeLength(candidate.doc);
  if (steps === 0) return 0;
  const share = Math.floor((1000 * over * steps) / ((LONG_UNITS - SHORT_UNITS) * LENGTH_STEPS));
  say?.(steps > 0 ? 'a long question, and a long text' : 'a long question, and a short text');
  return perMille(best, weights.length, share);
};
