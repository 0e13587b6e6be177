/**
 * How far an IP address reaches, by the registries of special-purpose addresses (RFC 6890 and its updates) as ipaddr.js
 * knows them. An address that only wraps an IPv4 address reaches as far as that one, so that it hides nothing.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressScope = 'loopback' | 'link_local' | 'private' | 'shared' | 'public' | 'special';

/** What is not here is special: documentation, multicast, tunnels, and whatever is reserved next. */
const SCOPES: { readonly [range: string]: AddressScope } = {
  unicast: 'public',
  loopback: 'loopback',
  linkLocal: 'link_local',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  carrierGradeNat: 'shared',
};

export function scopeOf(address: string): AddressScope {
  const plain = address.replace(/%.*$/, '');
  // Old spellings of an address (127.1, 0x7f.1) are none here: a look-up gives the full one.
  if (isIP(plain) === 0) return 'special';
  // process() turns ::ffff:127.0.0.1 into the IPv4 address that is meant.
  return SCOPES[ipaddr.process(plain).range()] ?? 'special';
}
