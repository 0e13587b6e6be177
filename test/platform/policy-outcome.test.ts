/** What a compiled policy knows of the catalog inside: never less than its rules say, and nothing of any other catalog. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownPolicy, quickPolicy } from '../../src/platform/known-policy.ts';
import { compileBeside } from '../../src/platform/policy-beside.ts';
import type { PolicyHost } from '../../src/platform/policy-files.ts';
import { loadPolicy } from '../../src/platform/policy-load.ts';
import { openDefault } from '../../src/platform/snapshot-choice.ts';
import type { Origin, Policy } from '../../src/policy/policy.ts';
import type { Snapshot } from '../../src/snapshot/read.ts';
import { govern } from '../../src/verbs/governance.ts';
import { catalogOf } from '../../src/verbs/hidden-documents.ts';
import { settled } from './settled.ts';

const snapshot = openDefault() as Snapshot;
let home = '';
let host: PolicyHost;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap outcome '));
  for (const name of ['etc', 'config/cap']) mkdirSync(join(home, name), { recursive: true });
  const environment = { XDG_CONFIG_HOME: join(home, 'config'), CAP_STATE_DIR: join(home, 'state') };
  host = { environment, cwd: home, organisationFile: join(home, 'etc', 'policy.yaml') };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const policyText = (rules: readonly string[]) =>
  `version: policy.v1\nrules:\n${rules.map((rule, index) => `  - {name: r${index}, discover: deny, ${rule}}\n`).join('')}`;
const ids = (...names: string[]) => `applies_to: {ids: [${names}]}, must_match: [${names[0]}]`;

async function compiled(own: readonly string[], organisations?: readonly string[]): Promise<Policy> {
  writeFileSync(join(home, 'config/cap/policy.yaml'), policyText(own));
  if (organisations !== undefined) {
    writeFileSync(host.organisationFile as string, policyText(organisations), { mode: 0o644 });
    await compileBeside(host);
  }
  loadPolicy(host);
  await settled(host);
  return quickPolicy(host) as Policy;
}

function hiddenIn(policy: Policy, origin: Origin = 'builtin'): string[] {
  const caller = { principal: () => 'somebody', origin: () => origin, trusted: () => true };
  const documents = govern(policy, snapshot, caller).hiddenDocuments() ?? [];
  return [...documents.keys()].filter((doc) => documents[doc] === 1).map((doc) => snapshot.ids.at(doc));
}

const byRules = (policy: Policy, origin?: Origin) => hiddenIn({ ...policy, hides: [undefined] }, origin);

describe('what is known of the catalog inside', () => {
  it.each<[string, readonly string[]]>([
    ['a capability and a pack', [ids('system.port.who'), ids('git')]],
    ['ids that it does not have', [ids('unused.one'), ids('unused')]],
    ['side effects', ['applies_to: {side_effects: [I]}, must_match: [{id: a, side_effect: I}]']],
    ['all but some', ['applies_to: {except_ids: [git, data]}, must_match: [system]']],
    ['an origin', ['applies_to: {origins: [builtin]}, must_match: [{id: a, origin: builtin}]']],
    ['another origin', ['applies_to: {origins: [project]}, must_match: [{id: a, origin: project}]']],
  ])('is what the rules say: %s', async (_name, rules) => {
    const policy = await compiled(rules);
    expect(policy.hides).toMatchObject([{ catalog: catalogOf(snapshot) }]);
    expect(hiddenIn(policy)).toEqual(byRules(policy));
    // A run goes by the rules.
    expect(knownPolicy(host)).not.toHaveProperty('hides');
  });

  it('is the sum of what the organisation and the user hide', async () => {
    const policy = await compiled([ids('system.port.who')], [ids('git')]);
    expect(policy.hides).toHaveLength(2);
    expect(hiddenIn(policy)).toEqual(expect.arrayContaining(['git.push', 'system.port.who']));
    expect(hiddenIn(policy)).toEqual(byRules(policy));
  });

  it('is nothing where one of them depends on who asks', async () => {
    const somebody = 'applies_to: {principals: [somebody]}, must_match: [{id: a, principal: somebody}]';
    for (const [own, organisations] of [
      [[somebody], [ids('git')]],
      [[ids('git')], [somebody]],
    ] as const) {
      const policy = await compiled(own, organisations);
      expect(policy.hides).toContain(undefined);
      expect(hiddenIn(policy)).toHaveLength(snapshot.count);
    }
  });
});

it('another catalog is asked about by the rules, whatever it says of itself; so is another version', async () => {
  const policy = await compiled([ids('git')]);
  // A form that would hide nothing: it must not be gone by.
  const nothing = { catalog: catalogOf(snapshot), documents: [] };
  const hides = [nothing];
  expect(hiddenIn({ ...policy, hides })).toEqual([]);
  for (const origin of ['project', 'imported'] as const) {
    expect(hiddenIn({ ...policy, hides }, origin)).toEqual(byRules(policy, origin));
  }
  expect(hiddenIn({ ...policy, hides: [nothing, { ...nothing, catalog: `${nothing.catalog}0` }] })).toEqual(
    byRules(policy),
  );
});
