/** Opens the sections of layout.ts: no work at start-up, every number is read where it stands. */
import type { IntView } from '../views.ts';
import { isInFilter } from './word-filter.ts';

/** What is known of slips of the hand. */
export interface Slips {
  /** True for an English or Chinese word (and, by chance, for one in a hundred that are none). */
  isWord(word: string): boolean;
  /** The characters that this one (a UTF-16 code unit) is taken for, each once; without itself. */
  alike(codeUnit: number): readonly string[];
}

/** For snapshots without these sections: nothing is a word, no character is like another. */
export const NO_SLIPS: Slips = { isWord: () => false, alike: () => [] };

/** Constant time; nothing of the views is read before the first question. */
export function openSlips(words: IntView, alike: IntView): Slips {
  return {
    isWord: (word) => isInFilter(word, words),
    alike: (codeUnit) => alikeOf(codeUnit, alike),
  };
}

function alikeOf(codeUnit: number, table: IntView): string[] {
  const [count, groups] = [table.at(0), table.at(1)];
  const characters = 2;
  const starts = characters + 2 * count;
  const members = starts + groups + 1;
  const found = new Set<number>();
  for (
    let i = firstAtLeast(codeUnit, characters, count, table);
    table.at(i) === codeUnit && i < characters + count;
    i++
  ) {
    const group = table.at(i + count);
    const end = table.at(starts + group + 1);
    for (let at = table.at(starts + group); at < end; at++) found.add(table.at(members + at));
  }
  found.delete(codeUnit);
  return Array.from(found, (code) => String.fromCharCode(code));
}

function firstAtLeast(codeUnit: number, from: number, count: number, table: IntView): number {
  let low = from;
  let high = from + count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (table.at(middle) < codeUnit) low = middle + 1;
    else high = middle;
  }
  return low;
}
