/** The folding of identities: which spellings of an id, a CLI path or an alias are one and the same. No words, no language. */
import { Kind, kindOf } from './characters.ts';
import { foldCase, normalize } from './normalize.ts';

/** Runs of what people put between the parts of an id, dashes of every length included; camel case is only lowered. */
const SEPARATORS = /[._\-/:\s\u058a\u05be\u2010-\u2015\u2e3a\u2e3b\u301c\u3030\u30a0]+/g;
/** Behind a letter these belong to the name: c++, c#. */
const NAME_ENDING = /^(?:\++|#)/;

/**
 * NFKC, lower case, separators as single spaces, surrounding punctuation, quotes and symbols gone: 「git.log」 "git log"?
 * `git_log`. '' when nothing is left. Applied twice it changes nothing. Never throws.
 */
export function foldKey(text: string): string {
  const spaced = normalize(foldCase(normalize(text))).replace(SEPARATORS, ' ');
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
  return spaced.slice(start, end + (NAME_ENDING.exec(spaced.slice(end))?.[0].length ?? 0));
}
