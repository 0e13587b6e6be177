/** Han runs of many kinds from a seeded generator, for comparing segmenters. */

/** A random whole number below `bound` from a seeded sequence (xorshift, 32 bits). */
export type Random = (bound: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % bound;
  };
}

/** One way to make a run; `words` are the dictionary's, ascending. */
export type RunKind = { readonly name: string; readonly make: (random: Random, words: readonly string[]) => string };

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗欧阳司马诸葛上官';
const GIVEN = '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂子轩梓涵一诺浩然欣怡雨泽可馨睿';
const NUMERALS = '〇零一二三四五六七八九十百千万亿两半第壹贰叁肆伍陆柒捌玖拾佰仟';
const PARTICLES = '的了和是在有不我他这中来上大为个国地到说们以要就出会可也你对生能而子那得于着下自之年过发后作里';

function pick(random: Random, characters: string): string {
  const list = [...characters];
  return list[random(list.length)] as string;
}

function repeat(random: Random, least: number, most: number, make: () => string): string {
  let text = '';
  for (let i = least + random(most - least + 1); i > 0; i--) text += make();
  return text;
}

function between(random: Random, first: number, last: number): string {
  return String.fromCodePoint(first + random(last - first + 1));
}

function word(random: Random, words: readonly string[]): string {
  return words[random(words.length)] as string;
}

/** A dictionary word cut short at either side: what is left is mostly no word, or another one. */
function cutWord(random: Random, words: readonly string[]): string {
  const characters = [...word(random, words)];
  const from = random(characters.length);
  return characters.slice(from, from + 1 + random(characters.length - from)).join('');
}

/** Words of which each begins with the last character of the one before: wherever they meet, two cuts compete. */
function overlapping(random: Random, words: readonly string[]): string {
  let run = word(random, words);
  for (let i = 1 + random(4); i > 0; i--) {
    const last = [...run].at(-1) as string;
    const next = words[firstAtLeast(words, last) + random(40)];
    if (next?.startsWith(last)) run += next.slice(last.length);
  }
  return run;
}

/** The place of the first word that is not below `key`; the words ascend. */
function firstAtLeast(words: readonly string[], key: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rare(random: Random): string {
  const block = random(5);
  if (block === 0) return between(random, 0x3400, 0x4dbf);
  if (block === 1) return between(random, 0x20000, 0x2a6df);
  if (block === 2) return between(random, 0x2a700, 0x2ebe0);
  if (block === 3) return between(random, 0x30000, 0x323af);
  return between(random, 0x9f00, 0x9fff);
}

export const RUN_KINDS: readonly RunKind[] = [
  { name: 'words', make: (random, words) => repeat(random, 1, 8, () => word(random, words)) },
  { name: 'cut words', make: (random, words) => repeat(random, 1, 8, () => cutWord(random, words)) },
  {
    name: 'words and particles',
    make: (random, words) =>
      repeat(random, 1, 8, () =>
        random(3) > 0 ? word(random, words) : repeat(random, 1, 3, () => pick(random, PARTICLES)),
      ),
  },
  { name: 'overlapping words', make: overlapping },
  { name: 'particles', make: (random) => repeat(random, 1, 20, () => pick(random, PARTICLES)) },
  {
    name: 'names in sentences',
    make: (random, words) =>
      cutWord(random, words) +
      pick(random, SURNAMES) +
      repeat(random, 1, 2, () => pick(random, GIVEN)) +
      word(random, words),
  },
  {
    name: 'numerals',
    make: (random, words) =>
      repeat(random, 1, 10, () => pick(random, NUMERALS)) + (random(2) > 0 ? word(random, words) : ''),
  },
  { name: 'random common characters', make: (random) => repeat(random, 1, 16, () => between(random, 0x4e00, 0x9fff)) },
  {
    name: 'rare characters among words',
    make: (random, words) => repeat(random, 1, 8, () => (random(2) > 0 ? rare(random) : cutWord(random, words))),
  },
  {
    name: 'compatibility forms and marks',
    make: (random, words) =>
      repeat(random, 1, 4, () => word(random, words) + (random(2) > 0 ? between(random, 0xf900, 0xfa6d) : '々')),
  },
  {
    name: 'long runs',
    make: (random, words) => {
      let text = '';
      while (text.length < 120) text += random(2) > 0 ? word(random, words) : cutWord(random, words);
      return [...text].slice(0, 60 + random(141)).join('');
    },
  },
];
