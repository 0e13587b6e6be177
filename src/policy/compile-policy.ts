/**
 * From the values of policy files to the policy in force, or to what is wrong with them. A policy with one fault is no
 * policy: whoever loads it denies everything until it is repaired.
 */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import { nearest } from '../reason/nearest.ts';
import { contradictions, type Fault } from './contradictions.ts';
import { joinPolicies } from './join.ts';
import { missingField } from './missing-field.ts';
import { NEEDED } from './needed-facts.ts';
import { applies, type Conditions, type Facts, type Level, NO_POLICY, type Policy, type Rule } from './policy.ts';
import { type ExampleForm, type PolicyForm, policyForm, type RuleForm } from './policy-form.ts';
import type { Limits } from './settings.ts';

/** One file's value as YAML gave it. `file` names it in complaints. */
export type PolicySource = { readonly level: Level; readonly file: string; readonly value: unknown };

export type PolicyComplaint = {
  readonly file: string;
  readonly path: readonly (string | number)[];
  /** The complaint is about the name of the field, not about its value. */
  readonly ofKey?: boolean;
  readonly message: string;
};

export function compilePolicy(sources: readonly PolicySource[]): Policy | readonly PolicyComplaint[] {
  if (sources.length === 0) return NO_POLICY;
  const complaints: PolicyComplaint[] = [];
  const read = sources.flatMap((source) => {
    const parsed = policyForm.safeParse(source.value);
    if (parsed.success) return [{ ...source, form: parsed.data }];
    complaints.push(...parsed.error.issues.flatMap(alternatives).map((issue) => complaintOf(issue, source)));
    return [];
  });
  for (const { file, level, form } of read) {
    complaints.push(...faults(form, level).map(({ path, message }) => ({ file, path, message })));
  }
  if (complaints.length > 0) return complaints;
  return joinPolicies(read.map(({ level, value, form }) => policyOf(level, value, form)));
}

function policyOf(level: Level, value: unknown, { mode, network, limits, keep, rules = [] }: PolicyForm): Policy {
  return {
    revision: sha256Hex(canonicalJson([level, value])),
    mode: mode === undefined ? NO_POLICY.mode : { mode, level },
    rules: rules.map((rule) => ruleOf(rule, level)),
    ...(network === undefined ? {} : { network: networkOf(network, level) }),
    ...((limits ?? keep) === undefined ? {} : { settings: { limits: limitsOf(limits, level), keep } }),
  };
}

function networkOf({ private_hosts: privateHosts, unenforced }: NonNullable<PolicyForm['network']>, level: Level) {
  return {
    ...(privateHosts === undefined ? {} : { privateHosts }),
    ...(unenforced === undefined ? {} : { unenforcedDeniedBy: level }),
  };
}

function limitsOf(limits: PolicyForm['limits'], level: Level): Limits | undefined {
  if (limits === undefined) return undefined;
  const { unenforced, ...rest } = limits;
  return unenforced === undefined ? rest : { ...rest, unenforcedDeniedBy: level };
}

/** What the shape alone cannot say: contradictions, and examples that do not come true. */
function faults(form: PolicyForm, level: Level): Fault[] {
  const found: Fault[] = [];
  if (form.mode === 'auto' && level === 'project') {
    const message =
      'a project cannot loosen what its users have to confirm: auto belongs in a user or organisation policy';
    found.push({ path: ['mode'], message });
  }
  if (form.network?.private_hosts !== undefined && level === 'project') {
    const message =
      'a project cannot open what is private on the machines of its users: private_hosts belongs in a user or organisation policy';
    found.push({ path: ['network', 'private_hosts'], message });
  }
  if (form.keep !== undefined && level === 'project') {
    const message =
      'what is kept of its users is not for a project to say: keep belongs in a user or organisation policy';
    found.push({ path: ['keep'], message });
  }
  const names = new Set<string>();
  for (const [index, rule] of (form.rules ?? []).entries()) {
    const at = ['rules', index] as const;
    if (names.has(rule.name)) found.push({ path: [...at, 'name'], message: 'another rule has this name' });
    names.add(rule.name);
    found.push(...contradictions(rule).map(({ path, message }) => ({ path: [...at, ...path], message })));
    for (const [list, wanted] of [
      ['must_match', true],
      ['must_not_match', false],
    ] as const) {
      for (const [place, example] of (rule[list] ?? []).entries()) {
        const message = exampleFault(rule, example, wanted);
        if (message !== undefined) found.push({ path: [...at, list, place], message });
      }
    }
  }
  return found;
}

function exampleFault(rule: RuleForm, example: ExampleForm, wanted: boolean): string | undefined {
  const given = typeof example === 'string' ? { id: example } : example;
  const asked = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const missing = asked.find((name) => rule.applies_to[name] !== undefined && given[NEEDED[name]] === undefined);
  if (missing !== undefined) return `the rule asks for ${missing}, so the example needs ${NEEDED[missing]}`;
  const facts = {
    id: given.id,
    type: given.type,
    sideEffect: given.side_effect,
    riskLevel: given.risk_level,
    origin: given.origin,
    principal: given.principal,
  } as Facts;
  if (applies(withImported(rule.applies_to), facts) === wanted) return undefined;
  return wanted ? 'the rule does not match this example' : 'the rule matches this example';
}

function ruleOf({ must_match: _yes, must_not_match: _no, ...rule }: RuleForm, level: Level): Rule {
  return { ...rule, applies_to: withImported(rule.applies_to), level };
}

/** What a catalog says of itself must not take it out of a rule: an imported one is a project's nevertheless. */
export function withImported(conditions: Conditions): Conditions {
  const { origins } = conditions;
  return origins?.includes('project') ? { ...conditions, origins: [...origins, 'imported'] } : conditions;
}

type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly message: string };

/** Of what may be written in two ways, the complaint is about the one that was meant: that of the same kind of value. */
function alternatives(issue: Issue): readonly Issue[] {
  const { errors } = issue as { readonly errors?: readonly (readonly Issue[])[] };
  if (issue.code !== 'invalid_union' || errors === undefined) return [issue];
  const meant = errors.find((branch) => !branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
  if (meant === undefined) return [{ ...issue, message: EXAMPLE_FORMS }];
  return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const EXAMPLE_FORMS =
  'an example is an id, such as git.commit, or an id with facts, such as {id: git.commit, side_effect: I}';

function complaintOf(issue: Issue, { file, value }: PolicySource): PolicyComplaint {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const missing = missingField(path, value, issue.message);
  if (missing !== undefined) return { file, path, message: missing };
  const { keys } = issue as { keys?: readonly string[] };
  if (issue.code !== 'unrecognized_keys' || keys === undefined) return { file, path, message: issue.message };
  const [key = ''] = keys;
  const meant = nearest(
    key,
    FIELDS.filter((name) => name !== key),
  );
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return { file, path: [...path, key], ofKey: true, message: `there is no field ${JSON.stringify(key)}${hint}` };
}

/** All names that a policy file may use, for suggestions. */
const FIELDS = [
  ...['network', 'private_hosts', 'unenforced'],
  ...['version', 'mode', 'rules', 'name', 'because', 'applies_to', 'discover', 'describe', 'execute'],
  ...['limits', 'concurrent_runs', 'memory_mb', 'timeout_ms', 'keep', 'audit_days', 'journal_days', 'search_traces'],
  ...['must_match', 'must_not_match', 'ids', 'except_ids', ...Object.keys(NEEDED), 'id', ...Object.values(NEEDED)],
];
