/**
 * What the examples of a policy file say of capabilities, and what its rules ask for: a rule that is right about what is
 * not there protects nothing. It knows no catalog.
 */
import type { CapabilityType, RiskLevel, SideEffect } from '../capability/capability.ts';
import { withImported } from './compile-policy.ts';
import type { Conditions } from './policy.ts';

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

/** Of the value of a file that is a policy: what each of its rules asks for, and where. */
export function askedConditions(value: unknown): { readonly conditions: Conditions; readonly path: Path }[] {
  return rulesOf(value).map(({ applies_to: asked }, index) => {
    return { conditions: withImported(asked), path: ['rules', index, 'applies_to'] };
  });
}

type RuleValue = {
  readonly applies_to: Conditions;
  readonly must_match?: readonly (string | ToldFacts)[];
  readonly must_not_match?: readonly (string | ToldFacts)[];
};

/** The rules of a value that is a policy. */
export function rulesOf(value: unknown): readonly RuleValue[] {
  return (value as { readonly rules?: readonly RuleValue[] }).rules ?? [];
}
