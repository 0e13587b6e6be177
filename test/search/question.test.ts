/** Which texts ask how things are, and what that does to an answer. */
import { expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { unitsOf } from '../../src/text/analyze.ts';
import { isQuestion } from '../../src/text/lexicon/question.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const snapshot = openBytes(
  compileCapabilities(
    [
      capability('proxy.set', 'Set the proxy address', 'Of this machine'),
      capability('proxy.show', 'Show the proxy address', 'Of this machine'),
    ],
    { dictionary: languageSections() },
  ).snapshot,
);
const asks = (text: string) => isQuestion(unitsOf(text, snapshot.words));

test.each([
  'is the proxy set',
  'do I already have a key',
  'which process holds port 80',
  'where is the cache',
  "what's in this archive",
  '谁占着端口',
  '有没有正在跑的容器',
  '仓库是不是干净的',
  '目录里有哪些大文件',
])('a question: %s', (text) => expect(asks(text)).toBe(true));

test.each([
  'how do I set the proxy',
  'where can I change it',
  'do a backup',
  'show which process holds port 80',
  'set the proxy',
  '怎么查谁占着端口',
  '把谁都不用的镜像删了',
  '设置代理',
  '',
])('no question: %s', (text) => expect(asks(text)).toBe(false));

test('of two that are met alike, a question is answered by the one that looks', () => {
  const first = (query: string) =>
    asker(snapshot)('search', { version: 'tool-search.v1', query }).json.candidates[0]?.canonical_path;
  expect(first('is there a proxy address')).toBe('proxy.show');
  expect(first('a proxy address')).toBe('proxy.set');
});
