/** What a query rules out goes behind everything else, whatever words it is said with; explain tells it. Enters by dispatch. */
import { expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const CHANGES = { sideEffect: 'W-local', effect: 'write' } as const;
const LOSES = { sideEffect: 'I', effect: 'destructive', riskLevel: 'high' } as const;

const both = (id: string, zh: string, en: string, more: object = {}) =>
  capability(id, en, en, { title: { zh, en }, summary: { zh, en }, ...more });

const ask = asker(
  openBytes(
    compileCapabilities(
      [
        both('codex.diagnose', '诊断 codex 出问题的原因', 'Diagnose why codex fails'),
        both('codex.update', '重装或升级 codex', 'Reinstall or upgrade codex', CHANGES),
        both('npm.outdated', '列出过期的全局包', 'List outdated global packages'),
        both('npm.upgrade', '升级全局包', 'Upgrade global packages', CHANGES),
        both('git.fetch', '只下载远程更新，不合并', 'Download remote updates without merging', CHANGES),
        both('git.pull', '拉取远程更新并合并', 'Pull remote updates and merge them', CHANGES),
        both('git.undo', '撤销上一次提交', 'Undo the last commit', CHANGES),
        both('git.discard', '丢弃上一次提交的改动', 'Discard the changes of the last commit', LOSES),
        both('json.to_csv', '把 JSON 转成 CSV', 'Convert JSON to CSV'),
        both('json.to_yaml', '把 JSON 转成 YAML', 'Convert JSON to YAML'),
        both('process.list', '列出占用处理器的进程', 'List processes that use the processor'),
        both('process.kill', '结束占用处理器的进程', 'Kill processes that use the processor', LOSES),
      ],
      { dictionary: languageSections() },
    ).snapshot,
  ),
);
const search = (query: string, more: object = {}) =>
  ask('search', { version: 'tool-search.v1', query, limit: 20, ...more }).json;
const ids = (query: string) => search(query).candidates.map((candidate) => candidate.canonical_path);

test.each([
  ['先检查 codex 的原因，不要直接重装', 'codex.diagnose', 'codex.update'],
  ["which global packages are outdated, don't upgrade any of them", 'npm.outdated', 'npm.upgrade'],
  ['看看过期的全局包，先不要升级', 'npm.outdated', 'npm.upgrade'],
  ['下载远程更新，但先别合并', 'git.fetch', 'git.pull'],
  ['download remote updates without merging', 'git.fetch', 'git.pull'],
  ['撤销上一次提交，改动不能丢', 'git.undo', 'git.discard'],
  ['convert JSON, not YAML, to CSV', 'json.to_csv', 'json.to_yaml'],
  ['把 JSON 转一下，要 CSV 而不是 YAML', 'json.to_csv', 'json.to_yaml'],
  ['which processes use the processor, no killing', 'process.list', 'process.kill'],
  ['占用处理器的进程，只看看，不要结束', 'process.list', 'process.kill'],
])('%s: %s before %s', (query, wanted, forbidden) => {
  const found = ids(query);
  expect(found[0]).toBe(wanted);
  if (found.includes(forbidden)) expect(found.indexOf(forbidden)).toBeGreaterThan(found.indexOf(wanted));
});

test('what is ruled out stands last of all', () => {
  expect(ids('codex 出问题了，先查原因，不要重装').at(-1)).not.toBe('codex.diagnose');
  expect(ids('global packages, do not upgrade').slice(-2).sort()).toEqual(['codex.update', 'npm.upgrade']);
});

test.each([
  ['重装 codex', 'codex.update'],
  ['kill processes that use the processor', 'process.kill'],
  ["don't forget to upgrade the global packages", 'npm.upgrade'],
  ['别忘了升级全局包', 'npm.upgrade'],
])('%s is asked for: %s', (query, id) => expect(ids(query)[0]).toBe(id));

test.each([
  ["list outdated global packages, don't upgrade anything", []],
  ['show the last commit, leave the JSON alone', ['json']],
  ['show the last commit but leave the JSON as it is', ['json']],
  ['显示上一次提交，JSON 保持不变', ['json']],
])('what must stay as it is is not what is meant, and nothing is vague about it: %s', (query, aside) => {
  const [understood] = search(query, { explain: true }).understanding ?? [];
  expect(understood?.constraints).not.toContain('open_goal');
  const [first] = search(query).candidates;
  for (const product of aside) expect(first?.product_id).not.toBe(product);
});

test('who says nothing but what is not wanted still finds it', () => {
  expect(ids('不要升级全局包').length).toBeGreaterThan(0);
});

test('explain says what was understood, without it nothing does', () => {
  const query = '先检查 codex 的原因，不要直接重装';
  const [understood] = search(query, { explain: true }).understanding ?? [];
  expect(understood).toMatchObject({
    clause: 0,
    text: query,
    intents: ['check'],
    constraints: ['look_only', 'without reinstall'],
    forbidden_intents: ['run'],
  });
  expect(understood?.entities).toContain('reason');
  expect(search(query).understanding).toBeUndefined();
});

test('symptoms are told apart from things', () => {
  const [understood] = search('docker 容器内存不足', { explain: true }).understanding ?? [];
  expect(understood?.symptoms).toContain('out_of_memory');
  expect(understood?.entities).toContain('docker');
});
