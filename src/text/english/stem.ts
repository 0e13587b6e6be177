/**
 * The English (Porter2) stemmer of the Snowball project, written from its published description. It takes one word in
 * lower case and knows nothing of tokens. Own code because it stands on the cold path: no set-up beyond small tables.
 */

/** The stem of a lower-case word; a word of one or two letters, or with other letters than a–z and ', is its own stem. */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  let stem = markConsonantY(word.charAt(0) === "'" ? word.slice(1) : word);
  const r1 = regionOne(stem);
  const r2 = regionAfter(stem, r1);
  stem = dropPlural(dropPossessive(stem));
  if (!FINISHED_AFTER_PLURAL.has(stem)) {
    stem = dropPast(stem, r1);
    stem = softenY(stem);
    stem = replaceDerivation(stem, r1);
    stem = replaceAdjective(stem, r1, r2);
    stem = dropResidue(stem, r2);
    stem = dropFinal(stem, r1, r2);
  }
  return stem.replaceAll('Y', 'y');
}

/** Words that the rules would take to a wrong or to a shared stem. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['sky', 'sky'],
  ['news', 'news'],
  ['howe', 'howe'],
  ['atlas', 'atlas'],
  ['cosmos', 'cosmos'],
  ['bias', 'bias'],
  ['andes', 'andes'],
]);

const FINISHED_AFTER_PLURAL: ReadonlySet<string> = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);

/** Beginnings that end where the first region starts, so that `general` and `generous`, `organ` and `organize` stay apart. */
const FIXED_BEGINNINGS = ['gener', 'commun', 'arsen', 'past', 'univers', 'later', 'emerg', 'organ', 'inter'];

const VOWELS = 'aeiouy';
const BEFORE_LI = 'cdeghkmnrt';
const DOUBLES: ReadonlySet<string> = new Set(['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt']);

function isVowel(word: string, at: number): boolean {
  return at >= 0 && at < word.length && VOWELS.includes(word.charAt(at));
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
  return false;
}

/** A `y` at the start or after a vowel is a consonant: written `Y` until the end. */
function markConsonantY(word: string): string {
  if (!word.includes('y')) return word;
  let marked = '';
  for (let i = 0; i < word.length; i++) {
    const letter = word.charAt(i);
    marked += letter === 'y' && (i === 0 || isVowel(marked, i - 1)) ? 'Y' : letter;
  }
  return marked;
}

function regionOne(word: string): number {
  for (const beginning of FIXED_BEGINNINGS) if (word.startsWith(beginning)) return beginning.length;
  return regionAfter(word, 0);
}

/** The place after the first consonant that follows a vowel, from `start` on; the word's end where there is none. */
function regionAfter(word: string, start: number): number {
  for (let i = start + 1; i < word.length; i++) {
    if (!isVowel(word, i) && isVowel(word, i - 1)) return i + 1;
  }
  return word.length;
}

/** True where word[0, end) ends in a short syllable. */
function endsShort(word: string, end: number): boolean {
  const last = end - 1;
  if (end === 4 && word.startsWith('past')) return true;
  if (last < 1 || isVowel(word, last) || !isVowel(word, last - 1)) return false;
  if (last === 1) return true;
  return !isVowel(word, last - 2) && !'wxY'.includes(word.charAt(last));
}

function dropPossessive(word: string): string {
  if (word.endsWith("'s'")) return word.slice(0, -3);
  if (word.endsWith("'s")) return word.slice(0, -2);
  return word.endsWith("'") ? word.slice(0, -1) : word;
}

function dropPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}

const PAST_ENDINGS = ['ingly', 'edly', 'ing', 'ed'];

function dropPast(word: string, r1: number): string {
  for (const ending of ['eedly', 'eed']) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    return start >= r1 ? `${word.slice(0, start)}ee` : word;
  }
  for (const ending of PAST_ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    return hasVowel(word, start) ? mendAfterPast(word.slice(0, start), r1) : word;
  }
  return word;
}

function mendAfterPast(word: string, r1: number): string {
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return `${word}e`;
  if (DOUBLES.has(word.slice(-2))) return isShortDouble(word) ? word : word.slice(0, -1);
  return r1 >= word.length && endsShort(word, word.length) ? `${word}e` : word;
}

/** `add`, `egg`, `odd`: the doubled letter belongs to the word. */
function isShortDouble(word: string): boolean {
  return word.length === 3 && 'aeo'.includes(word.charAt(0));
}

function softenY(word: string): string {
  const last = word.length - 1;
  const letter = word.charAt(last);
  return (letter === 'y' || letter === 'Y') && last > 1 && !isVowel(word, last - 1) ? `${word.slice(0, last)}i` : word;
}

type Rule = readonly [ending: string, replacement: string];

/** The rule of the longest ending that the word has; the lists stand longest first. */
function longestRule(word: string, rules: readonly Rule[]): Rule | undefined {
  for (const rule of rules) if (word.endsWith(rule[0])) return rule;
  return undefined;
}

const DERIVATIONS: readonly Rule[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];

function replaceDerivation(word: string, r1: number): string {
  const rule = longestRule(word, DERIVATIONS);
  if (rule === undefined) return word;
  const start = word.length - rule[0].length;
  if (start < r1) return word;
  if (rule[0] === 'ogi' && word.charAt(start - 1) !== 'l') return word;
  if (rule[0] === 'li' && !BEFORE_LI.includes(word.charAt(start - 1))) return word;
  return word.slice(0, start) + rule[1];
}

const ADJECTIVES: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

function replaceAdjective(word: string, r1: number, r2: number): string {
  const rule = longestRule(word, ADJECTIVES);
  if (rule === undefined) return word;
  const start = word.length - rule[0].length;
  if (start < (rule[0] === 'ative' ? r2 : r1)) return word;
  return word.slice(0, start) + rule[1];
}

const RESIDUES: readonly Rule[] = [
  ['ement', ''],
  ['ance', ''],
  ['ence', ''],
  ['able', ''],
  ['ible', ''],
  ['ment', ''],
  ['ant', ''],
  ['ent', ''],
  ['ism', ''],
  ['ate', ''],
  ['iti', ''],
  ['ous', ''],
  ['ive', ''],
  ['ize', ''],
  ['ion', ''],
  ['al', ''],
  ['er', ''],
  ['ic', ''],
];

function dropResidue(word: string, r2: number): string {
  const rule = longestRule(word, RESIDUES);
  if (rule === undefined) return word;
  const start = word.length - rule[0].length;
  if (start < r2) return word;
  if (rule[0] === 'ion' && !'st'.includes(word.charAt(start - 1) || ' ')) return word;
  return word.slice(0, start);
}

function dropFinal(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  const letter = word.charAt(last);
  if (letter === 'e') {
    return last >= r2 || (last >= r1 && !endsShort(word, last)) ? word.slice(0, last) : word;
  }
  return letter === 'l' && last >= r2 && word.charAt(last - 1) === 'l' ? word.slice(0, last) : word;
}
