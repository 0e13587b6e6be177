import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrie } from '../../src/text/trie/build.ts';
import { MAX_VALUE } from '../../src/text/trie/layout.ts';
import { Trie } from '../../src/text/trie/read.ts';
import { type IntView, plainView } from '../../src/text/views.ts';

/** Few letters, so that keys share beginnings; lone surrogates and NUL among them. */
const keys = fc.uniqueArray(
  fc
    .array(fc.constantFrom('a', 'b', '中', '国', '\0', '\ud83d', '\udfff', '\uffff'), { minLength: 1, maxLength: 6 })
    .map((k) => k.join('')),
  { maxLength: 60 },
);

function trieOf(entries: Iterable<readonly [string, number]>): Trie {
  return new Trie(plainView(buildTrie(entries)));
}

test('finds every key and nothing else, at every place of a text', () => {
  fc.assert(
    fc.property(keys, fc.string({ unit: 'binary', maxLength: 8 }), (list, extra) => {
      const entries = list.map((key, i) => [key, i * 7919] as const);
      const values = new Map(entries);
      const trie = trieOf(entries);
      const text = `${list.slice(0, 4).join('')}${extra}`;
      for (let start = 0; start < text.length; start++) {
        const found: [number, number][] = [];
        trie.prefixes(text, start, text.length, (end, value) => found.push([end, value]));
        const expected: [number, number][] = [];
        for (let end = start + 1; end <= text.length; end++) {
          const value = values.get(text.slice(start, end));
          if (value !== undefined) expected.push([end, value]);
        }
        expect(found).toEqual(expected);
        expect(trie.longest(text, start, text.length)?.end).toBe(expected.at(-1)?.[0]);
      }
      for (const [key, value] of entries) expect(trie.find(key)).toBe(value);
    }),
  );
});

test('the same entries in any order give the same words', () => {
  fc.assert(
    fc.property(keys, (list) => {
      const entries = list.map((key) => [key, key.length] as const);
      expect(buildTrie([...entries].reverse())).toEqual(buildTrie(entries));
    }),
  );
});

test('a search ends at the given end and at no key', () => {
  const trie = trieOf([
    ['端口', 1],
    ['端口占用', 2],
  ]);
  expect(trie.longest('端口占用', 0, 3)).toEqual({ end: 2, value: 1 });
  expect(trie.longest('端口占用', 0, 4)).toEqual({ end: 4, value: 2 });
  expect(trie.longest('口占用', 0, 3)).toBeUndefined();
  expect(trie.find('端')).toBe(-1);
  expect(trie.find('')).toBe(-1);
  expect(trieOf([]).find('端')).toBe(-1);
});

test('holds the least and the greatest value, on leaves and on the way', () => {
  const trie = trieOf([
    ['a', 0],
    ['ab', MAX_VALUE],
    ['abc', 0x8000],
    ['b', MAX_VALUE],
    ['c', 0],
    ['d', 0xffff],
  ]);
  expect(['a', 'ab', 'abc', 'b', 'c', 'd'].map((key) => trie.find(key))).toEqual([
    0,
    MAX_VALUE,
    0x8000,
    MAX_VALUE,
    0,
    0xffff,
  ]);
});

test.each([
  ['an empty key', [['', 1]]],
  [
    'a key given twice',
    [
      ['a', 1],
      ['a', 2],
    ],
  ],
  ['a negative value', [['a', -1]]],
  ['a value that does not fit', [['a', MAX_VALUE + 1]]],
  ['a value that is not whole', [['a', 1.5]]],
] as const)('refuses %s', (_name, entries) => {
  expect(() => buildTrie(entries)).toThrow(RangeError);
});

test('reads no word when opened, and few for a lookup', () => {
  const words = buildTrie(
    Array.from({ length: 20_000 }, (_, i) => [`${String.fromCharCode(0x4e00 + i)}字典`, i] as const),
  );
  let reads = 0;
  const counting: IntView = {
    length: words.length,
    at: (i) => {
      reads++;
      return words[i] as number;
    },
  };
  const trie = new Trie(counting);
  expect(reads).toBe(0);
  expect(trie.find('丁字典')).toBe(1);
  expect(reads).toBeLessThan(40);
});
