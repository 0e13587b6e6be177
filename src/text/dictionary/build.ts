/**
 * Makes the dictionary sections of layout.ts from jieba's word lists and a table of traditional characters. Pure: the
 * texts come in, the numbers go out, the same for the same texts on every machine.
 */
import { isHan } from '../characters.ts';
import { buildTrie } from '../trie/build.ts';
import type { NumericSection } from '../views.ts';
import { logarithm } from './logarithm.ts';

export type DictionarySources = {
  /** jieba's main list: `word frequency tag` a line. */
  readonly words: string;
  /** jieba's user list: `word`, `word tag` or `word frequency tag` a line; later lines override, also the main list. */
  readonly userWords: string;
  /** Pairs of a traditional and a simplified character, as OpenCC's character table gives them. */
  readonly traditional: Iterable<readonly [traditional: string, simplified: string]>;
};

/** The sections of a dictionary. Throws when a line of the main list is not of its form. */
export function buildDictionary(sources: DictionarySources): NumericSection[] {
  const weights = wordWeights(sources);
  const distinct = Float64Array.from(new Set(weights.byWord.values()).add(weights.least)).sort();
  const places = new Map<number, number>();
  for (const [place, weight] of distinct.entries()) places.set(weight, place);
  const entries: [string, number][] = [];
  for (const [word, weight] of weights.byWord) {
    if (isHanWord(word)) entries.push([word, places.get(weight) as number]);
  }
  return [
    { name: 'dictionary.trie', type: 'u16', data: buildTrie(entries) },
    { name: 'dictionary.weights', type: 'f64', data: distinct },
    { name: 'dictionary.simplified', type: 'u16', data: simplifiedTable(sources.traditional) },
  ];
}

type WordWeights = { readonly byWord: ReadonlyMap<string, number>; readonly least: number };

function wordWeights(sources: DictionarySources): WordWeights {
  const frequencies = parseMainList(sources.words);
  let total = 0;
  for (const [, frequency] of frequencies) total += frequency;
  const sorted = frequencies.map(([, frequency]) => frequency).sort((a, b) => a - b);
  const weigh = memoizedLogarithm(total);
  const byWord = new Map<string, number>();
  for (const [word, frequency] of frequencies) byWord.set(word, weigh(frequency));
  const median = weigh(sorted[sorted.length >>> 1] as number);
  for (const [word, frequency] of parseUserList(sources.userWords)) {
    byWord.set(word, frequency === undefined ? median : weigh(frequency));
  }
  return { byWord, least: weigh(sorted[0] as number) };
}

function memoizedLogarithm(total: number): (frequency: number) => number {
  const known = new Map<number, number>();
  return (frequency) => {
    let weight = known.get(frequency);
    if (weight === undefined) {
      weight = logarithm(frequency, total);
      known.set(frequency, weight);
    }
    return weight;
  };
}

function parseMainList(list: string): (readonly [word: string, frequency: number])[] {
  return lines(list).map((line) => {
    const [word, frequency, tag] = line.split(' ');
    const count = Number(frequency);
    if (word === undefined || word === '' || tag === undefined || !(count > 0)) {
      throw new Error(`a dictionary line is not "word frequency tag": ${line}`);
    }
    return [word, count] as const;
  });
}

function parseUserList(list: string): (readonly [word: string, frequency: number | undefined])[] {
  return lines(list).map((line) => {
    const columns = line.split(' ');
    return [columns[0] as string, columns.length === 3 ? Number(columns[1]) : undefined] as const;
  });
}

function lines(list: string): string[] {
  return list.split('\n').filter((line) => line !== '');
}

function isHanWord(word: string): boolean {
  for (const character of word) if (!isHan(character.codePointAt(0) as number)) return false;
  return true;
}

/**
 * Pairs outside the basic plane are left out (they are rare characters, and a code unit stays a code unit, so that offsets
 * hold), as are pairs whose simplified form is itself simplified further: one step must be enough.
 */
function simplifiedTable(pairs: DictionarySources['traditional']): Uint16Array {
  const table = new Map<number, number>();
  for (const [traditional, simplified] of pairs) {
    if (traditional.length !== 1 || simplified.length !== 1 || traditional === simplified) continue;
    if (!table.has(traditional.charCodeAt(0))) table.set(traditional.charCodeAt(0), simplified.charCodeAt(0));
  }
  const kept = [...table].filter(([, simplified]) => !table.has(simplified)).sort((a, b) => a[0] - b[0]);
  return new Uint16Array([...kept.map(([traditional]) => traditional), ...kept.map(([, simplified]) => simplified)]);
}
