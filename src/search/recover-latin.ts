/**
 * Mistyped Latin words: each unknown one is read as the nearest word of the catalog or, failing that, of the lexicon. The
 * lightest slip decides, then how common the word is, then its spelling.
 */
import type { Reading } from '../text/analyze.ts';
import { stemEnglish } from '../text/english/stem.ts';
import { type Token, TokenClass, termKey } from '../text/token.ts';
import { TypoTable } from '../text/typo/distance.ts';
import { findEdits } from '../text/typo/edits.ts';
import { EDIT, SLIP } from '../text/typo/weights.ts';
import type { IsKnown, Slip, Spelling } from './spelling.ts';

/** Shorter words have too many neighbours; up to SHORT letters only a slip of the fingers is believed. */
const SHORTEST = 3;
const SHORT = 4;
/** Two slips in one word are believed from this many letters on. */
const LONG = 8;
/** Two slips of the fingers, or one and any other, or two of the ear: more is another word. */
const TWO_SLIPS = SLIP + EDIT;
/** Words that begin with the same two letters: a few hundred in a catalog of thousands; comparing one costs 0.3 µs. */
const MOST_COMPARED = 1000;
/** More words that nobody knows are another language; looking one up costs 0.2 ms. */
const MOST_STRANGE = 6;
/** Longer runs of letters are no words. */
const LONGEST = 24;

/** The Latin slips of a text, ascending. */
export function recoverLatin({ normal, tokens }: Reading, isKnown: IsKnown, spelling: Spelling): Slip[] {
  const strange = unknownWords(tokens, isKnown).flatMap(({ term, start, end }) => {
    const word = normal.slice(start, end).toLowerCase();
    const isOpen = !isName(normal, start, end) && isGuessable(word) && !isWord(word, term.slice(1), spelling);
    return isOpen ? [{ word, start, end }] : [];
  });
  if (strange.length > MOST_STRANGE) return [];
  return strange.flatMap(({ word, start, end }) => {
    const readAs = nearestWord(word, spelling);
    return readAs === undefined ? [] : [{ start, end, readAs }];
  });
}

/** Words that no document has in any form; of an identifier at most one, since an unknown name is a name. */
function unknownWords(tokens: readonly Token[], isKnown: IsKnown): Token[] {
  const known = new Set<number>();
  for (const { cls, term, start, end } of tokens) {
    if (cls <= TokenClass.IDENTIFIER && isKnown(term)) for (let at = start; at < end; at++) known.add(at);
  }
  const unknown = new Map<number, Token>();
  for (const token of tokens) {
    if (token.cls === TokenClass.WORD_EN && !token.stop && !known.has(token.start)) unknown.set(token.start, token);
  }
  const words = [...unknown.values()];
  const names = tokens.filter(({ cls }) => cls === TokenClass.IDENTIFIER);
  const inside = (name: Token) => words.filter(({ start, end }) => start >= name.start && end <= name.end);
  const strange = new Set(names.flatMap((name) => (inside(name).length > 1 ? inside(name) : [])));
  return words.filter((word) => !strange.has(word));
}

/** A capital letter inside a sentence begins a name, and names are not corrected. */
function isName(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end);
  return start > 0 && word.charAt(0) !== word.charAt(0).toLowerCase() && word !== word.toUpperCase();
}

function isGuessable(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && /^[a-z]+$/.test(word);
}

/** A word of the language or of the lexicon, whatever the catalog says. */
function isWord(word: string, stem: string, { lexicon, slips }: Spelling): boolean {
  if (slips.isWord(word) || (word.endsWith('s') && slips.isWord(word.slice(0, -1)))) return true;
  let found = false;
  lexicon.stems(stem, 0, (end) => {
    found ||= end === stem.length;
  });
  lexicon.forms(word, 0, (end) => {
    found ||= end === word.length;
  });
  return found;
}

/** A word that may have been meant, how heavy the slip would be, and in how many documents the word stands. */
type Near = { readonly word: string; readonly weight: number; readonly frequency: number };

