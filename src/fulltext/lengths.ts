/** How long each document is against the others, in a byte: a ranking may ask. It knows neither queries nor weights. */
import type { NumericSection } from '../text/views.ts';
import type { Counts } from './count.ts';
import { ln } from './exact-math.ts';
import { LENGTH_STEPS, LENGTHS, MIDDLE_LENGTH } from './layout.ts';

/** Against the geometric mean of all: few catalogs have no document that is a hundred times as long as the others. */
export function lengthSection({ lengths, starts }: Counts): NumericSection {
  const documents = starts.length - 1;
  const fields = lengths.length / Math.max(1, documents);
  const doublings = Float64Array.from({ length: documents }, (_, doc) => {
    const tokens = lengths.subarray(doc * fields, (doc + 1) * fields).reduce((sum, length) => sum + length, 0);
    return ln(1 + tokens) / Math.LN2;
  });
  const middle = doublings.reduce((sum, one) => sum + one, 0) / Math.max(1, documents);
  const data = Uint8Array.from(doublings, (one) => {
    return Math.max(0, Math.min(255, MIDDLE_LENGTH + Math.floor((one - middle) * LENGTH_STEPS + 0.5)));
  });
  return { name: LENGTHS, type: 'u8', data };
}
