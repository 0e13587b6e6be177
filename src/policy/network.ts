/** What policy says of networks: which hosts behind the public ones a request may reach, and what is not enforced may not run. */
import type { NetworkRules, Policy } from './policy.ts';

/** The strictest of all: a host counts only where every policy that names hosts names it. */
export function joinNetwork(all: readonly NetworkRules[]): NetworkRules | undefined {
  if (all.length === 0) return undefined;
  const [first, ...others] = all.flatMap(({ privateHosts }) => (privateHosts === undefined ? [] : [privateHosts]));
  const denier = all.find(({ unenforcedDeniedBy }) => unenforcedDeniedBy !== undefined)?.unenforcedDeniedBy;
  return {
    ...(first === undefined
      ? {}
      : { privateHosts: first.filter((host) => others.every((list) => list.includes(host))) }),
    ...(denier === undefined ? {} : { unenforcedDeniedBy: denier }),
  };
}

/** Whether a request may go to this host although it stands in a private network or on this machine. */
export function reachesPrivate(policy: Policy, host: string): boolean {
  return policy.network?.privateHosts?.includes(host) === true;
}

/** The rule that refuses what is meant to be shut off from the network and is not; undefined: it may run so. */
export function unenforcedDenied({ network }: Policy): string | undefined {
  const level = network?.unenforcedDeniedBy;
  return level === undefined ? undefined : `network.unenforced of the ${level} policy`;
}
