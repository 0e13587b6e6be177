/**
 * What of policy files does not fit the catalog in use: ids that it does not have, examples of what is otherwise in it, and
 * rules that nothing in it meets. Most are errors, and a rule about nothing protects nothing. Whoever asks learns of no
 * capability that is hidden from them, not even that it is there.
 */
import { applies, type Conditions, covers, type Facts, hidingRules } from '../policy/policy.ts';
import type { ToldFacts } from '../policy/told-facts.ts';
import { isRefusal } from '../reason/refusal.ts';
import { identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { type Governance, govern } from '../verbs/governance.ts';
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
export function policyFindings({ ids = [], told = [], asked = [] }: PolicyCheck, world: World): Finding[] {
  const [policy, snapshot] = [world.policy(), world.snapshot()];
  if (isRefusal(policy) || isRefusal(snapshot)) return [];
  const { hidden, factsOf } = govern(policy, snapshot, world.caller);
  // Of what a rule may hide nothing is said, whether it is there or not.
  const silent = hidingRules(policy).map(({ applies_to }) => applies_to.ids);
  const isSilent = (id: string) => silent.some((ids) => ids?.some((one) => covers(one, id) || covers(id, one)) ?? true);
  const unknown = ids.flatMap(({ id, file, line, column }) => {
    if (isSilent(id) || documentsOf(id, snapshot).length > 0) return [];
    const found = identify(id, snapshot, hidden);
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
  const unmet = asked.flatMap(({ file, line, column, conditions }) => {
    // A rule without ids is about whatever there is: it says something of what is hidden as soon as anything may be.
    const open = conditions.ids === undefined ? silent.length === 0 : !conditions.ids.some(isSilent);
    const message = open ? unmetBy(conditions, snapshot, factsOf) : undefined;
    return message === undefined ? [] : [{ file, line, column, message }];
  });
  return [...unknown, ...otherwise, ...unmet];
}

/** Of ids, types, effects and risks, and of the origin where the ids are there; who calls may be somebody else another time. */
function unmetBy(asked: Conditions, snapshot: Snapshot, factsOf: Governance['factsOf']): string | undefined {
  const { origins, principals: _others, ...kind } = asked;
  const among = asked.ids?.flatMap((id) => documentsOf(id, snapshot)) ?? Array.from(Array(snapshot.count).keys());
  // What is not there at all has been said.
  if (among.length === 0) return undefined;
  const facts = among.flatMap((doc) => factsOf(snapshot.id(doc)) ?? []);
  const met = facts.filter((one) => applies(kind, one));
  if (met.length === 0) return 'nothing in this catalog meets this rule';
  if (asked.ids === undefined || met.some((one) => applies({ origins }, one))) return undefined;
  const [{ origin } = { origin: 'another' }] = met;
  return `nothing in this catalog meets this rule: it is ${origin}, not ${asked.origins?.join(' or ')}`;
}

/** This id's document and all below it. */
function documentsOf(id: string, snapshot: Snapshot): number[] {
  const { from, to } = snapshot.ids.prefixRange(`${id}.`);
  const own = snapshot.find(id);
  const below = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
  return own < 0 ? below : [own, ...below];
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
