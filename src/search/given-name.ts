/** Which pieces of a query are names that somebody gave a file, a variable, a person: no catalog speaks of them. */
import type { Thing } from './things.ts';

/** True for an unknown word with a capital inside of a text, and for a piece of a file's or variable's name, a path, a date. */
export function isGivenName({ start, end, isConcept }: Thing, text: string): boolean {
  if (!isConcept && start > 0 && isCapital(text.charCodeAt(start))) return true;
  if (!isJoin(text, start - 1) && !isJoin(text, end)) return false;
  let [from, to] = [start, end];
  while (from > 0 && NAME_SIGN.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && NAME_SIGN.test(text.charAt(to))) to += 1;
  const run = text.slice(from, to).replace(ENDS, '');
  return run.length > end - start && NAME.test(run);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isJoin(text: string, at: number): boolean {
  return at >= 0 && at < text.length && JOINS.includes(text.charAt(at));
}

const JOINS = '._/\\-~';
const NAME_SIGN = /[\w~./\\-]/;
/** A sign at the end of a sentence belongs to no name. */
const ENDS = /^[./\\-]+|[./\\-]+$/g;
/** Pieces that a point, a stroke or a line parts, or that a hyphen parts and one is a number. */
const NAME = /[a-z0-9~][._/\\]+[a-z0-9]|[a-z]-+\d|\d-+[a-z0-9]/i;
