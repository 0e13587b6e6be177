/**
 * Mistyped Chinese: neighbouring characters that make no word are read as the word that sounds (or looks) the same, where
 * the catalog has it and the sentence falls into words better for it. Two words that are both words stay apart: 公事 is
 * never read as 公式.
 */
import { isHanStopCharacter } from '../text/han/stop-words.ts';
import { type Token, TokenClass, termKey } from '../text/token.ts';
import type { Alike, IsKnown, Slip, Spelling } from './spelling.ts';

/** Words of more characters have a part that is a word itself. */
const LONGEST_WORD = 4;
const MOST_SLIPS = 3;
/** A run with more pairs of characters that make no word is no mistyped Chinese; looking at one costs up to 0.1 ms. */
const MOST_OPEN = 16;

/**
 * The reading must make the run this much likelier (natural logarithm, by how common its words are in Chinese): measured,
 * true slips of one character gain 4.0 to 8.0, and of chance meetings (值为 as 职位) two in three gain less. Where more
 * than one character changes, chance has more ways to meet.
 */
const GAIN_OF_ONE = 4;
const GAIN_OF_MORE = 7;
/** What was written is a word itself, though a rare one: then nothing met by chance, and a factor of e is enough. */
const GAIN_OVER_WORD = 1;
/** Characters before and behind a piece that decide how it falls into words. */
const CONTEXT = 6;
/** Characters that stand together this often by chance (natural logarithm of the share) are no slip: 时用, 想为. */
const CHANCE = -14.5;
/** A word that is used less, a hundred times in sixty million, may be a slip all the same: 变亮 (3), but not 公事 (326). */
const RARE = -13.3;
/** What a character without an entry weighs: below the rarest word. */
const UNSEEN = -18;

/** One Han character of the query: simplified, where it stands, and whether it may be part of a slip. */
type Character = { readonly text: string; readonly start: number; readonly end: number; readonly firm: boolean };

/** The Chinese slips of a text, ascending. */
export function recoverHan(tokens: readonly Token[], isKnown: IsKnown, spelling: Spelling): Slip[] {
  return runsOf(tokens, isKnown, spelling).flatMap((run) => recoverRun(run, spelling));
}

/** Runs of neighbouring ideographs. Firm are particles and the characters of words that the catalog or the lexicon knows. */
function runsOf(tokens: readonly Token[], isKnown: IsKnown, { lexicon }: Spelling): Character[][] {
  const firm = new Set<number>();
  for (const { cls, term, start, end } of tokens) {
    const isWord = cls === TokenClass.HAN_WORD && (isKnown(term) || isSurface(term.slice(1), lexicon));
    if (isWord || (cls === TokenClass.CONCEPT && end - start > 1)) for (let at = start; at < end; at++) firm.add(at);
  }
  const runs: Character[][] = [];
  for (const { cls, term, start, end, stop } of tokens) {
    // Rare characters outside the basic plane are no slips; they part runs.
    if (cls !== TokenClass.HAN_UNIGRAM || end - start > 1) continue;
    const character = { text: term.slice(1), start, end, firm: stop || firm.has(start) };
    const run = runs.at(-1);
    if (run?.at(-1)?.end === start) run.push(character);
    else runs.push([character]);
  }
  const open = (run: Character[]) => run.filter(({ firm }, i) => !firm && run[i + 1]?.firm === false).length;
  return runs.filter((run) => open(run) > 0 && open(run) <= MOST_OPEN);
}

function recoverRun(run: readonly Character[], spelling: Spelling): Slip[] {
  const slips: Slip[] = [];
  let text = run.map((character) => character.text).join('');
  const firm = run.map((character) => character.firm);
  while (slips.length < MOST_SLIPS) {
    const best = bestReading(text, firm, spelling);
    if (best === undefined) break;
    const { from, to, word } = best;
    slips.push({ start: (run[from] as Character).start, end: (run[to - 1] as Character).end, readAs: word });
    text = text.slice(0, from) + word + text.slice(to);
    firm.fill(true, from, to);
  }
  return slips.sort((a, b) => a.start - b.start);
}

type Reading = { readonly from: number; readonly to: number; readonly word: string; readonly gain: number };

