/** What a policy file leaves out is named, with its place and with a line that would be right there. */
import { expect, it } from 'vitest';
import { policyOf, problemsOf } from './policy-texts.ts';

const RULES =
  'version: policy.v1\nrules:\n  - name: a\n    applies_to: {ids: [git], side_effects: [I]}\n    execute: deny\n';

it.each([
  ['mode: ask', '1:1 the field version is missing here (expected "policy.v1"); write for example: version: policy.v1'],
  [
    RULES,
    '3:5 the field must_match is missing here (expected array); write for example: must_match: [{id: git, side_effect: I}]',
  ],
  [
    `${RULES}    must_match: [{side_effect: I}]`,
    '6:18 the field id is missing here (expected string); write for example: id: git.force_push',
  ],
  [
    'version: policy.v1\nrules: [{execute: deny, must_match: [a], applies_to: {}}]',
    '2:9 the field name is missing here (expected string); write for example: name: no force push',
  ],
  [
    'version: policy.v1\nrules: [{name: a, execute: deny, must_match: [a]}]',
    '2:9 the field applies_to is missing here (expected object); write for example: applies_to: {ids: [git.force_push]}',
  ],
  [
    'version: policy.v1\nrules: [{name: a, applies_to: {}, execute: deny, must_match: ["git.*"]}]',
    '2:63 must be an id such as git or git.commit',
  ],
  [
    'version: policy.v1\nrules: [{name: a, applies_to: {}, execute: deny, must_match: [{id: a, idd: b}]}]',
    '2:71 there is no field "idd"; did you mean id?',
  ],
  [
    'version: policy.v1\nrules: [{name: a, applies_to: {}, execute: deny, must_match: [3]}]',
    '2:63 an example is an id, such as git.commit, or an id with facts, such as {id: git.commit, side_effect: I}',
  ],
])('%s', (text, complaint) => {
  expect(problemsOf(text)).toContain(complaint);
});

it('and with what it says to write the file is a policy', () => {
  const [complaint = ''] = problemsOf(RULES);
  const [, line] = /write for example: (.*)$/.exec(complaint) ?? [];
  expect(policyOf(`${RULES}    ${line}\n`).rules).toHaveLength(1);
});
