/**
 * Short texts on which a pattern may never come to an end: what it repeats, many times over, and an end that it does not
 * take. It knows patterns and texts, no schemas.
 */

/** A pattern that doubles its work with each character has no end with so many; one that is only slow decides at once. */
const TIMES = 48;
/** Of each kind: more tell nothing new, and a build asks about every pattern. */
const MOST_UNITS = 16;
const MOST_STARTS = 24;
/** What hardly any pattern takes: a control character, a line end, and nothing at all. */
const ENDS = ['\u0000', '\n', ''];

/** Without a repeated group no work is done twice over; the texts that are to be tried otherwise. `known`: values that fit it. */
export function tryingTexts(pattern: string, known: readonly string[]): readonly string[] {
  if (!/\)[*+{]/.test(pattern)) return [];
  const letters = lettersOf(pattern);
  const pairs = letters.flatMap((one, place) => [one, one + (letters[place + 1] ?? '')]);
  const units = [...new Set([...pairs, ...known.filter((text) => text !== '')])].slice(0, MOST_UNITS);
  const starts = new Set(['', headOf(pattern)]);
  for (const text of known) for (let at = 1; at <= text.length; at += 1) starts.add(text.slice(0, at));
  return [...starts]
    .slice(0, MOST_STARTS)
    .flatMap((start) =>
      units.flatMap((unit) => [...ENDS, ...letters.slice(0, 4)].map((end) => start + unit.repeat(TIMES) + end)),
    );
}

/** One character for each that the pattern names, in its order: of a class its ends, of an escape one that it means. */
function lettersOf(pattern: string): string[] {
  const found: string[] = [];
  for (const [, escaped, plain] of pattern.matchAll(/\\(?:[pPuxk]\{[^}]*\}|(.))|([^\\])/gsu)) {
    const letter = escaped === undefined ? plain : (ESCAPES[escaped] ?? escaped);
    if (letter === undefined || (plain !== undefined && '^$()[]{}|*+?-'.includes(plain))) continue;
    found.push(letter === '.' && escaped === undefined ? 'a' : letter);
  }
  return [...new Set(found)];
}

const ESCAPES: { readonly [letter: string]: string } = {
  d: '0',
  D: 'a',
  w: 'a',
  W: '-',
  s: ' ',
  S: 'a',
  b: '',
  B: '',
  n: '\n',
  t: '\t',
  r: '\r',
};

/** The characters that it starts with as they stand. */
function headOf(pattern: string): string {
  return /^\^?([^\\^$()[\]{}|*+?.]*)(?![*?{])/.exec(pattern)?.[1] ?? '';
}
