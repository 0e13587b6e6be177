/**
 * Whether the host of a call is one that no request may go to: of an address, and of the names that always mean this machine,
 * that is known before anybody is asked for a yes. Where another name leads is first known when it is looked up.
 */
import type { Capability } from '../capability/capability.ts';
import { parseUrlTemplate } from '../capability/url-template.ts';
import { isAddress, shutAddress } from '../policy/address-scope.ts';
import { reachesPrivate } from '../policy/network.ts';
import type { Policy } from '../policy/policy.ts';

/** Undefined: nothing is known against it. A yes changes nothing about what is told here. */
export function shutHost(
  { handler, networkPolicy }: Pick<Capability, 'handler' | 'networkPolicy'>,
  policy: Policy,
): { readonly rule: string; readonly message: string } | undefined {
  if (handler?.kind !== 'http') return undefined;
  const template = parseUrlTemplate(handler.url);
  if (typeof template === 'string') return undefined;
  const { host } = template;
  const address = addressOf(host);
  if (address === undefined) return undefined;
  const isOpened = handler.private_network === true && reachesPrivate(policy, new URL(template.origin));
  const shut = shutAddress(address, { isOpened, isLoopbackOnly: networkPolicy === 'loopback' });
  return shut === undefined ? undefined : { rule: shut.rule, message: `${host} is ${shut.why}.` };
}

/** The address that a host is, whoever is asked. */
function addressOf(host: string): string | undefined {
  // RFC 6761: these names are never anybody else's.
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1';
  const bare = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  return isAddress(bare) ? bare : undefined;
}
