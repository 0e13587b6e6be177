/**
 * Whether a version lies in a range as package.json and version files write it. Pre-releases are compared by their
 * numbers only; what is not understood (an alias such as lts/*) is answered with undefined, never guessed.
 */

type Triple = readonly [number, number, number];

/** undefined when either text is not understood. */
export function satisfies(version: string, range: string): boolean | undefined {
  const own = readVersion(version);
  if (own === undefined) return undefined;
  const alternatives = range.split('||').map((part) => allOf(own, part.trim()));
  if (alternatives.includes(undefined)) return undefined;
  return alternatives.includes(true);
}

/** -1, 0 or 1; what is not a version comes first. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a) ?? [-1, 0, 0], readVersion(b) ?? [-1, 0, 0]];
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function readVersion(text: string): Triple | undefined {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim());
  return found === null ? undefined : [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)];
}

function allOf(version: Triple, text: string): boolean | undefined {
  const span = /^(\S+)\s+-\s+(\S+)$/.exec(text);
  if (span !== null) return both(one(version, `>=${span[1]}`), one(version, `<=${span[2]}`));
  const parts = text
    .replace(/([<>=^~]+)\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  return parts.reduce<boolean | undefined>((so, part) => both(so, one(version, part)), true);
}

function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  return a === undefined || b === undefined ? undefined : a && b;
}

function one(version: Triple, text: string): boolean | undefined {
  if (/^[*xX]$/.test(text)) return true;
  const found = /^([<>]=?|=|\^|~>?)?v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+].*)?$/.exec(text);
  if (found === null) return undefined;
  const [, sign = '=', major = '', minor, patch] = found;
  const given = [major, minor, patch].filter((part) => part !== undefined && /^\d+$/.test(part)).map(Number);
  const from: Triple = [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0];
  if (sign === '>=') return compare(version, from) >= 0;
  if (sign === '<') return compare(version, from) < 0;
  // "<=20" takes all of 20, ">20" none of it.
  if (sign === '<=') return compare(version, after(given, given.length - 1)) < 0;
  if (sign === '>') return compare(version, after(given, given.length - 1)) >= 0;
  let steady = given.length - 1;
  // "^" keeps the first number that is not zero, "~" the second one where it is given.
  if (sign === '^')
    steady = Math.min(
      steady,
      Math.max(
        0,
        given.findIndex((part) => part !== 0),
      ),
    );
  if (sign.startsWith('~')) steady = Math.min(steady, 1);
  return compare(version, from) >= 0 && compare(version, after(given, steady)) < 0;
}

/** The first version after all that share the numbers up to `at`. */
function after(given: readonly number[], at: number): Triple {
  const next = [0, 0, 0];
  for (let index = 0; index <= at; index++) next[index] = given[index] ?? 0;
  next[at] = (next[at] ?? 0) + 1;
  return [next[0] ?? 0, next[1] ?? 0, next[2] ?? 0];
}

function compare(a: Triple, b: Triple): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
