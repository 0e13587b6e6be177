/**
 * What the examples of a policy file say of capabilities, and rules that nothing can meet: a rule that is right about what
 * is not there protects nothing. It knows no catalog.
 */
import type { CapabilityType, RiskLevel, SideEffect } from '../capability/capability.ts';

type Path = readonly (string | number)[];

export type ToldFacts = {
  readonly id: string;
  readonly type?: CapabilityType;
  readonly side_effect?: SideEffect;
  readonly risk_level?: RiskLevel;
};

/** Of the value of a file that is a policy: its examples that say more than an id, and where. */
export function toldFacts(value: unknown): (ToldFacts & { readonly path: Path })[] {
  return rulesOf(value).flatMap((rule, index) =>
    (['must_match', 'must_not_match'] as const).flatMap((list) =>
      (rule[list] ?? []).flatMap((one, place) =>
        typeof one === 'string' ? [] : [{ ...one, path: ['rules', index, list, place] }],
      ),
    ),
  );
}

/** Rules that ask for what no capability is: whatever is no action only reads, at low risk. */
export function unmeetable(value: unknown): { readonly message: string; readonly path: Path }[] {
  return rulesOf(value).flatMap(({ applies_to: asked }, index) => {
    const { types, side_effects: effects, risk_levels: risks } = asked;
    if (types === undefined || types.includes('action')) return [];
    const isMet = (effects?.includes('R') ?? true) && (risks?.includes('low') ?? true);
    const message = `no capability can meet this rule: only an action is anything but R and of low risk, no ${types.join(', no ')}`;
    return isMet ? [] : [{ message, path: ['rules', index, 'applies_to'] }];
  });
}

type RuleValue = {
  readonly applies_to: {
    readonly ids?: readonly string[];
    readonly except_ids?: readonly string[];
    readonly types?: readonly CapabilityType[];
    readonly side_effects?: readonly SideEffect[];
    readonly risk_levels?: readonly RiskLevel[];
  };
  readonly must_match?: readonly (string | ToldFacts)[];
  readonly must_not_match?: readonly (string | ToldFacts)[];
};

/** The rules of a value that is a policy. */
export function rulesOf(value: unknown): readonly RuleValue[] {
  return (value as { readonly rules?: readonly RuleValue[] }).rules ?? [];
}
