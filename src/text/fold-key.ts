/** The folding of identities: which spellings of an id, a CLI path or an alias are one and the same. No words, no language. */
import { foldCase, normalize } from './normalize.ts';

/** Runs of what people put between the parts of an id; camel case is not split, it is only lowered. */
const SEPARATORS = /[._\-/:\s\p{Pd}]+/gu;
/** Punctuation, quotes and symbols around what was meant: 「git.log」 "git log"? `git.log` */
const BEFORE = /^[\p{P}\p{S}\p{Z}\p{C}]+/u;
/** The same at the end; a `+` or `#` right behind a letter belongs to the name: c++, c#. */
const BEHIND = /([\p{L}\p{N}\p{M}](?:\++|#)?)[\p{P}\p{S}\p{Z}\p{C}]*$/u;

/**
 * NFKC, lower case, separators as single spaces, surrounding punctuation gone. '' when nothing is left. Applied twice
 * it changes nothing. Never throws.
 */
export function foldKey(text: string): string {
  const spaced = normalize(foldCase(normalize(text))).replace(SEPARATORS, ' ');
  return spaced.replace(BEFORE, '').replace(BEHIND, '$1');
}
