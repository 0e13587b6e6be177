/**
 * Addresses and forms without their secrets: who logs in, and what stands in a query under a name that says so. The rest of
 * the address stays: a log that does not say where a request went is none.
 */
import { namesSecret } from './secret-names.ts';

/** Names that say it in an address, where pairs are for machines: elsewhere they are words like any other. */
const QUERY_WORDS: ReadonlySet<string> = new Set(['key', 'sig', 'jwt', 'hmac', 'sas', 'pass', 'sid', 'session']);
/** A scheme that browsers read with any number of slashes; what stands before the last "@" of the authority logs in. */
const WHO = /\b(https?:[/\\]*)([^\s/\\?#]+)@/gi;
/** Of other schemes, a name alone is none: `ssh://git@host`. */
const WHO_WITH_PASSWORD = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/:@]*:[^\s/?#]+)@/gi;
const PAIR = /([?&;#])([^\s=&;#?]{1,200})=([^\s&;#"'<>]+)/g;
/** A form as a text of its own. */
const FIRST_PAIR = /^([^\s=&;#?/:]{1,200})=([^\s&]+)(?=&|$)/;

/** `mask` stands in for each secret; a text without one comes back as it is. */
export function coverAddresses(text: string, mask: string): string {
  return replaceSecrets(text, () => mask);
}

/** What `coverAddresses` covers, as it is written there and as it is meant. */
export function secretsOfAddress(text: string): string[] {
  const found: string[] = [];
  replaceSecrets(text, (secret) => {
    found.push(secret, decoded(secret));
    return '';
  });
  return [...new Set(found)];
}

function replaceSecrets(text: string, cover: (secret: string) => string): string {
  if (!/[=@]/.test(text)) return text;
  const pair = (whole: string, sign: string, name: string, value: string) =>
    saysSecret(name) ? `${sign}${name}=${cover(value)}` : whole;
  const login = (_whole: string, scheme: string, who: string) => {
    const [, password] = /^[^:]*:(.+)$/.exec(who) ?? [];
    cover(password ?? who);
    return `${scheme}${cover(who)}@`;
  };
  return text
    .replace(WHO, login)
    .replace(WHO_WITH_PASSWORD, login)
    .replace(PAIR, pair)
    .replace(FIRST_PAIR, (whole, name: string, value: string) => pair(whole, '', name, value));
}

function saysSecret(name: string): boolean {
  const plain = decoded(name);
  return (
    namesSecret(plain) ||
    plain
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => QUERY_WORDS.has(word))
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
