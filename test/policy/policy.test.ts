/** What a policy file says, what is refused in one, and who wins. */
import { describe, expect, it } from 'vitest';
import {
  describeDenied,
  discoverDenied,
  executeAnswer,
  type Facts,
  type Level,
  NO_POLICY,
  ORIGINS,
  type Policy,
} from '../../src/policy/policy.ts';
import { policyOf, problemsOf } from './policy-texts.ts';

const facts = (more: Partial<Facts> = {}): Facts => ({
  id: 'git.commit',
  type: 'action',
  sideEffect: 'W-local',
  riskLevel: 'low',
  origin: 'builtin',
  trusted: true,
  principal: 'ann',
  ...more,
});

const rule = (more: string) => `version: policy.v1
rules:
  - name: no git
    because: Git is done by people here.
    applies_to: {ids: [git], except_ids: [git.log]}
    must_match: [git.commit]
    must_not_match: [git.log, gitea.repo]
    ${more}
`;

describe('a policy', () => {
  it('that nobody wrote leaves everything to the manifest', () => {
    expect(executeAnswer(NO_POLICY, facts())).toEqual({ kind: 'as_manifest', rule: 'mode ask' });
    expect(discoverDenied(NO_POLICY, facts())).toBeUndefined();
  });

  it('takes away by id, and names the rule and its reason', () => {
    const policy = policyOf(rule('execute: deny'));
    const denied = { kind: 'deny', rule: 'rule "no git" of the user policy', message: 'Git is done by people here.' };
    expect(executeAnswer(policy, facts())).toEqual(denied);
    expect(executeAnswer(policy, facts({ id: 'git.log' }))).toMatchObject({ kind: 'as_manifest' });
    expect(executeAnswer(policy, facts({ id: 'gitea.repo' }))).toMatchObject({ kind: 'as_manifest' });
    expect(discoverDenied(policy, facts())).toBeUndefined();
    expect(describeDenied(policy, facts())).toBeUndefined();
  });

  it('that hides something also keeps it from being read and executed', () => {
    const policy = policyOf(rule('discover: deny'));
    expect(discoverDenied(policy, facts())).toMatchObject({ rule: 'rule "no git" of the user policy' });
    expect(describeDenied(policy, facts())).toBeDefined();
    expect(executeAnswer(policy, facts())).toMatchObject({ kind: 'deny' });
  });

  it('that keeps something from being read lets it be found', () => {
    const policy = policyOf(rule('describe: deny'));
    expect(discoverDenied(policy, facts())).toBeUndefined();
    expect(executeAnswer(policy, facts())).toMatchObject({ kind: 'deny' });
  });

  it.each([
    ['types: [recipe]', { type: 'recipe', id: 'a' }, { type: 'action' }],
    ['side_effects: [I]', { sideEffect: 'I' }, { sideEffect: 'R' }],
    ['risk_levels: [high, critical]', { riskLevel: 'critical' }, { riskLevel: 'low' }],
    ['origins: [project]', { origin: 'project' }, { origin: 'builtin' }],
    ['principals: [bob]', { principal: 'bob' }, { principal: 'ann' }],
  ] as const)('asks for %s', (condition, yes, no) => {
    const example = '{id: a, type: recipe, side_effect: I, risk_level: critical, origin: project, principal: bob}';
    const policy = policyOf(
      `version: policy.v1\nrules: [{name: x, applies_to: {${condition}}, execute: deny, must_match: [${example}]}]`,
    );
    expect(executeAnswer(policy, facts(yes))).toMatchObject({ kind: 'deny' });
    expect(executeAnswer(policy, facts(no))).toMatchObject({ kind: 'as_manifest' });
  });

  it('that asks for a project’s catalogs means imported ones as well, and one for these means these alone', () => {
    const on = (origin: string) =>
      policyOf(
        `version: policy.v1\nrules: [{name: x, applies_to: {origins: [${origin}]}, execute: deny, must_match: [{id: a, origin: imported}]}]`,
      );
    const denied = (policy: Policy) =>
      ORIGINS.filter((origin) => executeAnswer(policy, facts({ origin })).kind === 'deny');
    expect(denied(on('project'))).toEqual(['project', 'imported']);
    expect(denied(on('imported'))).toEqual(['imported']);
    const example =
      '{origins: [project]}, execute: deny, must_match: [{id: a, origin: project}], must_not_match: [{id: a, origin: imported}]';
    expect(problemsOf(`version: policy.v1\nrules: [{name: x, applies_to: ${example}}]`)).toEqual([
      expect.stringContaining('the rule matches this example'),
    ]);
  });

  it('is as strict as its strictest level, in whatever order they come', () => {
    const all: (readonly [Level, string])[] = [
      ['user', 'version: policy.v1\nmode: auto'],
      ['project', rule('execute: ask')],
      ['organisation', rule('execute: human')],
    ];
    for (const order of [all, [...all].reverse()]) {
      expect(executeAnswer(policyOf(...order), facts())).toEqual({
        kind: 'human',
        rule: 'rule "no git" of the organisation policy',
      });
    }
    expect(executeAnswer(policyOf(...all, ['project', 'version: policy.v1\nmode: read-only']), facts())).toEqual({
      kind: 'deny',
      rule: 'mode read-only of the project policy',
      message: 'This may only read here.',
    });
  });

  it('in mode auto lets small local writes pass, and nothing else', () => {
    const policy = policyOf('version: policy.v1\nmode: auto');
    expect(executeAnswer(policy, facts())).toMatchObject({ kind: 'pass' });
    for (const more of [{ riskLevel: 'high' }, { sideEffect: 'W-shared' }, { sideEffect: 'I' }] as const) {
      expect(executeAnswer(policy, facts(more))).toMatchObject({ kind: 'as_manifest' });
    }
  });

  it('in mode read-only lets what reads pass', () => {
    const policy = policyOf('version: policy.v1\nmode: read-only');
    expect(executeAnswer(policy, facts({ sideEffect: 'R' }))).toMatchObject({ kind: 'as_manifest' });
    expect(executeAnswer(policy, facts({ sideEffect: 'W-local' }))).toMatchObject({ kind: 'deny' });
  });

  it('has another revision when any file says another thing', () => {
    const texts = [rule('execute: ask'), rule('execute: deny'), 'version: policy.v1', 'version: policy.v1\nmode: ask'];
    const revisions = texts.map((text) => policyOf(text).revision);
    expect(new Set([...revisions, policyOf(['project', texts[0] as string]).revision]).size).toBe(5);
    expect(policyOf(`# a comment\n${texts[0]}`).revision).toBe(revisions[0]);
  });
});

