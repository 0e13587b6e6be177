/**
 * Secrets that come back are covered: a server may repeat the header that it was sent, in any of the usual spellings. A
 * text is covered before it is cut; where somebody else has cut it, what is left of a secret there goes too.
 */
import type { Json } from '../tool.ts';
import { cutAtEnd, cutAtStart, type Place, placesOf, readText } from './secret-spelling.ts';

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
  const kept = secrets.filter((secret) => secret !== '');
  const spellings = [...new Set(kept.flatMap(spellingsOf))].map((spelling) => Array.from(spelling));
  const numbers = new Set(kept.filter((secret) => /^\d+$/.test(secret)).map(Number));
  const text = (value: string): string => {
    const read = readText(value);
    return coverPlaces(
      value,
      spellings.flatMap((spelling) => placesOf(read, spelling)),
    );
  };
  const number = (value: number): Json => {
    const said = String(value);
    // A number of many digits is read as its nearest double, in a form that need not hold them all.
    return numbers.has(Math.abs(value)) || text(said) !== said ? COVER : value;
  };
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [text(key), json(below as Json)]));
  };
  return {
    text,
    json,
    beginning: (value) => {
      const covered = text(value);
      const read = readText(covered);
      const start = Math.min(...spellings.map((spelling) => cutAtEnd(read, spelling)), covered.length);
      return start === covered.length ? covered : `${covered.slice(0, start)}${COVER}`;
    },
    ending: (value) => {
      const covered = text(value);
      const read = readText(covered);
      const end = Math.max(...spellings.map((spelling) => cutAtStart(read, spelling)), 0);
      return end === 0 ? covered : `${COVER}${covered.slice(end)}`;
    },
  };
}

/** One cover for all that overlaps. */
function coverPlaces(text: string, places: readonly Place[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...places].sort((one, two) => one.start - two.start)) {
    if (start >= from) parts.push(text.slice(from, start), COVER);
    from = Math.max(from, end);
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/** Each is found whichever of its characters are escaped, too. */
function spellingsOf(secret: string): string[] {
  return [...new Set([secret, ...insideBasic(secret)])].flatMap((one) => {
    const hex = Buffer.from(one, 'utf8').toString('hex');
    return [one, hex, hex.toUpperCase(), ...base64Of(one)];
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
