/** The policy in force, when it can be told without compiling: its text is compared with the text that was compiled last. */
import { joinPolicies } from '../policy/join.ts';
import { NO_POLICY, type Policy } from '../policy/policy.ts';
import { compiledPolicies } from './compiled-policy.ts';
import type { PolicyHost } from './policy-files.ts';

/**
 * What a quick call goes by: undefined when the cold part has to compile it, or to note searches. Of several policies it
 * has the rules of all, which is what a quick verb asks; modes and limits are for runs.
 */
export function quickPolicy(host: PolicyHost): Policy | undefined {
  const known = compiledPolicies(host);
  return known?.every(({ settings }) => (settings?.keep?.search_traces ?? 'off') === 'off')
    ? {
        ...NO_POLICY,
        ...known[0],
        rules: known.flatMap(({ rules }) => rules),
        hides: known.flatMap(({ hides = [undefined] }) => hides),
      }
    : undefined;
}

/** Undefined when it has to be compiled. */
export function knownPolicy(host: PolicyHost): Policy | undefined {
  const known = compiledPolicies(host);
  // A run goes by the rules themselves.
  return known === undefined ? undefined : joinPolicies(known.map(({ hides: _, ...policy }) => policy));
}
