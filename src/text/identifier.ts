/**
 * Takes a run of Latin letters and digits apart: whole identifiers over `.`, `_` and `-`, and their pieces over those,
 * camel case and the bounds between letters and digits. It knows nothing of terms or languages.
 */
import { Kind, kindOf } from './characters.ts';
import { foldLatin } from './normalize.ts';

/** A part of an identifier: [start, end) in the text, without the case folded. */
export type Piece = { readonly start: number; readonly end: number; readonly isNumber: boolean };

/** An unbroken run of letters and digits: a word, or camel case. */
export type Atom = { readonly start: number; readonly end: number; readonly pieces: readonly Piece[] };

/** One or more atoms that single joiners hold together. */
export type Identifier = { readonly end: number; readonly atoms: readonly Atom[] };

/** The identifier that begins at text[start], which must be a Latin letter or a digit. */
export function readIdentifier(text: string, start: number): Identifier {
  const atoms: Atom[] = [];
  let at = start;
  for (;;) {
    const end = atomEnd(text, at);
    atoms.push({ start: at, end, pieces: splitAtom(text, at, end) });
    const next = afterJoiner(text, end);
    if (next < 0) return { end, atoms };
    at = next;
  }
}

/**
 * An identifier's one spelling: its pieces folded and joined with nothing between them, except a dot between two numbers,
 * so that 3.10 and 31.0 stay apart.
 */
export function joinPieces(text: string, pieces: readonly Piece[]): string {
  let joined = '';
  let previousIsNumber = false;
  for (const piece of pieces) {
    if (previousIsNumber && piece.isNumber) joined += '.';
    joined += foldLatin(text.slice(piece.start, piece.end));
    previousIsNumber = piece.isNumber;
  }
  return joined;
}

function atomEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = text.codePointAt(end) as number;
    if (!continuesAtom(text, code, end, start)) break;
    end += code > 0xffff ? 2 : 1;
  }
  return withLanguageSuffix(text, start, end);
}

function continuesAtom(text: string, code: number, at: number, start: number): boolean {
  const kind = kindOf(code);
  if (kind === Kind.LATIN || kind === Kind.DIGIT || kind === Kind.MARK) return true;
  return (code === 0x27 || code === 0x2019) && at > start && isLetterAt(text, at - 1) && isLetterAt(text, at + 1);
}

/** `C++`, `C#`, `F#`: one letter with such an ending is a name of its own. */
function withLanguageSuffix(text: string, start: number, end: number): number {
  if (end !== start + 1 || !isLetterAt(text, start)) return end;
  const suffix = text.startsWith('++', end) ? 2 : text.startsWith('#', end) ? 1 : 0;
  return suffix > 0 && !isWordAt(text, end + suffix) ? end + suffix : end;
}

/** Where the next atom begins behind one `.`, one `-` or any number of `_`, or -1. */
function afterJoiner(text: string, end: number): number {
  const joiner = text.charCodeAt(end);
  let next = end + 1;
  if (joiner === 0x5f) while (text.charCodeAt(next) === 0x5f) next++;
  else if (joiner !== 0x2e && joiner !== 0x2d) return -1;
  return isWordAt(text, next) ? next : -1;
}

function isLetterAt(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  return code !== undefined && kindOf(code) === Kind.LATIN;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  if (code === undefined) return false;
  const kind = kindOf(code);
  return kind === Kind.LATIN || kind === Kind.DIGIT;
}

/**
 * How often letters and digits may change in an atom that is still cut between them: `sha256`, `e2e`, `utf8mb4` are
 * words and numbers, whereas a commit hash is neither and stays whole.
 */
const MAX_DIGIT_BOUNDS = 3;

function splitAtom(text: string, start: number, end: number): Piece[] {
  const shapes = shapesOf(text, start, end);
  const splitsDigits = digitBounds(shapes) <= MAX_DIGIT_BOUNDS;
  const pieces: Piece[] = [];
  let from = 0;
  for (let i = 1; i <= shapes.length; i++) {
    if (i < shapes.length && !isBound(shapes, i, splitsDigits)) continue;
    const isNumber = shapes.charAt(from) === DIGIT && shapes.charAt(i - 1) === DIGIT && splitsDigits;
    pieces.push({ start: start + from, end: start + i, isNumber });
    from = i;
  }
  return pieces;
}

const UPPER = 'A';
const LOWER = 'a';
const DIGIT = '0';
/** An apostrophe, a mark, the second half of a pair: goes with what stands before it. */
const SAME = '-';

/** One shape character a code unit. */
function shapesOf(text: string, start: number, end: number): string {
  let shapes = '';
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x61 && code <= 0x7a) shapes += LOWER;
    else if (code >= 0x41 && code <= 0x5a) shapes += UPPER;
    else if (code >= 0x30 && code <= 0x39) shapes += DIGIT;
    else shapes += code < 0xc0 ? SAME : shapeOfOther(text.charAt(i));
  }
  return shapes;
}

function shapeOfOther(character: string): string {
  const kind = kindOf(character.charCodeAt(0));
  if (kind !== Kind.LATIN) return SAME;
  return character === character.toLowerCase() ? LOWER : UPPER;
}

function digitBounds(shapes: string): number {
  let bounds = 0;
  for (let i = 1; i < shapes.length; i++) {
    if ((shapes.charAt(i) === DIGIT) !== (shapes.charAt(i - 1) === DIGIT)) bounds++;
  }
  return bounds;
}

/** True where a new piece begins at shape `i` > 0. */
function isBound(shapes: string, i: number, splitsDigits: boolean): boolean {
  const before = shapes.charAt(i - 1);
  const here = shapes.charAt(i);
  if (here === SAME) return false;
  if ((before === DIGIT) !== (here === DIGIT)) return splitsDigits;
  if (here !== UPPER) return false;
  if (before === LOWER) return true;
  // The last capital of a row begins the next word (HTTPServer), but a plural s makes no word (URLs).
  return before === UPPER && shapes.charAt(i + 1) === LOWER && shapes.charAt(i + 2) === LOWER;
}
