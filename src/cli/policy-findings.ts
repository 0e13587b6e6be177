/**
 * Ids of policy files that the catalog in use does not have: most are typing errors, and a rule about nothing protects
 * nothing. Whoever asks learns of no capability that is hidden from them, not even that it is there.
 */
import { covers, hidingRules } from '../policy/policy.ts';
import { isRefusal } from '../reason/refusal.ts';
import { identify } from '../snapshot/identify.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import type { PolicyCheck } from './host.ts';

type Finding = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly did_you_mean?: string;
};

/** Nothing where there is no catalog, or where everything is denied. */
export function unknownIds(named: NonNullable<PolicyCheck['ids']>, world: World): Finding[] {
  const [policy, snapshot] = [world.policy(), world.snapshot()];
  if (isRefusal(policy) || isRefusal(snapshot)) return [];
  const { hidden } = govern(policy, snapshot, world.caller);
  // Of what a rule may hide nothing is said, whether it is there or not.
  const silent = hidingRules(policy).map(({ applies_to }) => applies_to.ids);
  const isSilent = (id: string) => silent.some((ids) => ids?.some((one) => covers(one, id) || covers(id, one)) ?? true);
  return named.flatMap(({ id, file, line, column }) => {
    if (isSilent(id)) return [];
    const { from, to } = snapshot.ids.prefixRange(`${id}.`);
    const found = to > from ? 0 : identify(id, snapshot, hidden);
    if (!isRefusal(found)) return [];
    const { did_you_mean: meant } = found;
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    const message = `this catalog has nothing called ${id}${hint}`;
    return [{ file, line, column, message, ...(meant === undefined ? {} : { did_you_mean: meant }) }];
  });
}
