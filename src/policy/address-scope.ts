/**
 * How far an IP address reaches, by the registries of special-purpose addresses (RFC 6890 and its updates) as ipaddr.js
 * knows them; and which of them a request may go to. An address that only wraps an IPv4 address reaches as far as that one,
 * so that it hides nothing.
 */
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
  if (!isAddress(plain)) return 'special';
  // process() turns ::ffff:127.0.0.1 into the IPv4 address that is meant.
  return SCOPES[ipaddr.process(plain).range()] ?? 'special';
}

/** In its full spelling, without brackets. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** `isOpened`: a manifest and a policy say that the host may stand behind the open network. */
export type Reach = { readonly isOpened: boolean; readonly isLoopbackOnly: boolean };

/** Why no request goes to this address, in words that follow "the host is", and what says so; undefined: it may. */
export function shutAddress(
  address: string,
  { isOpened, isLoopbackOnly }: Reach,
): { readonly why: string; readonly rule: string } | undefined {
  const scope = scopeOf(address);
  if (isLoopbackOnly && scope !== 'loopback') {
    return { why: `${WORDS[scope]}: only this machine is meant`, rule: 'network_policy loopback of the manifest' };
  }
  if (scope !== 'special' && (scope === 'public' || isOpened)) return undefined;
  const why = `${WORDS[scope]}: a request may only go there when its manifest and a policy say so (private_network: true under handler; private_hosts under network)`;
  return { why, rule: 'network.private_hosts' };
}

const WORDS: { readonly [Scope in AddressScope]: string } = {
  loopback: 'this machine',
  link_local: 'the local link',
  private: 'a private network',
  shared: "a provider's own network",
  special: 'no place of the open network',
  public: 'the open network',
};
