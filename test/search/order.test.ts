/** What is turned into what, and what nobody asked to lose. Enters by dispatch. */
import { expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const LOSES = { sideEffect: 'I', effect: 'destructive', riskLevel: 'high' } as const;
const both = (id: string, zh: string, en: string, more: object = {}) =>
  capability(id, en, en, { title: { zh, en }, summary: { zh, en }, ...more });
const search = asker(
  openBytes(
    compileCapabilities(
      [
        both('csv.to_json', '把 CSV 转成 JSON', 'Convert CSV to JSON'),
        both('json.to_csv', '把 JSON 转成 CSV', 'Convert JSON to CSV'),
        both('branch.delete', '删除已合并的分支', 'Delete a merged branch', LOSES),
        both('note.read', '朗读便条', 'Read a note aloud'),
      ],
      { dictionary: languageSections() },
    ).snapshot,
  ),
);
const ask = (query: string) => search('search', { version: 'tool-search.v1', query }).json;

test.each([
  ['convert csv to json', 'csv.to_json'],
  ['convert json to csv', 'json.to_csv'],
  ['json into csv', 'json.to_csv'],
  ['a json file to a csv', 'json.to_csv'],
  ['csv → json', 'csv.to_json'],
  ['csv 转成 json', 'csv.to_json'],
  ['把 json 转换成 csv', 'json.to_csv'],
])('%s: %s', (query, id) => expect(ask(query).candidates[0]?.canonical_path).toBe(id));

test('what cannot be undone is not vouched for where nobody asks for it; who does is not held up', () => {
  const asked = ask('delete a merged branch');
  expect(asked.candidates[0]?.canonical_path).toBe('branch.delete');
  expect(asked.resolution).toBe('confident');
  const unasked = ask('merged branch');
  expect(unasked.candidates[0]?.canonical_path).toBe('branch.delete');
  expect(unasked).toMatchObject({ resolution: 'ambiguous', hint: expect.stringMatching('cannot be undone') });
});
