/**
 * A policy for the warm runs, as a call before would have left it: its file and its compiled form. What a search does
 * under a policy is a dozen functions, 8 KB of cache; compiled where they are needed they cost it 1 ms.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownPath, sealCompiled } from '../../src/platform/compiled-policy.ts';
import { policyFiles } from '../../src/platform/policy-files.ts';
import { compileFiles, isProblems } from '../../src/platform/policy-load.ts';
import { withOutcome } from '../../src/platform/policy-outcome.ts';

/** Hides by an id and by a column. */
const POLICY = `
version: policy.v1
rules:
  - {name: a, applies_to: {ids: [codec]}, discover: deny, must_match: [codec]}
  - {name: b, applies_to: {side_effects: [I]}, discover: deny, must_match: [{id: a, side_effect: I}]}
`;

/**
 * Puts this process under the policy; everything is written below `scratch`. `outcome`: with what it hides of the catalog
 * inside, as it is for that one; of any other catalog the rules are asked.
 */
export function enterPolicy(scratch: string, outcome: boolean): void {
  const state = join(scratch, 'state');
  const config = join(scratch, 'config');
  process.env.CAP_STATE_DIR = state;
  process.env.XDG_CONFIG_HOME = config;
  mkdirSync(join(config, 'cap'), { recursive: true });
  writeFileSync(join(config, 'cap', 'policy.yaml'), POLICY);
  const files = policyFiles({ environment: process.env, cwd: process.cwd() });
  const policy = compileFiles(files);
  if (isProblems(policy)) throw new Error('the policy of the warm runs is none');
  const path = ownPath(state, files);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sealCompiled(outcome ? withOutcome(policy) : policy, files), { mode: 0o600 });
}
