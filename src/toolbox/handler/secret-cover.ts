/**
 * Secrets that come back are covered: a server may repeat the header that it was sent, in any of the usual spellings. A
 * text is covered before it is cut; where somebody else has cut it, what is left of a secret there goes too.
 */
import type { Json } from '../tool.ts';

const COVER = '***';

export type Cover = {
  text(value: string): string;
  json(value: Json): Json;
  /** The text goes on where it was cut off: a secret may end it that is not all there. */
  beginning(value: string): string;
  /** The same at its start. */
  ending(value: string): string;
};

export function cover(secrets: readonly string[]): Cover {
  const spellings = secrets.filter((secret) => secret !== '').flatMap(spellingsOf);
  // A longer spelling first: one that holds another must not leave its rest behind.
  const sorted = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  const text = (value: string): string => sorted.reduce((so, spelling) => so.replaceAll(spelling, COVER), value);
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [text(key), json(below as Json)]));
  };
  const longest = (fits: (spelling: string, length: number) => boolean): number =>
    Math.max(0, ...sorted.map((spelling) => lengthWhere(spelling, fits)));
  return {
    text,
    json,
    beginning: (value) => {
      const covered = text(value);
      const left = longest((spelling, length) => covered.endsWith(spelling.slice(0, length)));
      return left === 0 ? covered : `${covered.slice(0, -left)}${COVER}`;
    },
    ending: (value) => {
      const covered = text(value);
      const left = longest((spelling, length) => covered.startsWith(spelling.slice(-length)));
      return left === 0 ? covered : `${COVER}${covered.slice(left)}`;
    },
  };
}

/** The largest part of a spelling, short of all of it, that fits; 0 for none. */
function lengthWhere(spelling: string, fits: (spelling: string, length: number) => boolean): number {
  for (let length = spelling.length - 1; length > 0; length -= 1) if (fits(spelling, length)) return length;
  return 0;
}

function spellingsOf(secret: string): string[] {
  return [...new Set([secret, ...insideBasic(secret)])].flatMap((one) => {
    const escaped = encodeURIComponent(one.toWellFormed());
    const quoted = JSON.stringify(one).slice(1, -1);
    const hex = Buffer.from(one, 'utf8').toString('hex');
    return [
      one,
      escaped,
      escaped.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      quoted,
      quoted.replaceAll('/', '\\/'),
      hex,
      hex.toUpperCase(),
      ...base64Of(one),
    ];
  });
}

/** Characters of Base64 that say something of the secret alone; fewer could be any text. */
const FEWEST_BASE64 = 6;

/**
 * Its Base64 alone, and what is the same of it wherever it stands in a longer text, as `user:secret` does: there it begins
 * at any of three places of a group, and the characters that it shares with its neighbours differ.
 */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const partial = ((before + bytes.length) * 8) % 6 === 0 ? 0 : 1;
    return encoded.slice(before === 0 ? 0 : before + 1, encoded.length - partial);
  });
  const found = [alone, ...within.filter((one) => one.length >= FEWEST_BASE64)];
  return found.flatMap((one) => [one, one.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** A secret for `Basic` is Base64 itself: what it says, and the password in there, are secrets too. */
function insideBasic(secret: string): string[] {
  if (!/^[\w+/-]{4,}={0,2}$/.test(secret)) return [];
  const inside = Buffer.from(secret, 'base64').toString('utf8');
  const at = inside.indexOf(':');
  if (at < 0 || /[\p{Cc}\ufffd]/u.test(inside)) return [];
  return [inside, inside.slice(at + 1)].filter((one) => one.length >= FEWEST_BASE64);
}
