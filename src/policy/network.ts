/** What policy says of networks: which hosts behind the public ones a request may reach, and what is not enforced may not run. */
import type { NetworkRules, Policy } from './policy.ts';

/** The strictest of all: a host counts only where every policy that names hosts names it. */
export function joinNetwork(all: readonly NetworkRules[]): NetworkRules | undefined {
  if (all.length === 0) return undefined;
  const [first, ...others] = all.flatMap(({ privateHosts }) => (privateHosts === undefined ? [] : [privateHosts]));
  const denier = all.find(({ unenforcedDeniedBy }) => unenforcedDeniedBy !== undefined)?.unenforcedDeniedBy;
  return {
    ...(first === undefined ? {} : { privateHosts: others.reduce(common, first) }),
    ...(denier === undefined ? {} : { unenforcedDeniedBy: denier }),
  };
}

/** What both lists name; of a host and one port of it, the port. */
function common(one: readonly string[], other: readonly string[]): readonly string[] {
  const within = (entry: string, list: readonly string[]) =>
    list.some((wider) => entry === wider || entry.startsWith(`${wider}:`));
  return [
    ...one.filter((entry) => within(entry, other)),
    ...other.filter((entry) => !one.includes(entry) && within(entry, one)),
  ];
}

/** Whether an entry means where this URL leads: `host` all ports of the host, `host:8080` that one alone. */
export function standsFor(entry: string, { hostname, port, protocol }: URL): boolean {
  return entry === hostname || entry === `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** Whether a request may go there although it stands in a private network or on this machine. */
export function reachesPrivate(policy: Policy, url: URL): boolean {
  return policy.network?.privateHosts?.some((entry) => standsFor(entry, url)) === true;
}

/** The rule that refuses what is meant to be shut off from the network and is not; undefined: it may run so. */
export function unenforcedDenied({ network }: Policy): string | undefined {
  const level = network?.unenforcedDeniedBy;
  return level === undefined ? undefined : `network.unenforced of the ${level} policy`;
}
