/** Whether this caller may read what an earlier run gave: the policy of now decides, not that of the run. */
import { applies, covers, type Facts, type Policy } from '../policy/policy.ts';

/**
 * True where a rule takes finding, reading or executing the capability away. Of one that is not in this catalog only the
 * id is known, so each rule that may mean it does.
 */
export function isOutputDenied(
  id: string | undefined,
  policy: Policy,
  factsOf: (id: string) => Facts | undefined,
): boolean {
  const denying = policy.rules.filter(({ discover, describe, execute }) =>
    [discover, describe, execute].includes('deny'),
  );
  if (denying.length === 0) return false;
  const facts = id === undefined ? undefined : factsOf(id);
  if (facts !== undefined) return denying.some(({ applies_to }) => applies(applies_to, facts));
  return denying.some(({ applies_to: { ids, except_ids: except } }) => {
    if (id === undefined) return true;
    const means = (prefix: string) => covers(prefix, id);
    return (ids === undefined || ids.some(means)) && except?.some(means) !== true;
  });
}
