/**
 * The ONE analyzer: what the compiler indexes and what a query asks go through `analyze`, so both sides meet. It knows
 * texts only: neither fields nor weights nor capabilities.
 */
import { Kind, kindOf } from './characters.ts';
import { stemEnglish } from './english/stem.ts';
import { isEnglishStopWord } from './english/stop-words.ts';
import { isHanStopCharacter, isHanStopWord } from './han/stop-words.ts';
import { type Atom, joinPieces, type Piece, readIdentifier } from './identifier.ts';
import { type Lexicon, NO_LEXICON } from './lexicon/lexicon.ts';
import { conceptTokens } from './lexicon/match.ts';
import type { Unit } from './lexicon/unit.ts';
import { foldCase, foldLatin, normalize } from './normalize.ts';
import { NO_DICTIONARY, type Segmenter } from './segmenter.ts';
import { SHARE_OF_WHOLE, type Token, TokenClass, termKey } from './token.ts';

/** What one pass over a text gives: what is indexed or asked, and what the lexicon's surfaces are met by. */
export type Reading = {
  /** The text as it was read, without the signs that no reader sees; the places of tokens and units are places in it. */
  readonly normal: string;
  /** Positions ascending; function words are flagged `stop`, not dropped. */
  readonly tokens: readonly Token[];
  readonly units: readonly Unit[];
};

/** Reads a text once. Never throws, whatever the string. */
export function readText(text: string, words: Segmenter, lexicon: Lexicon = NO_LEXICON): Reading {
  const normal = normalize(text);
  const { tokens, units } = new Analysis(normal, words).run();
  if (lexicon === NO_LEXICON) return { normal, tokens, units };
  return { normal, tokens: byPosition(tokens, conceptTokens(units, lexicon)), units };
}

/** The tokens of a text. One without letters, digits or ideographs (emoji, punctuation) has none. */
export function analyze(text: string, words: Segmenter, lexicon: Lexicon = NO_LEXICON): readonly Token[] {
  return readText(text, words, lexicon).tokens;
}

/** The units of a text that the lexicon's surfaces are met by. */
export function unitsOf(text: string, words: Segmenter = NO_DICTIONARY): readonly Unit[] {
  return readText(text, words).units;
}

/** Two rows of tokens as one; at one position those of the first row stand first. */
function byPosition(first: readonly Token[], second: readonly Token[]): Token[] {
  const merged: Token[] = [];
  let next = 0;
  for (const token of first) {
    for (let other = second[next]; other !== undefined && other.position < token.position; other = second[++next]) {
      merged.push(other);
    }
    merged.push(token);
  }
  return [...merged, ...second.slice(next)];
}

/** One pass over one normalised text. */
class Analysis {
  private readonly text: string;
  private readonly words: Segmenter;
  private readonly tokens: Token[] = [];
  private readonly units: Unit[] = [];
  private position = 0;
  /** False behind something that no surface reaches over. */
  private continues = true;

  constructor(text: string, words: Segmenter) {
    this.text = text;
    this.words = words;
  }

  run(): { readonly tokens: Token[]; readonly units: readonly Unit[] } {
    let at = 0;
    while (at < this.text.length) at = this.step(at);
    return { tokens: this.tokens, units: this.units };
  }

  /** Takes what begins at `at` and gives where it ends. */
  private step(at: number): number {
    const code = this.text.codePointAt(at) as number;
    const kind = kindOf(code);
    if (kind === Kind.LATIN || kind === Kind.DIGIT) return this.identifier(at);
    if (kind === Kind.SEPARATOR || kind === Kind.MARK) {
      if (code !== SPACE) this.continues = false;
      return at + width(code);
    }
    const end = runEnd(this.text, at, kind);
    if (kind === Kind.HAN) this.han(at, end);
    else this.other(at, end, kind);
    return end;
  }

  private unit(unit: Omit<Unit, 'continues' | 'position'>): void {
    const { continues, position } = this;
    this.units.push({ ...unit, continues, position });
    this.continues = true;
  }

  private add(cls: TokenClass, text: string, start: number, end: number, stop: boolean): void {
    this.tokens.push({
      term: termKey(cls, text),
      cls,
      position: this.position,
      start,
      end,
      stop,
      share: SHARE_OF_WHOLE,
    });
  }

  private identifier(start: number): number {
    const { end, atoms } = readIdentifier(this.text, start);
    const pieces = atoms.flatMap((atom) => atom.pieces);
    if (pieces.length > 1) this.add(TokenClass.IDENTIFIER, joinPieces(this.text, pieces), start, end, false);
    for (const atom of atoms) {
      if (isBrand(atom)) this.word(atom.start, atom.end);
      for (const piece of atom.pieces) this.piece(piece);
    }
    return end;
  }

