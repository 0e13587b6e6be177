/** What a text may hold, and how large things may be: shared by the schemas and the hot path. It knows no field. */

/** Upper bounds of a search request (row 16 of the system's budgets). */
export const QUERY_CODE_POINTS = 256;
export const QUERY_BYTES = 2048;
export const SUBQUERIES = 8;
export const REQUEST_BYTES = 65_536;

/**
 * C0 and C1 controls, and the characters that reorder or hide what a person sees: bidirectional marks, embeddings,
 * overrides and isolates (UAX 9), the Arabic letter mark, line and paragraph separators, the byte order mark.
 */
const FORBIDDEN_RANGES =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

/** One clean line of text, as the pattern in the published schemas: tab and newline are outside too. */
export const ONE_LINE = `^[^${FORBIDDEN_RANGES}]*$`;

/** As ONE_LINE, without the regular expression that a cold process would have to make. */
export function isOneLine(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x7f) continue;
    if (unit < 0xa0 || unit === 0x061c || unit === 0xfeff) return false;
    if (unit >= 0x200e && unit <= 0x2069 && isBidirectional(unit)) return false;
  }
  return true;
}

/** Of U+200E to U+2069, with the two separators. */
function isBidirectional(unit: number): boolean {
  return unit <= 0x200f || (unit >= 0x2028 && unit <= 0x202e) || unit >= 0x2066;
}

/**
 * What a request may hold and nobody can see: fillers, joiners, the marks of tags and of variants, in which another text
 * can be hidden. Where text is shown they are named; as data they stay what they are.
 */
const UNSEEN_RANGES = '\\p{DI}\\ufff9-\\ufffb';
const ONE_PICTURE = '\\p{ExtPict}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?';
/** Pictures that are joined of several, and keys: there the joiners are seen. */
const PICTURES = `${ONE_PICTURE}(?:\\u200d${ONE_PICTURE})*|[#*0-9]\\ufe0f\\u20e3`;

/** The first forbidden character as U+XXXX, or null. */
export function forbiddenCharacter(text: string): string | null {
  const found = text.match(new RegExp(`[${FORBIDDEN_RANGES}]`))?.[0];
  return found === undefined ? null : named(found);
}

/** Text of a caller, harmless to show in a message: no forbidden, unseen or half character, at most `limit` UTF-16 units. */
export function harmless(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  // Made where it is needed: no request that is answered needs it.
  const marks = new RegExp(`(${PICTURES})|[${FORBIDDEN_RANGES}${UNSEEN_RANGES}]`, 'gu');
  return cut.toWellFormed().replace(marks, (found, seen?: string) => seen ?? `(${named(found)})`);
}

/** The same JSON document with what is forbidden or unseen as \\uXXXX: a terminal that it is printed on obeys none of it. */
export function escapeForbidden(json: string): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  return json.replace(new RegExp(`[${FORBIDDEN_RANGES}${UNSEEN_RANGES}]`, 'gu'), (found) =>
    Array.from({ length: found.length }, (_, at) => unit(found.charCodeAt(at))).join(''),
  );
}

function named(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Code points of a well-formed string. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
}

/** Bytes of a well-formed string in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x800 && (unit & 0xf800) !== 0xd800) bytes += 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}
