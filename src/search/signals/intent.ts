/**
 * What the query wants done against what a candidate does, by families of verbs: showing is not deleting, whatever words
 * are used for it. It reads verbs only; what a capability may do by contract is for the filters and the policy.
 */
import type { Snapshot } from '../../snapshot/read.ts';
import { familiesOfDocument } from '../document-families.ts';
import type { Weigh } from '../signal.ts';
import { perMille } from './share.ts';

export const intent: Weigh = ({ candidate, query, snapshot, best, weights }, say) => {
  const does = familiesOfDocument(candidate.doc, snapshot);
  if (does.length === 0) return 0;
  const add = (weight: number, why: string) => {
    say?.(why);
    return perMille(best, weight);
  };
  if (does.includes(query.families[0] as number)) return add(weights.sameAsFirstVerb, 'does what is asked first');
  if (does.some((family) => query.families.includes(family)))
    return add(weights.sameAsLaterVerb, 'does what is asked too');
  const asked = commonEffect(query.families, snapshot);
  const done = commonEffect(does, snapshot);
  if (asked === null || done === null) return 0;
  if (asked !== done) return add(weights.otherEffect, asked === 'read' ? 'only looking is asked' : 'a change is asked');
  return add(weights.otherVerbSameEffect, 'another verb of the same effect');
};

/** Whether all families only look, or all change something; null for both sorts. */
function commonEffect(families: readonly number[], { lexicon }: Snapshot): 'read' | 'write' | null {
  const reads = families.filter((family) => lexicon.effect(family) === 'read').length;
  return reads === families.length ? 'read' : reads === 0 ? 'write' : null;
}
