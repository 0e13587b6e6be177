/**
 * Where a redirect may lead: from the open network never to this machine or a network behind it. Whoever asked for a page
 * there meant it; a server that sends on does not say so for them. A name is judged by the addresses that are connected to.
 */
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { PRIVATE_HOSTS_VARIABLE } from '../../capability/tool-pass.ts';
import { type AddressScope, isAddress, scopeOf } from '../../policy/address-scope.ts';
import { standsFor } from '../../policy/network.ts';
import { ToolFailure } from '../tool.ts';
import { addressesOf } from './connect.ts';

/** Judges one address; gives why not. */
export type Reach = (address: string) => ToolFailure | undefined;

/** `from`: how far the address reached that sent on; `to` is what it named. */
export function reachOfRedirect(from: AddressScope, source: URL, to: URL): Reach {
  const opened = (process.env[PRIVATE_HOSTS_VARIABLE] ?? '').split(' ');
  return (address) => {
    const scope = scopeOf(address);
    if (scope === 'public' || (scope !== 'special' && (scope === from || opened.some((entry) => standsFor(entry, to)))))
      return undefined;
    const why = 'it is asked for by itself where it is meant, or a policy names it (network.private_hosts)';
    return new ToolFailure(
      `${source.host} sends on to ${to.host}, which is ${address}, no place of the open network: ${why}`,
      'permission_denied',
    );
  };
}

/** How far the answer came from: by its address, or behind a proxy, which alone knows it, by what is known of the name here. */
export async function scopeOfAnswer(url: URL, address: string | null): Promise<AddressScope> {
  if (address !== null) return scopeOf(address);
  const scopes = new Set((await knownAddresses(url)).map(scopeOf));
  const [scope = 'public'] = scopes;
  return scopes.size === 1 ? scope : 'public';
}

/** A look-up that gives what is within reach alone: what is connected to is what was judged. */
export function lookupWithin(reach: Reach): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const open = (found as LookupAddress[]).filter(({ address }) => reach(address) === undefined);
      const [first] = open;
      if (first === undefined) return done(reach(found[0]?.address ?? '') ?? null, []);
      return options.all === true ? done(null, open) : done(null, first.address, first.family);
    });
  };
}

/** An address in the URL itself is never looked up; through a proxy nothing is connected to here. Throws ToolFailure. */
export async function checkReach(url: URL, reach: Reach, isByProxy: boolean): Promise<void> {
  const host = bare(url);
  const addresses = isAddress(host) ? [host] : isByProxy ? await knownAddresses(url) : [];
  for (const address of addresses) {
    const shut = reach(address);
    if (shut !== undefined) throw shut;
  }
}

/** Empty where this machine does not know the name: a proxy may. */
async function knownAddresses(url: URL): Promise<string[]> {
  return addressesOf(bare(url)).catch(() => []);
}

function bare(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
