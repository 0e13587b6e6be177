/** The folding of identities: which spellings of an id, a CLI path or an alias are one and the same. No words, no language. */
import { Kind, kindOf } from './characters.ts';
import { foldCase, normalize } from './normalize.ts';

/**
 * NFKC, lower case, separators as single spaces, surrounding punctuation, quotes and symbols gone: 「git.log」 "git log"?
 * `git_log`. '' when nothing is left. Applied twice it changes nothing. Never throws.
 */
export function foldKey(text: string): string {
  const spaced = spaceOut(normalize(foldCase(normalize(text))));
  let start = -1;
  let end = 0;
  for (let at = 0; at < spaced.length; ) {
    const codePoint = spaced.codePointAt(at) as number;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (kindOf(codePoint) !== Kind.SEPARATOR) {
      if (start < 0) start = at;
      end = next;
    }
    at = next;
  }
  if (start < 0) return '';
  return spaced.slice(start, nameEnd(spaced, end));
}

/** Runs of what people put between the parts of an id, as one space each; camel case is only lowered. */
function spaceOut(text: string): string {
  let spaced = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!joins(text.charCodeAt(at))) continue;
    // Of a run only its first sign leaves a space.
    if (at > from || at === 0) spaced += `${text.slice(from, at)} `;
    from = at + 1;
  }
  return spaced + text.slice(from);
}

/** Space, full stop, underscore, slash, colon, and dashes of every length; normalize has left no other white space. */
function joins(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x2d && code <= 0x2f) || code === 0x5f || code === 0x3a;
  if (code >= 0x2010 && code <= 0x2015) return true;
  return OTHER_DASHES.includes(code);
}

const OTHER_DASHES = [0x58a, 0x5be, 0x2e3a, 0x2e3b, 0x301c, 0x3030, 0x30a0];

/** Behind a letter these belong to the name: c++, c#. */
function nameEnd(text: string, end: number): number {
  if (text.charAt(end) === '#') return end + 1;
  let after = end;
  while (text.charAt(after) === '+') after++;
  return after;
}
