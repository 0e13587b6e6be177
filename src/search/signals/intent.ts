/**
 * What the query wants done against what a candidate does, by families of verbs: showing is not deleting, whatever words
 * are used for it. It reads verbs only; what a capability may do by contract is for the filters and the policy.
 */
import type { Snapshot } from '../../snapshot/read.ts';
import { familiesOfDocument } from '../document-families.ts';
import type { Weigh, Weighed } from '../signal.ts';

/** Shares of the best lexical score, in per mille, tuned over ten public catalogs at once; see the table of signals. */
const SAME_AS_FIRST_VERB = 80;
const SAME_AS_LATER_VERB = 50;
const OTHER_VERB_SAME_EFFECT = 30;
const OPPOSITE_EFFECT = -100;

export const intent: Weigh = ({ candidate, query, snapshot, best }) => {
  if (query.families.length === 0) return null;
  const does = familiesOfDocument(candidate.doc, snapshot);
  if (does.length === 0) return null;
  const add = (perMille: number, why: string): Weighed => ({
    delta: Math.floor((best * perMille) / 1000),
    why: () => why,
  });
  if (does.includes(query.families[0] as number)) return add(SAME_AS_FIRST_VERB, 'does what is asked first');
  if (does.some((family) => query.families.includes(family))) return add(SAME_AS_LATER_VERB, 'does what is asked too');
  const asked = commonEffect(query.families, snapshot);
  const done = commonEffect(does, snapshot);
  if (asked === null || done === null) return null;
  if (asked !== done) return add(OPPOSITE_EFFECT, asked === 'read' ? 'only looking is asked' : 'a change is asked');
  return add(OTHER_VERB_SAME_EFFECT, 'another verb of the same effect');
};

/** Whether all families only look, or all change something; null for both sorts. */
function commonEffect(families: readonly number[], { lexicon }: Snapshot): 'read' | 'write' | null {
  const reads = families.filter((family) => lexicon.effect(family) === 'read').length;
  return reads === families.length ? 'read' : reads === 0 ? 'write' : null;
}
