/** The folding of identities: which spellings of an id, a CLI path or an alias are one and the same. No words, no language. */

/** Runs of what people put between the parts of an id; camel case is not split, it is only lowered. */
const SEPARATORS = /[._\-/:\s\p{Pd}]+/gu;
/** Punctuation, quotes, symbols and invisible characters around what was meant: 「git.log」 "git log"? `git.log` */
const AROUND = /^[\p{P}\p{S}\p{Z}\p{C}]+|[\p{P}\p{S}\p{Z}\p{C}]+$/gu;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/gu;
/** A `+` or `#` at the end belongs to the name: c++, c#. */
const NAME_TAIL = /[\p{L}\p{N}][+#]+$/u;

/**
 * NFKC, lower case, separators as single spaces, surrounding punctuation gone. '' when nothing is left. Applied twice
 * it changes nothing. Never throws.
 */
export function foldKey(text: string): string {
  const lower = text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase().normalize('NFKC');
  const spaced = lower.replace(SEPARATORS, ' ').trim();
  return trimAround(spaced);
}

function trimAround(text: string): string {
  const tail = NAME_TAIL.exec(text);
  if (tail !== null) return text.replace(/^[\p{P}\p{S}\p{Z}\p{C}]+/u, '');
  return text.replace(AROUND, '');
}
