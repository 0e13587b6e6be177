/**
 * The two foldings of a text: `normalize` keeps case (the bounds of camel-case pieces need it), `foldCase` is for what
 * was cut out. Neither depends on a locale, and neither knows what a word is.
 */

/**
 * The form of a text that is taken apart: compatibility forms folded (NFKC: full width, ligatures, compatibility
 * ideographs), invisible characters and variation selectors gone, white space and controls as single spaces, trimmed.
 * Applied twice it changes nothing. Never throws; lone surrogates stay.
 */
export function normalize(text: string): string {
  if (isNormal(text)) return text;
  return collapseSpace(dropInvisible(text).normalize('NFKC'));
}

/** Lower case by code point, the final sigma as the plain one. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/**
 * A Latin word in lower case without its diacritics, so that `café` and `cafe`, `Straße` and `strasse` meet.
 */
export function foldLatin(word: string): string {
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) >= 0x80) return foldDiacritics(word.toLowerCase());
  }
  return word.toLowerCase();
}

/** A text of plain ASCII, common ideographs and their punctuation needs no work: the case of nearly every query. */
function isNormal(text: string): boolean {
  let previous = SPACE;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === SPACE ? previous === SPACE : !isInert(code)) return false;
    previous = code;
  }
  return previous !== SPACE || text === '';
}

/** Characters that NFKC leaves alone and that no mark before or after them composes with, marks being none of them. */
function isInert(code: number): boolean {
  if (code <= 0x7e) return code > SPACE;
  if (code >= 0x4e00) return code <= 0x9fff;
  return (code >= 0x3008 && code <= 0x3011) || code === 0x3001 || code === 0x3002;
}

function dropInvisible(text: string): string {
  let kept = '';
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number;
    const next = i + (code > 0xffff ? 2 : 1);
    if (code >= 0xad && isInvisible(code)) {
      kept += text.slice(from, i);
      from = next;
    }
    i = next;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** Soft hyphen, joiners, marks of direction, variation selectors, tags: what a reader does not see and did not mean. */
function isInvisible(code: number): boolean {
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

function collapseSpace(text: string): string {
  let kept = '';
  let from = 0;
  let previousIsSpace = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isSpace(code)) {
      previousIsSpace = false;
      continue;
    }
    kept += text.slice(from, i);
    if (!previousIsSpace) kept += ' ';
    previousIsSpace = true;
    from = i + 1;
  }
  kept += text.slice(from);
  return kept.endsWith(' ') ? kept.slice(0, -1) : kept;
}

/** White space and controls that NFKC has not made a plain space already. */
function isSpace(code: number): boolean {
  return code <= SPACE || (code >= 0x7f && code <= 0xa0) || code === 0x1680 || code === 0x2028 || code === 0x2029;
}

const SPACE = 0x20;

function foldDiacritics(lower: string): string {
  let folded = '';
  for (const character of lower.normalize('NFKD')) {
    const code = character.charCodeAt(0);
    if (code >= 0x300 && code <= 0x36f) continue;
    folded += code < 0x80 ? character : (LATIN_LETTERS[character] ?? character);
  }
  return folded;
}

/** Letters that decompose into nothing plainer and are commonly typed as these. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ŋ: 'n',
};
