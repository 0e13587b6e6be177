import { expect, test } from 'vitest';
import { analyze } from '../../src/text/analyze.ts';
import { NO_DICTIONARY } from '../../src/text/segmenter.ts';
import { TERM_PREFIXES, TOKEN_CLASS_COUNT, TokenClass, termClass, termKey } from '../../src/text/token.ts';
import { smallDictionary } from './dictionary.ts';

const dictionary = smallDictionary();

/** `position:term`, with `!` behind a stop word. */
function written(text: string): string {
  return analyze(text, dictionary)
    .map((token) => `${token.position}:${token.term}${token.stop ? '!' : ''}`)
    .join(' ');
}

test.each([
  ['words by stem, the surface where it differs', 'Listing processes', '0:wlist 0:slisting 1:wprocess 1:sprocesses'],
  ['function words are flagged', 'the port', '0:wthe! 1:wport'],
  ['a query of function words stays', 'what is it', '0:wwhat! 1:wis! 2:wit!'],
  ['snake case', 'find_symbol', '0:ifindsymbol 0:wfind 1:wsymbol'],
  ['kebab case', 'list-branches', '0:ilistbranches 0:wlist 1:wbranch 1:sbranches'],
  ['dots', 'git.log', '0:igitlog 0:wgit 1:wlog'],
  ['camel case, and as one word', 'findSymbol', '0:ifindsymbol 0:wfindsymbol 0:wfind 1:wsymbol'],
  ['an acronym before a word', 'HTTPServerPort', '0:ihttpserverport 0:whttp 1:wserver 2:wport'],
  ['a plural acronym is one word', 'URLs', '0:wurl 0:surls'],
  ['digits', 'port 3000', '0:wport 1:n3000'],
  ['letters and digits', 'sha256', '0:isha256 0:wsha 1:n256'],
  ['the same identifier with and without a joiner', 'utf-8 utf8', '0:iutf8 0:wutf 1:n8 2:iutf8 2:wutf 3:n8'],
  ['numbers keep their point', '3.10', '0:i3.10 0:n3 1:n10'],
  ['a hash stays whole', 'a1b2c3d4', '0:wa1b2c3d4'],
  ['a language of one letter', 'C++ or C#', '0:wc++ 1:wor! 2:wc#'],
  ['an option', '--force-with-lease', '0:iforcewithlease 0:wforc 0:sforce 1:wwith! 2:wleas 2:slease'],
  ['dunder', '__init__', '0:winit'],
  ['an end of sentence is no joiner', 'Stop. Go', '0:wstop 1:wgo'],
  ['possessives', "user's users’", '0:wuser 1:wuser 1:susers'],
  ['diacritics', 'Café', '0:wcafe'],
  ['a path', 'src/main.ts', '0:wsrc 1:imaints 1:wmain 2:wts'],
  ['Han', '查询端口', '0:u查 0:b查询 0:h查询 1:u询 1:b询端 2:u端 2:b端口 2:h端口 3:u口'],
  ['Han function words', '怎么', '0:u怎 0:b怎么 0:h怎么! 1:u么!'],
  ['mixed', '查git日志', '0:u查 1:wgit 2:u日 2:b日志 2:h日志 3:u志'],
  ['punctuation parts Han runs', '查、询', '0:u查 1:u询'],
  ['traditional characters', '記錄', '0:u记 0:b记录 0:h记录 1:u录'],
  ['characters beyond the basic plane', '𠀀𠀁', '0:u𠀀 0:b𠀀𠀁 1:u𠀁'],
  ['kana', 'ログを', '0:oログを 0:pログ 1:pグを'],
  ['hangul', '포트 확인', '0:o포트 0:p포트 2:o확인 2:p확인'],
  ['cyrillic', 'Порт процесса', '0:oпорт 1:oпроцесса'],
  ['emoji and punctuation only', '🙂 …!?', ''],
  ['nothing', '', ''],
])('%s', (_name, text, expected) => {
  expect(written(text)).toBe(expected);
});

test('without a dictionary there are unigrams and bigrams', () => {
  expect(analyze('查询', NO_DICTIONARY).map((token) => token.term)).toEqual(['u查', 'b查询', 'u询']);
});

test('a token tells where it stands in the normalised text', () => {
  const places = analyze('ｇｉｔ　後查', dictionary).map(({ term, start, end }) => `${term} ${start}-${end}`);
  expect(places).toEqual(['wgit 0-3', 'u后 4-5', 'b后查 4-6', 'u查 5-6']);
});

test('each class has a prefix of its own', () => {
  expect(new Set(TERM_PREFIXES).size).toBe(TOKEN_CLASS_COUNT);
  expect(Object.values(TokenClass)).toEqual(Array.from({ length: TOKEN_CLASS_COUNT }, (_, i) => i));
  for (const cls of Object.values(TokenClass)) expect(termClass(termKey(cls, 'x'))).toBe(cls);
  expect([termClass(''), termClass('?x')]).toEqual([-1, -1]);
});
