/** The dictionary's sections: small, the same each time, and opened without being read. */
import { expect, test } from 'vitest';
import { dictionarySections } from '../../scripts/build-dictionary.ts';
import { buildDictionary } from '../../src/text/dictionary/build.ts';
import { DICTIONARY_SECTIONS } from '../../src/text/dictionary/layout.ts';
import { logarithm } from '../../src/text/dictionary/logarithm.ts';
import { openDictionary } from '../../src/text/dictionary/open.ts';
import { type IntView, plainView } from '../../src/text/views.ts';
import { openSections, sectionData } from './dictionary.ts';

const sections = dictionarySections();

const MEGABYTE = 1_000_000;

test('has the sections of its layout, in order, in less than 4 MB', () => {
  expect(sections.map(({ name, type }) => ({ name, type }))).toEqual(DICTIONARY_SECTIONS);
  expect(sections.reduce((sum, { data }) => sum + data.byteLength, 0)).toBeLessThan(4 * MEGABYTE);
});

test('is the same when it is built again', () => {
  expect(dictionarySections()).toEqual(sections);
});

test('opens without reading and reads a few places for a run', () => {
  const words = sectionData(sections, 'dictionary.trie');
  const blocks = new Set<number>();
  const counting: IntView = {
    length: words.length,
    at: (i) => {
      blocks.add(Math.floor((i * 2) / 32_768));
      return words[i] as number;
    },
  };
  const dictionary = openDictionary({
    trie: counting,
    weights: plainView(sectionData(sections, 'dictionary.weights')),
    simplified: plainView(sectionData(sections, 'dictionary.simplified')),
  });
  expect(blocks.size).toBe(0);
  dictionary.segment('端口被占用', 0, 5, () => {});
  // The root's three blocks, and one or two a character.
  expect(blocks.size).toBeLessThanOrEqual(3 + 2 * 5);
});

test('opening and the first cut take less than 2 ms', () => {
  const views = {
    trie: plainView(sectionData(sections, 'dictionary.trie')),
    weights: plainView(sectionData(sections, 'dictionary.weights')),
    simplified: plainView(sectionData(sections, 'dictionary.simplified')),
  };
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const begin = performance.now();
    openDictionary(views).segment('查询占用端口的进程', 0, 9, () => {});
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  expect(times[4]).toBeLessThan(2);
});

test('traditional characters become simplified ones, in one step', () => {
  const dictionary = openSections(
    buildDictionary({
      words: '后 5 n\n',
      userWords: '',
      traditional: [
        ['後', '后'],
        ['薴', '苧'],
        ['苧', '苎'],
        ['㗲', '𠵾'],
        ['乾', '干'],
        ['乾', '乾'],
      ],
    }),
  );
  const simplify = (text: string) =>
    [...text].map((c) => String.fromCharCode(dictionary.simplify(c.charCodeAt(0)))).join('');
  expect(simplify('後乾苧薴㗲后a')).toBe('后干苎薴㗲后a');
});

test('the installed table knows what traditional texts are made of', () => {
  const dictionary = openSections(sections);
  const simplify = (text: string) =>
    [...text].map((c) => String.fromCharCode(dictionary.simplify(c.charCodeAt(0)))).join('');
  expect(simplify('檢視佔用連接埠的處理程序並結束它')).toBe('检视占用连接埠的处理程序并结束它');
  expect(simplify('後裡餘乾鬥臺颱週註薑')).toBe('后里余干斗台台周注姜');
});

test.each(['端口 300', '端口 三百 n', ' 300 n', '端口 0 n'])('a list with the line "%s" is refused', (line) => {
  expect(() => buildDictionary({ words: `${line}\n`, userWords: '', traditional: [] })).toThrow(/word frequency tag/);
});

// Expected: the doubles nearest to an independent computation with 40 digits; Math.log misses each of them by one bit.
test.each([
  [131, -13.03635607076828],
  [147, -12.921120807190695],
  [172, -12.76405891715598],
])('the logarithm of %i in 60101983 is rounded correctly', (frequency, expected) => {
  expect(logarithm(frequency, 60_101_983)).toBe(expected);
});

test('logarithms of powers of two, of one and of tiny quotients', () => {
  expect(logarithm(1, 1)).toBe(0);
  expect(logarithm(2, 1)).toBe(Math.LN2);
  expect(logarithm(1, 1024)).toBe(-10 * Math.LN2);
  expect(logarithm(1, 1e15)).toBeCloseTo(Math.log(1e-15), 12);
});
