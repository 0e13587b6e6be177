/**
 * What of one rule contradicts itself, whatever catalog it is held against: a rule that takes nothing away, or that
 * nothing can meet. It knows no catalog and no other rule.
 */
import { covers } from './policy.ts';
import type { RuleForm } from './policy-form.ts';

/** Something wrong with a value of a policy file, and where in it. */
export type Fault = { readonly path: readonly (string | number)[]; readonly message: string };

export function contradictions(rule: RuleForm): Fault[] {
  const { discover, describe, execute } = rule;
  const found: Fault[] = [];
  if (discover === undefined && describe === undefined && execute === undefined) {
    found.push({ path: [], message: 'the rule takes nothing away: it needs discover, describe or execute' });
  }
  if ((discover ?? describe) === 'deny' && execute !== undefined && execute !== 'deny') {
    const message = `what may not be ${discover === 'deny' ? 'found' : 'read'} cannot be executed after a yes either`;
    found.push({ path: ['execute'], message });
  }
  return [...found, ...ofIds(rule.applies_to), ...ofTypes(rule)];
}

/** An exception takes a part out of what the ids hold: neither all of it nor something else. */
function ofIds({ ids = [], except_ids: except = [] }: RuleForm['applies_to']): Fault[] {
  const empty = ids.flatMap((id, index): Fault[] => {
    const swallowed = except.find((one) => covers(one, id));
    if (swallowed === undefined) return [];
    return [{ path: ['applies_to', 'ids', index], message: `except_ids takes all of it out again (${swallowed})` }];
  });
  if (ids.length === 0) return empty;
  const idle = except.flatMap((one, index): Fault[] => {
    if (ids.some((id) => covers(id, one) || covers(one, id))) return [];
    const message = `ids does not hold ${one}, so there is nothing to take out`;
    return [{ path: ['applies_to', 'except_ids', index], message }];
  });
  return [...empty, ...idle];
}

/** Only an action has a side effect and a risk, and can be executed after a yes. */
function ofTypes({ applies_to: { types, side_effects: effects, risk_levels: risks }, execute }: RuleForm): Fault[] {
  if (types === undefined || types.includes('action')) return [];
  const none = `no ${types.join(', no ')}`;
  const found: Fault[] = [];
  if (effects !== undefined) {
    const message = `no capability can meet this rule: only an action has a side effect, ${none}`;
    found.push({ path: ['applies_to', 'side_effects'], message });
  }
  if (risks !== undefined) {
    const message = `no capability can meet this rule: only an action has a risk level, ${none}`;
    found.push({ path: ['applies_to', 'risk_levels'], message });
  }
  if (execute === 'ask' || execute === 'human') {
    found.push({ path: ['execute'], message: `there is nothing to say yes to: only an action is executed, ${none}` });
  }
  return found;
}
