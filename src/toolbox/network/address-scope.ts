/**
 * How far an IP address reaches, by the registries of special-purpose addresses (RFC 6890 and its updates).
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type AddressScope = 'loopback' | 'link_local' | 'private' | 'shared' | 'public' | 'special';

/** First match counts; what is in none is public. */
const NETWORKS: readonly [AddressScope, 'ipv4' | 'ipv6', string, number][] = [
  ['loopback', 'ipv4', '127.0.0.0', 8],
  ['link_local', 'ipv4', '169.254.0.0', 16],
  ['private', 'ipv4', '10.0.0.0', 8],
  ['private', 'ipv4', '172.16.0.0', 12],
  ['private', 'ipv4', '192.168.0.0', 16],
  ['shared', 'ipv4', '100.64.0.0', 10],
  ['special', 'ipv4', '0.0.0.0', 8],
  // Documentation and benchmarking: never routed.
  ['special', 'ipv4', '192.0.0.0', 24],
  ['special', 'ipv4', '192.0.2.0', 24],
  ['special', 'ipv4', '198.18.0.0', 15],
  ['special', 'ipv4', '198.51.100.0', 24],
  ['special', 'ipv4', '203.0.113.0', 24],
  // Multicast and reserved.
  ['special', 'ipv4', '224.0.0.0', 3],
  ['loopback', 'ipv6', '::1', 128],
  ['link_local', 'ipv6', 'fe80::', 10],
  ['private', 'ipv6', 'fc00::', 7],
  ['special', 'ipv6', '::', 128],
  ['special', 'ipv6', '2001:db8::', 32],
  ['special', 'ipv6', 'ff00::', 8],
];

const LISTS = NETWORKS.map(([scope, family, network, prefix]) => {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return { scope, family, list };
});

export function scopeOf(address: string): AddressScope {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '');
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined;
  if (family === undefined) return 'special';
  return LISTS.find((one) => one.family === family && one.list.check(plain, family))?.scope ?? 'public';
}
