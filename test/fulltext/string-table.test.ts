import { describe, expect, test } from 'vitest';
import { plainSections } from '../../src/fulltext/section-view.ts';
import { buildStringTable, StringTable } from '../../src/fulltext/string-table.ts';
import { sequence } from './documents.ts';

/** Letters of one to four bytes, on both sides of the place where code points and code units order differently. */
const LETTERS = ['a', 'b', 'é', '端', '\u{e000}', '\u{fffd}', '\u{1f600}', '\u{20000}', '.', ' '];

function strings(count: number): string[] {
  const next = sequence(count);
  const made = new Set<string>();
  while (made.size < count) {
    made.add(Array.from({ length: next(6) }, () => LETTERS[next(LETTERS.length)]).join(''));
  }
  return [...made].sort();
}

function table(sorted: readonly string[]): StringTable {
  return new StringTable(plainSections(buildStringTable('t', sorted)), 't');
}

describe('a string table', () => {
  test.each([0, 1, 2, 127, 128, 129, 256, 257, 1000])('of %i strings gives back each and finds each', (count) => {
    const sorted = strings(count);
    const stored = table(sorted);
    expect(stored.length).toBe(count);
    expect(sorted.map((_, i) => stored.at(i))).toEqual(sorted);
    expect(sorted.map((string) => stored.find(string))).toEqual(sorted.map((_, i) => i));
  });

  test('finds the place of what is not in it, and the stretch of every prefix', () => {
    const sorted = strings(700);
    const stored = table(sorted.filter((_, i) => i % 2 === 0));
    const kept = sorted.filter((_, i) => i % 2 === 0);
    for (const string of sorted) {
      const place = kept.findIndex((other) => other >= string);
      expect(stored.lowerBound(string)).toBe(place < 0 ? kept.length : place);
      expect(stored.find(string)).toBe(kept.indexOf(string));
      const { from, to } = stored.prefixRange(string);
      expect(kept.slice(from, to)).toEqual(kept.filter((other) => other.startsWith(string)));
    }
  });

  test('refuses what is not in order, twice, or half a character', () => {
    expect(() => buildStringTable('t', ['b', 'a'])).toThrow(RangeError);
    expect(() => buildStringTable('t', ['a', 'a'])).toThrow(RangeError);
    expect(() => buildStringTable('t', ['\ud800'])).toThrow(RangeError);
  });
});