function nearestWord(word: string, spelling: Spelling): string | undefined {
  const known = spelling.meant.get(word);
  if (known !== undefined) return known[0];
  const near = oneSlipAway(word, spelling);
  if (near.length === 0) near.push(...stemsOneSlipAway(word, spelling));
  if (near.length === 0 && word.length >= LONG) near.push(...twoSlipsAway(word, spelling));
  if (near.length === 0) near.push(...meaningsOneSlipAway(word, spelling));
  near.sort((a, b) => a.weight - b.weight || b.frequency - a.frequency || (a.word < b.word ? -1 : 1));
  const words = near.slice(0, 1).map((one) => one.word);
  spelling.meant.set(word, words);
  return words[0];
}

function oneSlipAway(word: string, spelling: Spelling): Near[] {
  const { offered } = spelling;
  const stands = (edited: string): boolean =>
    offered.frequency(TokenClass.SURFACE_EN, edited) > 0 ||
    (offered.frequency(TokenClass.WORD_EN, edited) > 0 && !isBareStem(edited, spelling));
  const near: Near[] = [];
  findEdits(word, word.length <= SHORT, stands, (edited, weight) => near.push(nearWord(edited, weight, spelling)));
  return near;
}

/** Words whose stems are one slip away, in another form than the one that was meant; the whole words must be near too. */
function stemsOneSlipAway(word: string, spelling: Spelling): Near[] {
  const stem = stemEnglish(word);
  const near: Near[] = [];
  if (stem === word || stem.length <= SHORT) return near;
  const table = new TypoTable(word);
  const stands = (edited: string): boolean => spelling.offered.frequency(TokenClass.WORD_EN, edited) > 0;
  findEdits(stem, false, stands, (edited, weight) => {
    const surface = surfaceOf(edited, spelling);
    if (table.isWithin(surface, TWO_SLIPS)) near.push(nearWord(surface, weight, spelling));
  });
  return near;
}

/** Words two slips away whose first two letters are right. */
function twoSlipsAway(word: string, spelling: Spelling): Near[] {
  const { lexical, offered } = spelling;
  const near: Near[] = [];
  const { from, to } = lexical.prefixRange(termKey(TokenClass.SURFACE_EN, word.slice(0, 2)));
  const table = new TypoTable(word);
  for (let id = from; id < Math.min(to, from + MOST_COMPARED); id++) {
    const surface = lexical.term(id).slice(1);
    if (Math.abs(surface.length - word.length) > 2 || !table.isWithin(surface, TWO_SLIPS)) continue;
    if (offered.frequency(TokenClass.SURFACE_EN, surface) === 0) continue;
    near.push(nearWord(surface, table.distance(surface, TWO_SLIPS), spelling));
  }
  return near;
}

/** Words that the catalog says in other words, perhaps of another language: the lexicon knows what they mean. */
function meaningsOneSlipAway(word: string, { offered }: Spelling): Near[] {
  const near: Near[] = [];
  const means = (edited: string): boolean => offered.frequencyOfLatinMeaning(edited) > 0;
  findEdits(word, word.length <= SHORT, means, (edited, weight) => {
    near.push({ word: edited, weight, frequency: offered.frequencyOfLatinMeaning(edited) });
  });
  return near;
}

/** A known word with the number of documents that hold it in any of its forms. */
function nearWord(word: string, weight: number, { offered }: Spelling): Near {
  return { word, weight, frequency: offered.frequency(TokenClass.WORD_EN, stemEnglish(word)) };
}

/** True for what stands in no text but as the stem of another word: `restor` of restore. */
function isBareStem(stem: string, { lexical }: Spelling): boolean {
  if (stemEnglish(stem) !== stem) return true;
  const ends = stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [`${stem}e`, `${stem}y`];
  return ends.some((form) => lexical.termId(termKey(TokenClass.SURFACE_EN, form)) >= 0);
}

/** The first form that the catalog has of a stem; the stem where it has no other. */
function surfaceOf(stem: string, { lexical, offered }: Spelling): string {
  const { from, to } = lexical.prefixRange(termKey(TokenClass.SURFACE_EN, stem.slice(0, -1)));
  for (let id = from; id < Math.min(to, from + MOST_FORMS); id++) {
    const surface = lexical.term(id).slice(1);
    if (stemEnglish(surface) === stem && offered.frequency(TokenClass.SURFACE_EN, surface) > 0) return surface;
  }
  return stem;
}

/** A stem has a handful of forms; those of others that begin alike may stand between. */
const MOST_FORMS = 40;
