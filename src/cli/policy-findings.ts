/**
 * Ids of policy files that the catalog in use does not have, examples of what is otherwise in it, and rules that nothing
 * can meet: most are errors, and a rule about nothing protects nothing. Whoever asks learns of no capability that is hidden from them, not even that it is there.
 */
import { covers, type Facts, hidingRules } from '../policy/policy.ts';
import type { ToldFacts } from '../policy/told-facts.ts';
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

/** Of the catalog nothing is said where there is none, or where everything is denied. */
export function policyFindings({ ids = [], told = [], unmeetable = [] }: PolicyCheck, world: World): Finding[] {
  const [policy, snapshot] = [world.policy(), world.snapshot()];
  if (isRefusal(policy) || isRefusal(snapshot)) return [...unmeetable];
  const { hidden, factsOf } = govern(policy, snapshot, world.caller);
  // Of what a rule may hide nothing is said, whether it is there or not.
  const silent = hidingRules(policy).map(({ applies_to }) => applies_to.ids);
  const isSilent = (id: string) => silent.some((ids) => ids?.some((one) => covers(one, id) || covers(id, one)) ?? true);
  const unknown = ids.flatMap(({ id, file, line, column }) => {
    if (isSilent(id)) return [];
    const { from, to } = snapshot.ids.prefixRange(`${id}.`);
    const found = to > from ? 0 : identify(id, snapshot, hidden);
    if (!isRefusal(found)) return [];
    const { did_you_mean: meant } = found;
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    const message = `this catalog has nothing called ${id}${hint}`;
    return [{ file, line, column, message, ...(meant === undefined ? {} : { did_you_mean: meant }) }];
  });
  const otherwise = told.flatMap(({ file, line, column, ...example }) => {
    const facts = isSilent(example.id) ? undefined : factsOf(example.id);
    const differs = facts === undefined ? [] : differences(example, facts);
    if (differs.length === 0) return [];
    const message = `${example.id} is ${differs.join(' and ')} in this catalog, this example is not`;
    return [{ file, line, column, message }];
  });
  return [...unknown, ...otherwise, ...unmeetable];
}

/** What the catalog says of it where the example says something else. */
function differences(example: ToldFacts, { type, sideEffect, riskLevel }: Facts): string[] {
  const differs = (told: string | undefined, is: string) => told !== undefined && told !== is;
  return [
    ...(differs(example.type, type) ? [`of type ${type}`] : []),
    ...(differs(example.side_effect, sideEffect) ? [sideEffect] : []),
    ...(differs(example.risk_level, riskLevel) ? [`of ${riskLevel} risk`] : []),
  ];
}
