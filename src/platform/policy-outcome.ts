/**
 * What a policy hides of the catalog inside the executable, found out when it is compiled: a search then asks none of its
 * rules, be they a hundred. It is kept in the compiled form, and believed where that is.
 */
import { hidingRules, type Policy } from '../policy/policy.ts';
import { isRefusal } from '../reason/refusal.ts';
import { catalogOf, hiddenDocuments } from '../verbs/hidden-documents.ts';
import { openDefault } from './snapshot-choice.ts';

/** The policy with what it hides; as it is where that depends on who asks, or where there is no such catalog. */
export function withOutcome(policy: Policy): Policy {
  const rules = hidingRules(policy);
  if (rules.some(({ applies_to }) => applies_to.principals !== undefined)) return policy;
  const snapshot = openDefault();
  if (isRefusal(snapshot)) return policy;
  const hidden = hiddenDocuments(rules, snapshot, { origin: 'builtin', principal: '' });
  const documents = [...hidden.keys()].filter((doc) => hidden[doc] === 1);
  return { ...policy, hides: [{ catalog: catalogOf(snapshot), documents }] };
}