/** The reading of a piece that makes the run likeliest, the first of several. */
function bestReading(text: string, firm: readonly boolean[], spelling: Spelling): Reading | undefined {
  const { words } = spelling;
  let best: Reading | undefined;
  for (let from = 0; from + 1 < text.length; from++) {
    for (let to = from + 2; to <= Math.min(text.length, from + LONGEST_WORD); to++) {
      if (firm.slice(from, to).includes(true)) break;
      const written = text.slice(from, to);
      const isRare = words.frequency(written) > -Infinity;
      if (isWord(written, spelling) || (!isRare && weightOf(written, words) > CHANCE)) continue;
      const candidates = soundingLike(written, spelling);
      if (candidates.length === 0) continue;
      const [before, behind] = [text.slice(Math.max(0, from - CONTEXT), from), text.slice(to, to + CONTEXT)];
      const own = weightOf(before + written + behind, words);
      for (const word of candidates) {
        const gain = weightOf(before + word + behind, words) - own;
        const ofOne = isRare ? GAIN_OVER_WORD : GAIN_OF_ONE;
        const needed = differences(written, word) > 1 ? GAIN_OF_MORE : ofOne;
        if (gain >= needed && (best === undefined || gain > best.gain)) best = { from, to, word, gain };
      }
    }
  }
  return best;
}

/** A word of the language: a common one, or one that the dictionary of readings has. */
function isWord(written: string, { words, slips }: Spelling): boolean {
  return words.frequency(written) >= RARE || slips.isWord(written);
}

/** How likely a run is by its words: the sum of the logarithms of their shares. */
function weightOf(run: string, words: Spelling['words']): number {
  let sum = 0;
  words.segment(run, 0, run.length, (start, end) => {
    sum += Math.max(UNSEEN, words.frequency(run.slice(start, end)));
  });
  return sum;
}

/**
 * Words of the catalog that sound or look like these characters, and words of the lexicon that mean what the catalog
 * speaks of; where three or more characters are written only one of them is doubted.
 */
function soundingLike(written: string, spelling: Spelling): readonly string[] {
  const { lexical, offered, meant } = spelling;
  const known = meant.get(written);
  if (known !== undefined) return known;
  const found = new Set<string>();
  // Where a word stands, so does each pair of its characters.
  const begins = (beginning: string): boolean =>
    beginning.length === 1 || lexical.termId(termKey(TokenClass.HAN_BIGRAM, beginning.slice(-2))) >= 0;
  let beginnings = [''];
  for (let i = 0; i < written.length; i++) {
    const { all, inCatalog } = alikeOf(written.charAt(i), spelling);
    for (const other of all) {
      const word = written.slice(0, i) + other + written.slice(i + 1);
      if (offered.frequencyOfHanMeaning(word) > 0) found.add(word);
    }
    beginnings = beginnings.flatMap((start) => inCatalog.map((character) => start + character).filter(begins));
  }
  for (const word of beginnings) {
    const changed = differences(written, word);
    if (changed === 0 || (changed > 1 && written.length > 2)) continue;
    if (offered.frequency(TokenClass.HAN_WORD, word) > 0) found.add(word);
  }
  meant.set(written, [...found]);
  return [...found];
}

/**
 * The characters that are like one; and with it those that the catalog has. A word may also hold particles, which stand
 * nowhere alone.
 */
function alikeOf(character: string, { lexical, slips, alike }: Spelling): Alike {
  let found = alike.get(character);
  if (found === undefined) {
    const all = slips.alike(character.charCodeAt(0));
    const has = (one: string) => isHanStopCharacter(one) || lexical.termId(termKey(TokenClass.HAN_UNIGRAM, one)) >= 0;
    found = { all, inCatalog: [character, ...all].filter(has) };
    alike.set(character, found);
  }
  return found;
}

function differences(a: string, b: string): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) count++;
  return count;
}

/** True for a surface of the lexicon. */
function isSurface(word: string, lexicon: Spelling['lexicon']): boolean {
  let found = false;
  lexicon.forms(word, 0, (end) => {
    found ||= end === word.length;
  });
  return found;
}
