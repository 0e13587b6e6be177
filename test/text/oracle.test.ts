/** The segmenter against nodejs-jieba, word for word. The only test file that loads it: 2.4 s and 300 MB. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cut } from 'nodejs-jieba';
import { expect, test } from 'vitest';
import { isHan } from '../../src/text/characters.ts';
import type { Segmenter } from '../../src/text/segmenter.ts';
import { fullDictionary } from './dictionary.ts';
import { RUN_KINDS, seededRandom } from './han-runs.ts';

/** By eleven kinds: 33,000 runs. */
const RUNS_A_KIND = 3000;
const segmenter = fullDictionary();

function cutByUs(run: string, words: Segmenter): string[] {
  const pieces: string[] = [];
  words.segment(run, 0, run.length, (start, end) => pieces.push(run.slice(start, end)));
  return pieces;
}

function dictionaryWords(): string[] {
  const lists = join(dirname(createRequire(import.meta.url).resolve('nodejs-jieba')), '..', 'dict');
  const lines = readFileSync(join(lists, 'jieba.dict.utf8'), 'utf8').split('\n');
  return lines
    .map((line) => line.split(' ')[0] as string)
    .filter((word) => hanRuns(word)[0] === word)
    .sort();
}

function hanRuns(text: string): string[] {
  const runs: string[] = [];
  let run = '';
  for (const character of text) {
    if (isHan(character.codePointAt(0) as number)) run += character;
    else if (run !== '') {
      runs.push(run);
      run = '';
    }
  }
  return run === '' ? runs : [...runs, run];
}

function disagreements(runs: Iterable<string>): string[] {
  const found: string[] = [];
  for (const run of runs) {
    const theirs = cut(run).join('|');
    const ours = cutByUs(run, segmenter).join('|');
    if (ours !== theirs) found.push(`${run}: jieba ${theirs}, ours ${ours}`);
  }
  return found;
}

const words = dictionaryWords();

test.each(RUN_KINDS)('$name are cut as jieba cuts them', ({ make }) => {
  const random = seededRandom(20_260_101);
  const runs = new Set<string>();
  for (let tries = 0; runs.size < RUNS_A_KIND && tries < RUNS_A_KIND * 20; tries++) runs.add(make(random, words));
  expect(runs.size).toBe(RUNS_A_KIND);
  expect(disagreements(runs)).toEqual([]);
});

test('every Han run of the catalog is cut as jieba cuts it', () => {
  const files = existsSync('catalog') ? globSync('catalog/**/*.{yaml,md}') : [];
  const runs = new Set(files.flatMap((file) => hanRuns(readFileSync(file, 'utf8'))));
  expect(disagreements(runs)).toEqual([]);
});

test('of two cuts of the same weight, the one that begins with the shorter word', () => {
  expect(disagreements(['咪咪咪', '陆陆陆九停用', '千千千委内瑞拉', '零零零一玖玖'])).toEqual([]);
  expect(cutByUs('千千千', segmenter)).toEqual(['千', '千千']);
});

test('sentences where several cuts are near', () => {
  const runs = [
    '南京市长江大桥',
    '研究生命起源',
    '结婚的和尚未结婚的',
    '乒乓球拍卖完了',
    '他来到了网易杭研大厦',
    '云计算与区块链',
  ];
  expect(disagreements(runs)).toEqual([]);
  expect(cutByUs('云计算与区块链', segmenter)).toEqual(['云计算', '与', '区块链']);
});
