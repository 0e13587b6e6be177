/**
 * Whose signature counts: the authorities that come with Node.js and those that this system trusts (a company's own).
 */
import * as tls from 'node:tls';

let authorities: string[] | undefined;

/** Certificates in PEM; undefined where Node.js cannot tell the system's: then its own list counts. */
export function trustedAuthorities(): string[] | undefined {
  if (typeof tls.getCACertificates !== 'function') return undefined;
  authorities ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  return authorities;
}
