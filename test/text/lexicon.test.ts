/** Concepts in texts: what the matcher does by its rules, and what the shipped lexicon says of words that people confuse. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dictionarySections } from '../../scripts/build-dictionary.ts';
import { readSources } from '../../scripts/build-snapshot.ts';
import { compileLexicon } from '../../src/compile/lexicon.ts';
import { analyze } from '../../src/text/analyze.ts';
import { LEXICON_SECTIONS } from '../../src/text/lexicon/layout.ts';
import type { Lexicon } from '../../src/text/lexicon/lexicon.ts';
import { NO_DICTIONARY, type Segmenter } from '../../src/text/segmenter.ts';
import { TokenClass } from '../../src/text/token.ts';
import type { NumericSection } from '../../src/text/views.ts';
import { openLexiconSections, openSections, smallDictionary, smallLexicon } from './dictionary.ts';

/** `position:number*share` of each concept token. */
function concepts(text: string, words: Segmenter, lexicon: Lexicon): string {
  return analyze(text, words, lexicon)
    .filter((token) => token.cls === TokenClass.CONCEPT)
    .map((token) => `${token.position}:${token.term.slice(1)}*${token.share}`)
    .join(' ');
}

describe('the rules of the matcher', () => {
  test.each([
    ['a Chinese and an English word share a concept', '日志 log', '0:0*4 2:0*4'],
    ['by the stem', 'logging', '0:0*4'],
    ['the longest surface, with its parts at half', '开放端口', '0:2*4 0:1*2 0:3*2'],
    ['several English words', 'find open port', '1:2*4 1:1*2 1:3*2'],
    ['over the joiners of an identifier', 'open_port openPort', '0:2*4 0:1*2 0:3*2 2:2*4 2:1*2 2:3*2'],
    ['not over a comma', 'open, port', '0:3*4 1:1*4'],
    ['not over a Chinese comma', '打开、端口', '0:3*4 2:1*4'],
    ['clashing stems go as written', 'customers customs custom', '0:4*4 1:5*4'],
    ['scripts side by side, case folded', 'ab测试', '0:6*4'],
    ['scripts side by side with a blank', 'AB 测试', '0:6*4'],
    ['function words inside a surface', 'out of memory', '0:8*4'],
    ['an ambiguous surface is divided', 'ports', '0:1*2 0:5*2'],
    ['nothing known', '天气 weather', ''],
  ])('%s', (_title, text, expected) => {
    expect(concepts(text, smallDictionary(), smallLexicon())).toBe(expected);
  });

  test('an ideograph alone counts where the segmenter sees a word of its own', () => {
    const words: Segmenter = {
      ...NO_DICTIONARY,
      segment: (text, start, end, visit) => {
        if (text.slice(start, end) === '下周') return visit(start, end);
        for (let at = start; at < end; at++) visit(at, at + 1);
      },
    };
    expect(concepts('下周', words, smallLexicon())).toBe('');
    expect(concepts('周', words, smallLexicon())).toBe('0:7*4');
    expect(concepts('周', NO_DICTIONARY, smallLexicon())).toBe('');
  });

  test('positions never descend, and without a lexicon nothing changes', () => {
    const text = 'show 开放端口 of open ports';
    const tokens = analyze(text, smallDictionary(), smallLexicon());
    expect(tokens.every((token, i) => i === 0 || token.position >= (tokens[i - 1]?.position ?? 0))).toBe(true);
    expect(tokens.filter((token) => token.cls !== TokenClass.CONCEPT)).toEqual(analyze(text, smallDictionary()));
  });
});

describe('the shipped lexicon', () => {
  const sections = compileLexicon(readSources([join(import.meta.dirname, '../../catalog')])) as NumericSection[];
  const lexicon = openLexiconSections(sections);
  const dictionary = openSections(dictionarySections());
  const of = (text: string) =>
    new Set(
      concepts(text, dictionary, lexicon)
        .split(' ')
        .map((one) => one.replace(/^\d+:|\*\d$/g, '')),
    );
  const share = (one: string, other: string) =>
    [...of(one)].some((concept) => concept !== '' && of(other).has(concept));

  test('has the sections of its layout in less than half a megabyte, the same each time', () => {
    expect(sections.map(({ name, type }) => ({ name, type }))).toEqual(LEXICON_SECTIONS);
    expect(sections.reduce((sum, { data }) => sum + data.byteLength, 0)).toBeLessThan(500_000);
    expect(compileLexicon(readSources([join(import.meta.dirname, '../../catalog')]))).toEqual(sections);
  });

  test.each([
    ['公事', '公式'],
    ['日志', '日程'],
    ['北京', '备份'],
    ['log', 'calendar'],
    ['enable', 'disable'],
    ['上传', '下载'],
    ['cat', 'show'],
    ['head', 'first lines'],
    ['top', 'process'],
    ['make', 'build'],
    ['hands off', 'transfer'],
    ['crawls', 'sluggish'],
  ])('%s is not %s', (one, other) => expect(share(one, other)).toBe(false));

  test.each([
    ['端口', 'port'],
    ['日志', 'logs'],
    ['删除', 'deleting'],
    ['分支', 'branches'],
    ['备份', 'backup'],
    ['進程', 'processes'],
    ['磁盘空间', 'disk space'],
    ['nuked', '删除'],
    ['got rid of', 'delete'],
    ['hunting down', 'find'],
    ['peek at', 'view'],
    ['put side by side', 'compare'],
    ['glued together', '合并'],
    ['backed it up', '备份'],
    ['pushed back', '改期'],
    ['creds', 'credentials'],
    ['out of room', '磁盘满'],
    ['keeps crashing', '崩溃'],
    ["won't boot", '启动不了'],
    ['times out', '超时'],
    ['pkill', 'kill'],
    ['lsof', '端口'],
    ['sha256sum', '校验和'],
  ])('%s is %s', (one, other) => expect(share(one, other)).toBe(true));
});
