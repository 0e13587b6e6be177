/**
 * A question about how things are is answered by looking: "is X set" wants no setting of X, though it says "set" and
 * nothing else that could be done.
 */
import { familiesOfDocument } from '../document-families.ts';
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const question: Weigh = ({ candidate, snapshot, best, weights }, say) => {
  const does = familiesOfDocument(candidate.doc, snapshot);
  if (does.length === 0 || does.some((family) => snapshot.lexicon.effect(family) === 'read')) return 0;
  say?.('a question, and this only changes things');
  return perMille(best, weights.changeWhenAsked);
};
