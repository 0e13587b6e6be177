/** Slips of the hand: which words are near, which characters are alike, and what is a word at all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slipSections } from '../../scripts/build-dictionary.ts';
import { buildTypos } from '../../src/text/typo/build.ts';
import { TypoTable } from '../../src/text/typo/distance.ts';
import { findEdits } from '../../src/text/typo/edits.ts';
import { TYPO_SECTIONS } from '../../src/text/typo/layout.ts';
import { openSlips, type Slips } from '../../src/text/typo/open.ts';
import { EDIT, SLIP } from '../../src/text/typo/weights.ts';
import { buildWordFilter, isInFilter } from '../../src/text/typo/word-filter.ts';
import { type NumericSection, plainView } from '../../src/text/views.ts';

function open(sections: readonly NumericSection[]): Slips {
  const view = (name: string) => plainView(sections.find((one) => one.name === name)?.data ?? []);
  return openSlips(view('typo.words'), view('typo.alike'));
}

describe('distance', () => {
  test.each([
    ['docker', 'docker', 0],
    ['dokcer', 'docker', SLIP],
    ['runing', 'running', SLIP],
    ['treee', 'tree', SLIP],
    ['resise', 'resize', SLIP + 1],
    ['sevice', 'service', EDIT],
    ['exxtract', 'extract', SLIP],
    ['contianres', 'containers', 2 * SLIP],
  ])('%s is %s by %i', (written, word, weight) => expect(new TypoTable(written).distance(word, 100)).toBe(weight));

  test('words asked one after the other share their beginnings and measure the same', () => {
    const word = fc.stringMatching(/^[abc]{1,6}$/);
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 6 }), (written, words) => {
        const table = new TypoTable(written);
        for (const one of words) expect(table.distance(one, 200)).toBe(new TypoTable(written).distance(one, 200));
      }),
    );
  });

  test('a beginning that is too far stands for every word that begins so', () => {
    const word = fc.stringMatching(/^[abc]{1,6}$/);
    fc.assert(
      fc.property(word, word, (written, other) => {
        const found = new TypoTable(written).distance(other, SLIP);
        if (found >= 0) return;
        const beginning = other.slice(0, -found);
        for (const ending of ['', 'a', 'ab', 'cab', written]) {
          expect(new TypoTable(written).distance(beginning + ending, 200)).toBeGreaterThan(SLIP);
        }
      }),
    );
  });
});

describe('words one slip away', () => {
  const near = (written: string, fingersOnly: boolean): Map<string, number> => {
    const found = new Map<string, number>();
    const lightest = (word: string, weight: number) => found.set(word, Math.min(weight, found.get(word) ?? weight));
    findEdits(written, fingersOnly, () => true, lightest);
    return found;
  };

  test('each is as far as the table says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,7}$/), (written) => {
        const table = new TypoTable(written);
        for (const [word, weight] of near(written, false))
          if (word !== written) expect(table.distance(word, 100)).toBe(weight);
      }),
      { numRuns: 20 },
    );
  });

  test('of short words only slips of the fingers', () => {
    expect(near('tset', true).get('test')).toBe(SLIP);
    expect(near('tset', true).get('teset')).toBeUndefined();
    expect(near('runn', true).get('run')).toBe(SLIP);
  });

  test('the first letter stays, or changes places', () => {
    expect(near('amil', false).has('mail')).toBe(true);
    expect(near('lamp', false).has('damp')).toBe(false);
    expect(near('lamp', false).has('lamb')).toBe(true);
  });
});

describe('the filter of words', () => {
  test('holds every member and one stranger in a hundred', () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `word${i.toString(36)}`);
    const filter = plainView(buildWordFilter(new Set(members)));
    expect(members.every((word) => isInFilter(word, filter))).toBe(true);
    const strangers = Array.from({ length: 20_000 }, (_, i) => `other${i.toString(36)}`);
    expect(strangers.filter((word) => isInFilter(word, filter)).length).toBeLessThan(300);
  });
});

describe('characters that are alike', () => {
  const entries = [
    ['进程', 'jin4 cheng2', ['process (computing) [a reading]']],
    ['成功', 'cheng2 gong1', ['success']],
    ['成为', 'cheng2 wei2', ['to become']],
    ['变成', 'bian4 cheng2', ['to change into']],
    ['程度', 'cheng2 du4', ['degree']],
    ['过程', 'guo4 cheng2', ['course of events']],
    ['Q版', 'Q ban3', ['cartoonish']],
  ] as const;

  test('share a reading, whatever its tone, and never hold the character itself', () => {
    const slips = open(buildTypos(entries));
    expect(slips.alike('成'.charCodeAt(0))).toEqual(['程']);
    expect(slips.alike('程'.charCodeAt(0))).toEqual(['成']);
    expect(slips.alike('x'.charCodeAt(0))).toEqual([]);
  });

  test('are told with the words of the language', () => {
    const slips = open(buildTypos(entries));
    for (const word of ['process', 'computing', 'become', '进程', '程度']) expect(slips.isWord(word)).toBe(true);
    for (const word of ['reading', 'porcess', '进成', 'cheng']) expect(slips.isWord(word)).toBe(false);
  });

  test('the same entries in another order give the same sections, which are those that the layout names', () => {
    const sections = buildTypos(entries);
    expect(buildTypos([...entries].reverse())).toEqual(sections);
    expect(sections.map(({ name, type }) => ({ name, type }))).toEqual(TYPO_SECTIONS);
  });
});

test('the dictionary that is built in knows the readings and both languages', () => {
  const sections = slipSections();
  const slips = open(sections);
  const alike = (character: string) => slips.alike(character.charCodeAt(0));
  expect(alike('盘')).toContain('攀');
  expect(alike('囗')).toContain('口');
  expect(alike('重')).toEqual(expect.arrayContaining(['中', '虫']));
  expect(['half', 'shirt', 'october', '公事', '分枝'].every((word) => slips.isWord(word))).toBe(true);
  expect(['dokcer', 'verison', 'jsno', '进成', '换存'].some((word) => slips.isWord(word))).toBe(false);
  // Half a snapshot's catalog would be too much for what a handful of queries needs.
  expect(sections.reduce((sum, { data }) => sum + data.byteLength, 0)).toBeLessThan(300_000);
}, 60_000);
