/** Policies of several files made one: the strictest of each wins. It compiles nothing, so the quick path can join what is compiled already. */
import { joinNetwork } from './network.ts';
import { MODES, NO_POLICY, type Policy } from './policy.ts';
import { mergeSettings } from './settings.ts';

/** In the order of their files. */
export function joinPolicies(policies: readonly Policy[]): Policy {
  const [first, ...others] = policies;
  if (first === undefined || others.length === 0) return first ?? NO_POLICY;
  const modes = policies.map(({ mode }) => mode).filter(({ level }) => level !== 'default');
  modes.sort((a, b) => MODES.indexOf(a.mode) - MODES.indexOf(b.mode));
  const network = joinNetwork(policies.flatMap((policy) => policy.network ?? []));
  const settings = policies.flatMap((policy) => policy.settings ?? []);
  return {
    // No hash of hashes: loading what makes one costs a search more than all its policy does.
    revision: policies.map(({ revision }) => revision).join('+'),
    mode: modes[0] ?? NO_POLICY.mode,
    rules: policies.flatMap(({ rules }) => rules),
    ...(network === undefined ? {} : { network }),
    ...(settings.length === 0 ? {} : { settings: mergeSettings(settings) }),
  };
}
