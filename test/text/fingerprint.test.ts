/** Holds the analyzer's behaviour and its name together: what changes tokens must change ANALYZER_FINGERPRINT too. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { analyze } from '../../src/text/analyze.ts';
import { ANALYZER_FINGERPRINT } from '../../src/text/fingerprint.ts';
import { smallDictionary, smallLexicon } from './dictionary.ts';

/** Texts that meet every rule of the analyzer; lines may be added only together with a new fingerprint. */
const CORPUS = [
  '查询占用端口的进程，怎么停止？',
  '记录後的日誌 記錄 乾淨 〇〇七 々',
  '云计算与区块链 𠀀𠀁𪜀 葛󠄀飾 豈 ⼈',
  'Listing processes that were holding ports; don’t kill the users’ shells, user’s files',
  '开放端口 AB 测试 out of memory logs customers customs 客户、海关 open ports open, port',
  'find_symbol findSymbol FindSymbol find-symbol find.symbol __init__ a__b --force-with-lease',
  'HTTPServer parseURLs IDs iOS macOS GitHub JavaScript PostgreSQL McDonald eBPF x86_64 utf8mb4 sha256 e2e k8s',
  'v1.2.3 3.10 31.0 2024-01-02 0x1F a1b2c3d4e5f6 1e10 3000 ３０００',
  'C++ C# F# c++17 .NET node.js src/text/main.ts user@example.com http://localhost:3000/path?x=1',
  'café naïve Straße Łódź İstanbul ﬁle ² ①',
  'relational conditional organization universities generalizations happily controlling agreed dying skies news added pasting',
  'ガイドを見る ｶﾞｲﾄﾞ 포트 확인 ไทยแลนด์ Порт процесса ΟΔΟΣ ὁδός עברית العربية हिन्दी ქართული',
  '🙂 … !? \u200b\u00ad \ud83d x\udc00y \0 \t\r\n',
];

/** Pinned with the fingerprint that made it. */
const PINNED = {
  fingerprint: 'cap-analyzer/2',
  hash: '41149b662ccdcb9fba566162f46c7e5c5f588165007f8386fdd8857df46f6051',
};

test('the analysis of the corpus is the one that the fingerprint names', () => {
  const dictionary = smallDictionary();
  const lexicon = smallLexicon();
  const hash = createHash('sha256');
  for (const text of CORPUS) hash.update(`${JSON.stringify(analyze(text, dictionary, lexicon))}\n`);
  expect({ fingerprint: ANALYZER_FINGERPRINT, hash: hash.digest('hex') }).toEqual(PINNED);
});