const EXAMPLE = '{id: x, type: pack, side_effect: R, risk_level: high}';

describe('a policy is refused', () => {
  it.each([
    [
      'an unknown field',
      rule('execute: deny\n    excute: ask'),
      /^9:5 there is no field "excute"; did you mean execute\?$/,
    ],
    [
      'an unknown condition',
      'version: policy.v1\nrules: [{name: a, applies_to: {id: [a]}, execute: deny, must_match: [a]}]',
      /there is no field "id"; did you mean ids\?/,
    ],
    ['an unknown answer', rule('execute: allow'), /^8:14 /],
    ['another version', 'version: policy.v2', /^1:10 /],
    ['no version', 'mode: ask', /expected "policy.v1"/],
    ['a list', '- a', /expected object/],
    ['nothing', '', /no document/],
    ['a key twice', 'version: policy.v1\nmode: ask\nmode: auto', /twice/],
    ['an anchor', 'version: &v policy.v1\nmode: ask', /anchor/],
    ['a second document', 'version: policy.v1\n---\nmode: ask', /document/],
    ['no YAML', 'version: [', /not YAML/],
    ['a rule that takes nothing away', rule(''), /takes nothing away/],
    ['a contradiction', rule('discover: deny\n    execute: ask'), /^9:14 what may not be found cannot be executed/],
    ['another contradiction', rule('describe: deny\n    execute: human'), /what may not be read/],
    [
      'a rule that is all exception',
      'version: policy.v1\nrules: [{name: a, applies_to: {ids: [git.log], except_ids: [git]}, execute: deny, must_match: [x]}]',
      /except_ids takes all/,
    ],
    ...(
      [
        ['types: [pack], side_effects: [R]', 'execute: deny', /^1:\d+ .*only an action has a side effect, no pack$/m],
        ['types: [recipe], side_effects: [I]', 'discover: deny', /only an action has a side effect, no recipe$/m],
        ['types: [pack, prompt], risk_levels: [high]', 'describe: deny', /a risk level, no pack, no prompt$/m],
        ['types: [recipe]', 'execute: ask', /only an action is executed, no recipe$/m],
        ['types: [pack, resource]', 'execute: human', /only an action is executed, no pack, no resource$/m],
        ['ids: [x], except_ids: [x.y, file.copy]', 'execute: deny', /^1:\d+ ids does not hold file.copy/],
      ] as const
    ).map(([applies, answer, complaint]): [string, string, RegExp] => [
      `a rule that nothing can meet: ${applies}, ${answer}`,
      `{version: policy.v1, rules: [{name: a, applies_to: {${applies}}, ${answer}, must_match: [${EXAMPLE}]}]}`,
      complaint,
    ]),
    [
      'two rules of one name',
      `${rule('execute: ask')}  - {name: no git, applies_to: {}, execute: ask, must_match: [a]}\n`,
      /another rule has this name/,
    ],
    [
      'an example that does not match',
      rule('execute: deny').replace('[git.commit]', '[git.commit, git.log]'),
      /^6:30 the rule does not match/,
    ],
    [
      'an example that matches',
      rule('execute: deny').replace('[git.log, gitea', '[git.log, git.push, gitea'),
      /the rule matches this example/,
    ],
    [
      'an example without its facts',
      'version: policy.v1\nrules: [{name: a, applies_to: {side_effects: [I]}, execute: deny, must_match: [a]}]',
      /the example needs side_effect/,
    ],
    ['no example', 'version: policy.v1\nrules: [{name: a, applies_to: {}, execute: deny}]', /must_match|array/],
    ['an id with a star', rule('execute: deny').replace('ids: [git]', 'ids: ["git.*"]'), /must be an id/],
  ])('for %s', (_name, text, complaint) => {
    expect(problemsOf(text).join('\n')).toMatch(complaint);
  });

  it.each([
    ['types: [recipe, action], side_effects: [I]', 'execute: ask'],
    ['types: [recipe]', 'execute: deny'],
    ['ids: [x.y], except_ids: [x.y.z]', 'execute: deny'],
    ['except_ids: [git]', 'execute: deny'],
  ])('for no contradiction that is none: %s, %s', (applies, answer) => {
    const example = '{id: x.y, type: recipe, side_effect: I}';
    const text = `{version: policy.v1, rules: [{name: a, applies_to: {${applies}}, ${answer}, must_match: [${example}]}]}`;
    expect(problemsOf(text)).toEqual([]);
  });

  it('for a project that wants to loosen what users confirm', () => {
    expect(problemsOf('version: policy.v1\nmode: auto', 'project')).toEqual([
      expect.stringContaining('a project cannot loosen'),
    ]);
    expect(problemsOf('version: policy.v1\nmode: auto', 'organisation')).toEqual([]);
  });
});