  private piece(piece: Piece): void {
    const { start, end, isNumber } = piece;
    if (isNumber) {
      const form = this.text.slice(start, end);
      this.add(TokenClass.NUMBER, form, start, end, false);
      this.unit({ form, stem: form, isHan: false, opens: true, closes: true, start, end, stop: false });
    } else {
      this.unit({ ...this.word(start, end), isHan: false, opens: true, closes: true, start, end });
    }
    this.position++;
  }

  private word(start: number, end: number): { form: string; stem: string; stop: boolean } {
    const written = foldLatin(this.text.slice(start, end)).replaceAll('’', "'");
    const surface = written.endsWith("'s") ? written.slice(0, -2) : written;
    const stop = isEnglishStopWord(written);
    const stem = stemEnglish(surface);
    this.add(TokenClass.WORD_EN, stem, start, end, stop);
    if (stem !== surface) this.add(TokenClass.SURFACE_EN, surface, start, end, stop);
    return { form: surface, stem, stop };
  }

  private han(start: number, end: number): void {
    const run = simplifyRun(this.text, start, end, this.words);
    const wordEnds = wordEndsByStart(run, this.words);
    let at = 0;
    let wordUntil = 0;
    while (at < run.length) {
      const next = at + width(run.codePointAt(at) as number);
      const character = run.slice(at, next);
      const stop = isHanStopCharacter(character);
      this.add(TokenClass.HAN_UNIGRAM, character, start + at, start + next, stop);
      if (next < run.length) {
        const afterNext = next + width(run.codePointAt(next) as number);
        this.add(TokenClass.HAN_BIGRAM, run.slice(at, afterNext), start + at, start + afterNext, false);
      }
      const wordEnd = wordEnds[at] ?? 0;
      if (wordEnd > next) {
        const word = run.slice(at, wordEnd);
        this.add(TokenClass.HAN_WORD, word, start + at, start + wordEnd, isHanStopWord(word));
      }
      const opens = wordEnd > 0;
      if (opens) wordUntil = wordEnd;
      const unit = { form: character, stem: character, isHan: true, opens, closes: next === wordUntil, stop };
      this.unit({ ...unit, start: start + at, end: start + next });
      this.position++;
      at = next;
    }
  }

  private other(start: number, end: number, kind: Kind): void {
    const starts = characterStarts(this.text, start, end);
    this.continues = false;
    this.add(TokenClass.WORD_OTHER, dropMarks(foldCase(this.text.slice(start, end))), start, end, false);
    if (kind === Kind.SPACELESS) {
      for (let i = 0; i + 1 < starts.length; i++) {
        const from = starts[i] as number;
        const to = starts[i + 2] ?? end;
        this.add(TokenClass.BIGRAM_OTHER, dropMarks(foldCase(this.text.slice(from, to))), from, to, false);
        this.position++;
      }
    }
    this.position++;
  }
}

const SPACE = 0x20;

function width(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

/** The end of the run of one kind that begins at `start`; marks belong to what they follow, ideographs take none. */
function runEnd(text: string, start: number, kind: Kind): number {
  let end = start;
  while (end < text.length) {
    const code = text.codePointAt(end) as number;
    const here = kindOf(code);
    if (here !== kind && (here !== Kind.MARK || kind === Kind.HAN)) break;
    end += width(code);
  }
  return end;
}

/** `GitHub`, `JavaScript`, `MySQL`: two capitals or so make a name that people also write as one word. */
function isBrand(atom: Atom): boolean {
  const [first, second, third] = atom.pieces;
  return first !== undefined && second !== undefined && third === undefined && !first.isNumber && !second.isNumber;
}

function simplifyRun(text: string, start: number, end: number, words: Segmenter): string {
  let run = '';
  let from = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const simple = words.simplify(code);
    if (simple === code) continue;
    run += text.slice(from, i) + String.fromCharCode(simple);
    from = i + 1;
  }
  return run + text.slice(from, end);
}

/** By the offset where a word begins in the run: where it ends. */
function wordEndsByStart(run: string, words: Segmenter): number[] {
  const ends: number[] = new Array<number>(run.length).fill(0);
  words.segment(run, 0, run.length, (start, end) => {
    ends[start] = end;
  });
  return ends;
}

function characterStarts(text: string, start: number, end: number): number[] {
  const starts: number[] = [];
  for (let i = start; i < end; ) {
    const code = text.codePointAt(i) as number;
    if (kindOf(code) !== Kind.MARK) starts.push(i);
    i += width(code);
  }
  return starts;
}

function dropMarks(word: string): string {
  let kept = '';
  for (const character of word) if (kindOf(character.codePointAt(0) as number) !== Kind.MARK) kept += character;
  return kept;
}
