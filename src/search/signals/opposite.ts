/**
 * What undoes the thing that is asked for: of siblings that share all their words (add a member, remove a member) the one
 * that does the contrary is the worst answer there is, though it may come next by its words.
 */
import { familiesOfDocument } from '../document-families.ts';
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const opposite: Weigh = ({ candidate, query, snapshot, best, weights }, say) => {
  const does = familiesOfDocument(candidate.doc, snapshot);
  if (does.includes(query.families[0] as number) || !does.some((family) => query.undoing.includes(family))) return 0;
  say?.('undoes what is asked');
  return perMille(best, weights.opposite);
};
