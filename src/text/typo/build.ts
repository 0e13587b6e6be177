/**
 * Makes the sections of layout.ts from a Chinese–English dictionary. Pure: entries come in, numbers go out. It takes
 * from the dictionary how characters are read and which words its explanations are written in, and no explanation.
 */
import { isHan } from '../characters.ts';
import type { NumericSection } from '../views.ts';
import { buildWordFilter } from './word-filter.ts';

/** An entry: simplified form, readings syllable by syllable with tone digits, explanations. */
export type ReadingEntry = readonly [simplified: string, pinyin: string, glosses: readonly string[]];

/** The sections of a dictionary's entries, in any order. */
export function buildTypos(entries: Iterable<ReadingEntry>): NumericSection[] {
  const words = new Set<string>();
  const readings = new Map<string, Map<string, number>>();
  for (const [simplified, pinyin, glosses] of entries) {
    for (const gloss of glosses) for (const word of wordsOf(gloss)) words.add(word);
    if (simplified.length > 1 && [...simplified].every((one) => isHan(one.codePointAt(0) as number)))
      words.add(simplified);
    countReadings(simplified, pinyin, readings);
  }
  return [
    { name: 'typo.words', type: 'u8', data: buildWordFilter(words) },
    { name: 'typo.alike', type: 'u16', data: alikeTable([...soundGroups(readings), ...LOOKS]) },
  ];
}

/** Characters that are drawn nearly alike; written together, since each is typed or scanned for the others. */
// biome-ignore format: one line of groups
const LOOKS = '囗口 曰日 己已巳 未末 土士 折拆析 侯候 免兔 乌鸟 代伐 今令 千干于 天夭 王玉 晴睛 拨拔 治冶 徒徙 买卖 栗粟 待侍持 戊戌戍 货贷 密蜜 辩辨 拦栏 愎复 薄簿'.split(' ');

/**
 * The words of a gloss in small letters; what stands in square brackets (readings) is left out, and so are short names,
 * since those are syllables for the most part.
 */
function wordsOf(gloss: string): readonly string[] {
  const words = gloss.replace(/\[[^\]]*\]/g, ' ').match(/[A-Za-z]{3,}/g) ?? [];
  return words.filter((word) => word === word.toLowerCase() || word.length > 4).map((word) => word.toLowerCase());
}

function countReadings(word: string, pinyin: string, readings: Map<string, Map<string, number>>): void {
  const characters = [...word];
  const syllables = pinyin.split(' ');
  if (syllables.length !== characters.length) return;
  characters.forEach((character, i) => {
    const syllable = (syllables[i] as string)
      .toLowerCase()
      .replace('u:', 'v')
      .replace(/[1-5]$/, '');
    if (character.length !== 1 || !isHan(character.charCodeAt(0)) || !/^[a-z]+$/.test(syllable)) return;
    const own = readings.get(character) ?? new Map<string, number>();
    readings.set(character, own.set(syllable, (own.get(syllable) ?? 0) + 1));
  });
}

/** A character in fewer words than this is one that nobody types by mistake. */
const LEAST_WORDS = 3;
/** A reading in a smaller share of a character's words is a rare one (长 in place names, 率 aside). */
const LEAST_SHARE = 0.08;

/** The characters of each syllable, the most used first. */
function soundGroups(readings: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] {
  const groups = new Map<string, { character: string; words: number }[]>();
  for (const [character, own] of readings) {
    const words = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (words < LEAST_WORDS) continue;
    for (const [syllable, count] of own) {
      if (count < words * LEAST_SHARE) continue;
      groups.set(syllable, [...(groups.get(syllable) ?? []), { character, words }]);
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => members.sort((a, b) => b.words - a.words || (a.character < b.character ? -1 : 1)))
    .map((members) => members.map(({ character }) => character).join(''))
    .filter((members) => members.length > 1);
}

function alikeTable(groups: readonly string[]): Uint16Array {
  const members = groups.flatMap((group, number) => [...group].map((one) => ({ code: one.charCodeAt(0), number })));
  const byCharacter = [...members].sort((a, b) => a.code - b.code || a.number - b.number);
  const starts = [0];
  for (const group of groups) starts.push((starts.at(-1) as number) + group.length);
  return Uint16Array.from([
    members.length,
    groups.length,
    ...byCharacter.map(({ code }) => code),
    ...byCharacter.map(({ number }) => number),
    ...starts,
    ...members.map(({ code }) => code),
  ]);
}
