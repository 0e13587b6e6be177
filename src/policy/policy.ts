/**
 * The policy in force, and what it answers: who may discover, describe and execute a capability. Rules only take away,
 * and the strictest answer wins whatever its level; every answer names the rule. Pure: it knows no files and no scores.
 */
import type { CapabilityType, Confirmation, RiskLevel, SideEffect } from '../capability/capability.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import type { Settings } from './settings.ts';

/** Where a policy file stands; no level can loosen what another one forbids. */
export type Level = 'user' | 'project' | 'organisation';
/**
 * Strictest first. read-only executes nothing that changes something, and nothing that only reads but asks for a yes: what
 * starts a project's own code, its tests or its linter, does what that code does. ask confirms changes. auto lets small
 * local writes pass; what starts code of a project or of a package says high risk, and is asked for.
 */
export const MODES = ['read-only', 'ask', 'auto'] as const;
export type Mode = (typeof MODES)[number];
/** Inside the executable; from any other catalog; from one that says of itself that others wrote it. */
export const ORIGINS = ['builtin', 'project', 'imported'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What rules ask of one capability and one caller. */
export type Facts = {
  readonly id: string;
  readonly type: CapabilityType;
  readonly sideEffect: SideEffect;
  readonly riskLevel: RiskLevel;
  readonly origin: Origin;
  /** Name of the user that this process belongs to. */
  readonly principal: string;
  /** The catalog is ours, or somebody who may has said that its manifests are to be believed. */
  readonly trusted: boolean;
};

/** A condition that is left out holds for everything; an id stands for itself and for all below it. */
export type Conditions = {
  readonly ids?: readonly string[] | undefined;
  readonly except_ids?: readonly string[] | undefined;
  readonly types?: readonly CapabilityType[] | undefined;
  readonly side_effects?: readonly SideEffect[] | undefined;
  readonly risk_levels?: readonly RiskLevel[] | undefined;
  /** Compiled: what holds for a project's catalog holds for an imported one as well. */
  readonly origins?: readonly Origin[] | undefined;
  readonly principals?: readonly string[] | undefined;
};

export type Rule = {
  readonly name: string;
  readonly because?: string | undefined;
  readonly level: Level;
  readonly applies_to: Conditions;
  readonly discover?: 'deny' | undefined;
  readonly describe?: 'deny' | undefined;
  readonly execute?: 'deny' | 'human' | 'ask' | undefined;
};

export type Policy = {
  /** SHA-256 of what each policy file says, joined by +; 'none' without any. Part of each frozen call. */
  readonly revision: string;
  /** The strictest of the modes that are written down, and where; 'ask' when none is. */
  readonly mode: { readonly mode: Mode; readonly level: Level | 'default' };
  readonly rules: readonly Rule[];
  /** Absent where no policy says anything beside its rules. */
  readonly settings?: Settings;
  readonly network?: NetworkRules;
  /** What the rules hide, file by file, as far as it is known: of a file of which it is not there is a gap. */
  readonly hides?: readonly (Hides | undefined)[];
};

/** `documents`: their numbers in the catalog inside the executable, whoever asks; `catalog` tells it from another version's. */
export type Hides = { readonly catalog: string; readonly documents: readonly number[] };

export type NetworkRules = {
  /** Hosts in private networks and on this machine that a request may go to, where its manifest says so as well; none when left out. */
  readonly privateHosts?: readonly string[];
  /** What should reach no network does not run where that cannot be enforced. */
  readonly unenforcedDeniedBy?: Level;
};

/** What holds where nobody has written a policy. */
export const NO_POLICY: Policy = { revision: 'none', mode: { mode: 'ask', level: 'default' }, rules: [] };

/** A rule that took something away, in words. */
export type Denial = { readonly rule: string; readonly message: string };

/** What policy adds to the manifest's own wish; the manifest may be stricter. */
export type ExecuteAnswer =
  | ({ readonly kind: 'deny' } & Denial)
  | { readonly kind: 'human' | 'ask'; readonly rule: string }
  | { readonly kind: 'pass'; readonly rule: string }
  | { readonly kind: 'as_manifest'; readonly rule: string };

/** Whether the conditions hold for these facts. */
export function applies(conditions: Conditions, facts: Facts): boolean {
  const { ids, except_ids: except, types, side_effects: effects, risk_levels: risks, origins, principals } = conditions;
  // What a rule does not ask for is not looked up.
  return (
    (ids?.some((id) => covers(id, facts.id)) ?? true) &&
    !except?.some((id) => covers(id, facts.id)) &&
    (types?.includes(facts.type) ?? true) &&
    (effects?.includes(facts.sideEffect) ?? true) &&
    (risks?.includes(facts.riskLevel) ?? true) &&
    (origins?.includes(facts.origin) ?? true) &&
    (principals?.includes(facts.principal) ?? true)
  );
}

/** Undefined: it may be found. Whoever may not find it must not learn that it exists. */
export function discoverDenied(policy: Policy, facts: Facts): Denial | undefined {
  return denialBy(policy, facts, ({ discover }) => discover === 'deny');
}

/** Undefined: its contract may be read. */
export function describeDenied(policy: Policy, facts: Facts): Denial | undefined {
  return denialBy(policy, facts, ({ discover, describe }) => discover === 'deny' || describe === 'deny');
}

/** The same as a refusal of whatever would tell of its contract. */
export function describeRefusal(policy: Policy, facts: Facts): Refusal | undefined {
  const denied = describeDenied(policy, facts);
  if (denied === undefined) return undefined;
  return refuse('denied', { message: `${denied.message} (${denied.rule})`, rule: denied.rule });
}

/** What may not be found or read may not be executed either. `confirmation` is what the manifest asks for. */
export function executeAnswer(policy: Policy, facts: Facts, confirmation: Confirmation = 'none'): ExecuteAnswer {
  const denied = denialBy(policy, facts, (rule) => [rule.discover, rule.describe, rule.execute].includes('deny'));
  if (denied !== undefined) return { kind: 'deny', ...denied };
  const { mode, level } = policy.mode;
  const named = level === 'default' ? `mode ${mode}` : `mode ${mode} of the ${level} policy`;
  if (mode === 'read-only' && facts.sideEffect !== 'R') {
    return { kind: 'deny', rule: named, message: 'This may only read here.' };
  }
  if (mode === 'read-only' && confirmation !== 'none') {
    return { kind: 'deny', rule: named, message: 'This may only read here, and what it starts may do more.' };
  }
  for (const kind of ['human', 'ask'] as const) {
    const rule = policy.rules.find(({ execute, applies_to }) => execute === kind && applies(applies_to, facts));
    if (rule !== undefined) return { kind, rule: nameOf(rule) };
  }
  const small = facts.sideEffect === 'W-local' && (facts.riskLevel === 'low' || facts.riskLevel === 'medium');
  return mode === 'auto' && small ? { kind: 'pass', rule: named } : { kind: 'as_manifest', rule: named };
}

/** Whether a project's own file takes something away: it lies among the files that a caller works on. */
export function isOfProject({ rules, mode, network, settings }: Policy): boolean {
  const levels = [mode.level, network?.unenforcedDeniedBy, settings?.limits?.unenforcedDeniedBy];
  return levels.includes('project') || rules.some(({ level }) => level === 'project');
}

/** Rules that hide what they apply to. */
export function hidingRules(policy: Policy): readonly Rule[] {
  return policy.rules.filter(({ discover }) => discover === 'deny');
}

/** Whether `id` is this id or stands below it. */
export function covers(prefix: string, id: string): boolean {
  return `${id}.`.startsWith(`${prefix}.`);
}

function denialBy(policy: Policy, facts: Facts, denies: (rule: Rule) => boolean): Denial | undefined {
  const rule = policy.rules.find((one) => denies(one) && applies(one.applies_to, facts));
  if (rule === undefined) return undefined;
  return { rule: nameOf(rule), message: rule.because ?? 'A policy denies this.' };
}

function nameOf({ name, level }: Rule): string {
  return `rule "${name}" of the ${level} policy`;
}
