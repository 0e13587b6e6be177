/** What policy says of networks: which hosts behind the public ones a request may reach, and what is not enforced may not run. */
import type { Level, NetworkRules, Policy } from './policy.ts';

/** What one file says. */
export type NetworkSource = {
  readonly level: Level;
  readonly network?:
    | { readonly private_hosts?: readonly string[] | undefined; readonly unenforced?: 'deny' | undefined }
    | undefined;
};

/** The strictest of all files: a host counts only where every file that names hosts names it. */
export function joinNetwork(sources: readonly NetworkSource[]): NetworkRules | undefined {
  const lists = sources.flatMap(({ network }) => (network?.private_hosts === undefined ? [] : [network.private_hosts]));
  const denier = sources.find(({ network }) => network?.unenforced === 'deny');
  if (lists.length === 0 && denier === undefined) return undefined;
  const [first = [], ...others] = lists;
  const privateHosts = first.filter((host) => others.every((list) => list.includes(host)));
  return { privateHosts, ...(denier === undefined ? {} : { unenforcedDeniedBy: denier.level }) };
}

/** Whether a request may go to this host although it stands in a private network or on this machine. */
export function reachesPrivate(policy: Policy, host: string): boolean {
  return policy.network?.privateHosts.includes(host) === true;
}

/** The rule that refuses what is meant to be shut off from the network and is not; undefined: it may run so. */
export function unenforcedDenied({ network }: Policy): string | undefined {
  const level = network?.unenforcedDeniedBy;
  return level === undefined ? undefined : `network.unenforced of the ${level} policy`;
}
