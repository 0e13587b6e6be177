/**
 * Wildcard patterns for names and paths: * ? [abc] [!a-z], and ** across directories. Matching takes at most
 * pattern × name steps: no pattern can make it hang, which a translation into a regular expression could.
 */
import { ToolFailure } from '../tool.ts';

type Part =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'set'; readonly has: (c: string) => boolean };

/** Whether a word holds any wildcard. */
export function hasWildcard(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

/** A test for one name (no "/" in it). */
export function namePattern(pattern: string, ignoreCase = false): (name: string) => boolean {
  const parts = partsOf(ignoreCase ? fold(pattern) : pattern);
  return (name) => matchParts(parts, [...(ignoreCase ? fold(name) : name)]);
}

/** A test for a relative path, name by name; "**" stands for any number of directories, also none. */
export function pathPattern(pattern: string, ignoreCase = false): (path: string) => boolean {
  const steps = pattern
    .replace(/^\.?\/+/, '')
    .split(/\/+/)
    .filter((step) => step !== '')
    .map((step) => (step === '**' ? '**' : namePattern(step, ignoreCase)));
  return (path) => {
    const names = path.split('/');
    // reach[j]: the steps so far can end just before name j.
    let reach = Array.from({ length: names.length + 1 }, (_, j) => j === 0);
    for (const step of steps) {
      const next = reach.map(() => false);
      for (let j = 0; j <= names.length; j += 1) {
        if (step === '**') next[j] = reach[j] === true || (j > 0 && next[j - 1] === true);
        else if (j > 0) next[j] = reach[j - 1] === true && step(names[j - 1]!);
      }
      reach = next;
    }
    return reach[names.length] === true;
  };
}

/** Several name patterns: true when one fits, or when there are none. */
export function anyName(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => namePattern(pattern));
  return (name) => tests.length === 0 || tests.some((test) => test(name));
}

export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function partsOf(pattern: string): Part[] {
  const characters = [...pattern];
  const parts: Part[] = [];
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i]!;
    if (character === '*') {
      if (parts.at(-1)?.kind !== 'any') parts.push({ kind: 'any' });
    } else if (character === '?') parts.push({ kind: 'one' });
    else if (character === '[') {
      const negated = characters[i + 1] === '!' || characters[i + 1] === '^';
      const from = i + (negated ? 2 : 1);
      const to = characters.indexOf(']', from + 1);
      if (to < 0) throw new ToolFailure(`the pattern "${pattern}" has a "[" without "]"`, 'invalid_arguments');
      const has = setOf(characters.slice(from, to));
      parts.push({ kind: 'set', has: negated ? (c) => !has(c) : has });
      i = to;
    } else parts.push({ kind: 'set', has: (c) => c === character });
  }
  return parts;
}

function setOf(members: readonly string[]): (c: string) => boolean {
  const ranges: [number, number][] = [];
  for (let i = 0; i < members.length; i += 1) {
    const low = members[i]!.codePointAt(0)!;
    const isRange = members[i + 1] === '-' && members[i + 2] !== undefined;
    ranges.push([low, isRange ? members[i + 2]!.codePointAt(0)! : low]);
    if (isRange) i += 2;
  }
  return (c) => {
    const point = c.codePointAt(0)!;
    return ranges.some(([low, high]) => point >= low && point <= high);
  };
}

/** The classic two-pointer match: on a mismatch only the last * has to give way. */
function matchParts(parts: readonly Part[], name: readonly string[]): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    const part = parts[p];
    if (part?.kind === 'any') {
      star = p;
      retry = n;
      p += 1;
    } else if (part !== undefined && (part.kind === 'one' || (part.kind === 'set' && part.has(name[n]!)))) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      retry += 1;
      n = retry;
    } else return false;
  }
  while (parts[p]?.kind === 'any') p += 1;
  return p === parts.length;
}

/** For lists of paths: a pattern with "/" is matched against the path, one without against the last name. */
export function pathOrNamePattern(pattern: string): (path: string) => boolean {
  if (pattern.includes('/')) return pathPattern(pattern);
  const fits = namePattern(pattern);
  return (path) => fits(path.slice(path.lastIndexOf('/') + 1));
}
