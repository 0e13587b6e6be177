/**
 * Policies against what does more than it says: what starts the code of a project is not only reading, and what rewrites a
 * working tree may take away the policy that lies in it. Asked of every action of the catalog.
 */
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import type { Facts, Policy } from '../../src/policy/policy.ts';
import { approvalNeeded } from '../../src/run/decide.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { catalogActions } from './catalog-actions.ts';

const actions = catalogActions();

function answerOf(policy: Policy, capability: Capability): string {
  const { id, type, sideEffect, riskLevel } = capability;
  const facts: Facts = { id, type, sideEffect, riskLevel, origin: 'builtin', principal: 'ann', trusted: true };
  return approvalNeeded(policy, facts, capability, undefined, undefined).kind;
}
const those = (policy: Policy, kind: string) => actions.filter((one) => answerOf(policy, one) === kind);
const ids = (some: readonly Capability[]) => some.map(({ id }) => id).sort();

/** Tests, builds and linters are programs that the project brings, and so are the scripts of packages at their installation. */
const STARTING_CODE =
  `dev.build.run dev.deps.add dev.lint.fix dev.lint.run dev.test.coverage dev.test.run dev.test.run_file
  maintenance.docker.exec_shell maintenance.npm.install_global maintenance.python.pip_install`.split(/\s+/);

describe('what starts code of a project or of a package', () => {
  it('does not run in mode read-only, whatever its manifest says that it changes', () => {
    const policy = policyOf('version: policy.v1\nmode: read-only');
    const left = actions.filter((one) => answerOf(policy, one) !== 'denied');
    expect(left.length).toBeGreaterThan(100);
    expect(left.filter(({ confirmation, sideEffect }) => confirmation !== 'none' || sideEffect !== 'R')).toEqual([]);
    expect(ids(left).filter((id) => STARTING_CODE.includes(id))).toEqual([]);
  });

  it('is asked for in mode auto', () => {
    const policy = policyOf('version: policy.v1\nmode: auto');
    const unasked = ids(those(policy, 'allowed'));
    expect(unasked).toContain('file.copy');
    expect(ids(actions).filter((id) => STARTING_CODE.includes(id))).toEqual(STARTING_CODE);
    expect(unasked.filter((id) => STARTING_CODE.includes(id))).toEqual([]);
  });
});

describe('what rewrites a whole working tree', () => {
  const TREE = ['git.pull', 'git.stash_pop', 'git.stash_save', 'git.switch'];
  const RULE = 'rules: [{name: n, applies_to: {ids: [git.tag_create]}, execute: deny, must_match: [git.tag_create]}]';
  const auto = 'version: policy.v1\nmode: auto';

  it.each([
    ['a rule', RULE],
    ['a mode', 'mode: ask'],
    ['a demand of the network', 'network: {unenforced: deny}'],
    ['a demand of limits', 'limits: {memory_mb: 1024, unenforced: deny}'],
  ])('waits for a human while %s of a project holds', (_what, text) => {
    const policy = policyOf(auto, ['project', `version: policy.v1\n${text}`]);
    for (const one of actions.filter(({ id }) => TREE.includes(id)))
      expect(answerOf(policy, one), one.id).toBe('human');
    // What touches no file of the tree is asked for as before.
    const others = those(policy, 'human').filter(
      ({ sideEffect, confirmation }) => sideEffect !== 'I' && confirmation !== 'human',
    );
    expect(ids(others)).toEqual(TREE);
  });

  it('is a small write like others where no project has a say', () => {
    const unasked = ids(those(policyOf(`${auto}\n${RULE}`), 'allowed'));
    expect(unasked.filter((id) => TREE.includes(id))).toEqual(TREE);
  });

  it('whatever a catalog calls it, and what only looks is left alone', () => {
    const policy = policyOf(auto, ['project', `version: policy.v1\n${RULE}`]);
    const [sample] = actions.filter(({ id }) => id === 'git.switch') as [Capability];
    const asked = (argv: readonly string[], sideEffect: 'R' | 'W-local') => {
      const handler = {
        kind: 'command',
        executable: 'git',
        argv,
        exit: { ok: [0], empty: [] },
        output: { format: 'text' },
      };
      return answerOf(policy, { ...sample, id: 'x.y', sideEffect, handler } as unknown as Capability);
    };
    expect(asked(['-c', 'core.pager=cat', 'checkout', '--', 'x'], 'W-local')).toBe('human');
    expect(asked(['rm', '--', 'x'], 'W-local')).toBe('human');
    expect(asked(['tag', '--', 'x'], 'W-local')).toBe('allowed');
    expect(asked(['stash', 'list'], 'R')).toBe('caller');
  });
});
