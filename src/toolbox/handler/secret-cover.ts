/** Secrets that come back are covered: a server may repeat the header that it was sent, in any of the usual spellings. */
import type { Json } from '../tool.ts';

const COVER = '***';

export type Cover = { text(value: string): string; json(value: Json): Json };

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
  return sorted.length === 0 ? { text: (value) => value, json: (value) => value } : { text, json };
}

function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    base64.replace(/=+$/, ''),
  ];
}
