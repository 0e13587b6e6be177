/**
 * JSON of foreign origin becomes a value that everything behind can walk: so deep and no deeper, and with the numbers that
 * JavaScript cannot hold as the text that they were. It never throws, and knows no formats.
 */
import type { Json } from '../../capability/capability.ts';

export type Read = { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'none'; readonly why: string };

/** Levels: far more than a document has that somebody wrote, far fewer than a walk through it can take. */
export const DEEPEST_LEVELS = 500;

/** `above`: levels of a document in which the value will stand. `why` completes a sentence that begins with "it". */
export function readJson(text: string, above = 0): Read {
  const levels = DEEPEST_LEVELS - above;
  if (isTextDeeper(text, levels)) return { kind: 'none', why: `it has more than ${levels} levels, which are not read` };
  try {
    return { kind: 'json', value: parse(text) };
  } catch {
    return { kind: 'none', why: 'it is not JSON' };
  }
}

/** Of a value that somebody else has parsed. Looks no deeper than `levels`, whatever lies below. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Integers beyond 2^53 and numbers beyond the largest one come out as their text: a rounded id would be a wrong id. */
function parse(text: string): Json {
  if (!/\d{16}|[eE]\+?\d{3}/.test(text)) return JSON.parse(text) as Json;
  const exact = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? '';
    return /^-?\d+$/.test(source) || !Number.isFinite(value) ? source : value;
  };
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown) as Json;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Counted before anything is built: a parser is not asked to hold what nobody will walk. */
function isTextDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
