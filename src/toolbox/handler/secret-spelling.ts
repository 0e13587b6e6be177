/**
 * Where a text says another one, whichever of its characters are escaped: as in JSON and JavaScript (`\u0041`, `\x41`),
 * in an address (`%41`) or in HTML (`&#65;`, `&#x41;`, `&amp;`). It knows no secret.
 */

/** The part of the text from `start` to before `end`. */
export type Place = { readonly start: number; readonly end: number };

/** A text with what its escapes say, each of which is read once. */
export type Read = { readonly text: string; readonly escapes: Map<number, readonly Said[]> };
type Said = { readonly character: string; readonly end: number };

export function readText(text: string): Read {
  return { text, escapes: new Map() };
}

/** The places that say all of `wanted`, in their order, none of which shares a character with the next. */
export function placesOf(read: Read, wanted: readonly string[]): Place[] {
  const { text } = read;
  const [first = ''] = wanted;
  const places: Place[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!isEscape(text, start) && !text.startsWith(first, start)) continue;
    const end = Math.max(...endsOf(read, wanted, start));
    if (end <= start) continue;
    places.push({ start, end });
    start = end - 1;
  }
  return places;
}

/** Where the text begins to say `wanted` and is cut off before it has; its own length where it does not. */
export function cutAtEnd(read: Read, wanted: readonly string[]): number {
  const { text } = read;
  for (let start = Math.max(0, text.length - wanted.length * LONGEST); start < text.length; start += 1) {
    let ends: readonly number[] = [start];
    for (const character of wanted) {
      ends = ends.flatMap((at) => endsOfOne(read, character, at));
      if (ends.includes(text.length)) return start;
      // At least one character is said: half of an escape behind it belongs to the next.
      if (ends.some((at) => text.length - at <= LONGEST && HALF_ESCAPE.test(text.slice(at)))) return start;
      if (ends.length === 0) break;
    }
  }
  return text.length;
}

/** How far the text still says the end of `wanted`, whose beginning was cut off; 0 where it does not. */
export function cutAtStart(read: Read, wanted: readonly string[]): number {
  const halves = Array.from({ length: LONGEST }, (_, at) => at).filter((at) =>
    END_OF_ESCAPE.test(read.text.slice(0, at)),
  );
  let longest = 0;
  for (let first = 0; first < wanted.length; first += 1) {
    const rest = wanted.slice(first);
    longest = Math.max(longest, ...endsOf(read, rest, 0));
    // Half an escape tells nothing by itself, and with one character behind it could be any text.
    if (rest.length > 1) for (const half of halves) longest = Math.max(longest, ...endsOf(read, rest, half));
  }
  return longest;
}

/** UTF-16 units of the longest escape, `\ud83d\ude00`. */
const LONGEST = 12;
/** The rest of a text that stops within an escape. */
const HALF_ESCAPE =
  /^(?:\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?|ud[89ab][0-9a-f]{2}\\?(?:u[0-9a-f]{0,3})?)?|(?:%[0-9a-f]{2}){0,3}%[0-9a-f]?|&(?:#\d*|#x[0-9a-f]*|[a-z]*))$/i;
const END_OF_ESCAPE = /^(?:[0-9a-f]{1,4}|[u%x][0-9a-f]{2,4}|#?(?:x?[0-9a-f]+|\d+)?;|[a-z]{1,4};)$/i;

/** Everywhere that `wanted` may end when it begins at `start`: some characters can be read in two ways. */
function endsOf(read: Read, wanted: readonly string[], start: number): readonly number[] {
  let ends: readonly number[] = [start];
  for (const character of wanted) {
    ends =
      ends.length === 1
        ? endsOfOne(read, character, ends[0] as number)
        : [...new Set(ends)].flatMap((at) => endsOfOne(read, character, at));
    if (ends.length === 0) return ends;
  }
  return ends;
}

function endsOfOne(read: Read, character: string, at: number): number[] {
  const ends = read.text.startsWith(character, at) ? [at + character.length] : [];
  if (!isEscape(read.text, at)) return ends;
  for (const said of saidAt(read, at)) if (said.character === character) ends.push(said.end);
  return ends;
}

function saidAt({ text, escapes }: Read, at: number): readonly Said[] {
  const known = escapes.get(at);
  if (known !== undefined) return known;
  const found: Said[] = [];
  for (const [form, said] of READINGS[text[at] as '\\' | '%' | '&']) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match !== null) found.push({ character: said(match[0], match[1] ?? ''), end: form.lastIndex });
  }
  escapes.set(at, found);
  return found;
}

function isEscape(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x5c || unit === 0x25 || unit === 0x26;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

type Reading = readonly [form: RegExp, said: (whole: string, inner: string) => string];

const READINGS: Readonly<Record<'\\' | '%' | '&', readonly Reading[]>> = {
  '\\': [
    [/(?:\\u[0-9a-f]{4}){2}/iy, (whole) => units(whole.split(/\\u/i).slice(1))],
    [/\\u[0-9a-f]{4}/iy, (whole) => units([whole.slice(2)])],
    [/\\u\{([0-9a-f]{1,6})\}/iy, (_whole, hex) => point(Number.parseInt(hex, 16))],
    [/\\x([0-9a-f]{2})/iy, (_whole, hex) => units([hex])],
    [/\\(.)/sy, (_whole, escaped) => SHORT[escaped] ?? escaped],
  ],
  '%': [1, 2, 3, 4].map((bytes) => [new RegExp(`(?:%[0-9a-f]{2}){${bytes}}`, 'iy'), ofBytes] as const),
  '&': [
    [/&#(\d{1,8});?/y, (_whole, digits) => point(Number(digits))],
    [/&#x([0-9a-f]{1,7});?/iy, (_whole, hex) => point(Number.parseInt(hex, 16))],
    [/&([a-z]{2,4});/iy, (_whole, name) => NAMED[name.toLowerCase()] ?? ''],
  ],
};

function units(hex: readonly string[]): string {
  return String.fromCharCode(...hex.map((one) => Number.parseInt(one, 16)));
}

function point(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function ofBytes(whole: string): string {
  return Buffer.from(whole.replaceAll('%', ''), 'hex').toString('utf8');
}
