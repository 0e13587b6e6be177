/**
 * Which proxy the environment sends a URL through, in the way curl and most programs read it, and how a proxy is shown.
 */
import { isIP } from 'node:net';

export type Environment = { readonly [name: string]: string | undefined };

export type ProxyChoice = {
  /** null: directly. */
  readonly proxy: string | null;
  readonly reason: string;
};

/** `environment`: lower-case names win over upper-case ones. */
export function proxyFor(url: URL, environment: Environment): ProxyChoice {
  const scheme = url.protocol.replace(/:$/, '');
  const names = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`, 'all_proxy', 'ALL_PROXY'];
  const name = names.find((one) => (environment[one] ?? '') !== '');
  if (name === undefined) return { proxy: null, reason: `no variable names a proxy for ${scheme}` };
  const exception = bypass(url, environment.no_proxy || environment.NO_PROXY || '');
  if (exception !== undefined) return { proxy: null, reason: `no_proxy holds "${exception}"` };
  return { proxy: environment[name] ?? null, reason: `set by ${name}` };
}

/** The entry of a no_proxy list that covers the host: a name covers its subdomains, "*" everything. */
function bypass(url: URL, list: string): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .find((entry) => {
      if (entry === '*') return true;
      const bare = entry.toLowerCase().replace(/^\[(.*)\]/, '$1');
      const withPort = isIP(bare) === 6 ? null : /^(.*):(\d+)$/.exec(bare);
      if (withPort !== null && withPort[2] !== port) return false;
      const name = (withPort?.[1] ?? bare).replace(/^\*?\./, '');
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
    });
}

/** The same with the password of any URL in it covered. */
export function maskPasswords(text: string): string {
  // Without a scheme too: "user:secret@proxy:3128" is a proxy to most programs.
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]*@/gi, '$1:***@')
    .replace(/^([^\s/:@]+):[^\s/@]+@/, '$1:***@');
}
