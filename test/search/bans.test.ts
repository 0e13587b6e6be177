/** What a request rules out is not what it gets, whatever it is called; asked of the default catalog, by dispatch. */
import { expect, test } from 'vitest';
import { defaultCatalog } from '../catalog/default-catalog.ts';
import { asker } from './catalog.ts';

const ask = asker(defaultCatalog());
const search = (query: string, more: object = {}) => ask('search', { version: 'tool-search.v1', query, ...more }).json;
const ids = (query: string, more: object = {}) => search(query, more).candidates.map(({ canonical_path: id }) => id);

test.each([
  ['do not force-push, a normal push please', 'git.push'],
  ['do not run git.force_push, use git.push', 'git.push'],
  ['别用 git.force_push，用 git.push', 'git.push'],
  ['普通推送，不要强制推送', 'git.push'],
  ['把文件丢进回收站，别直接删', 'file.trash'],
  ['移到回收站，不要删除', 'file.trash'],
  ['move file to trash, do not delete it', 'file.trash'],
  ['trash this file instead of deleting it', 'file.trash'],
  ['delete the branch, do not delete the remote branch', 'git.branch_delete'],
])('%s: %s', (query, wanted) => expect(ids(query)[0]).toBe(wanted));

test.each([
  '不要强制推送',
  'without force push',
  'never kill process',
  "don't discard my changes",
  'do not delete anything',
])('nothing that cannot be undone comes first of: %s', (query) => {
  const [first] = search(query).candidates;
  expect(first?.side_effect).not.toBe('I');
});

test.each(['git 乱了', 'tidy up the repo', 'get rid of this mess', '清理', '释放空间'])(
  'nor of a goal that is open: %s',
  (query) => expect(search(query).candidates[0]?.side_effect).not.toBe('I'),
);

test.each([
  ['list', { within: 'git' }],
  ['run', { within: 'git' }],
  ['list', { effects: ['write'] }],
])('a word that names nothing within the filters is searched for: %s %j', (query, more) => {
  const answer = search(query, more);
  expect(answer.strategy).toBe('fielded_bm25');
  expect(answer.candidates.length).toBeGreaterThan(0);
});

test('and one that names one thing within them names that', () => {
  const { resolution, candidates } = search('status', { within: 'git' });
  expect([resolution, candidates[0]?.canonical_path]).toEqual(['exact', 'git.status']);
});
