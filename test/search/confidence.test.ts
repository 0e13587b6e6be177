/** Whether the search says that it has no answer, how sure it is of one, and what it tells to do next. Enters by dispatch. */
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const language = languageSections();

function searcher(capabilities: readonly Capability[]) {
  const ask = asker(openBytes(compileCapabilities(capabilities, { dictionary: language }).snapshot));
  return (query: string, more: object = {}) => ask('search', { version: 'tool-search.v1', query, ...more }).json;
}

const both = (id: string, zh: [string, string], en: [string, string], more: Partial<Capability> = {}) =>
  capability(id, en[0], en[1], {
    title: { zh: zh[0], en: en[0] },
    summary: { zh: zh[1], en: en[1] },
    pack: id.slice(0, id.lastIndexOf('.')),
    ...more,
  });

const search = searcher([
  both(
    'file.recent',
    ['最近修改的文件', '按修改时间列出文件'],
    ['Recently changed files', 'Lists files by time of change'],
    { aliases: { zh: ['今天改了什么文件'], en: ['what changed today'] } },
  ),
  both(
    'git.stash_pop',
    ['恢复暂存', '应用最近一份暂存'],
    ['Apply a stash', 'Applies the latest stash to the staging area'],
    {
      sideEffect: 'W-local',
      effect: 'write',
    },
  ),
  both(
    'git.branch_list',
    ['列出分支', '本地和远程的分支'],
    ['List branches', 'Local and remote branches of a repository'],
  ),
  both('docker.ps', ['列出容器', '正在运行的 docker 容器'], ['List containers', 'Running docker containers']),
  both(
    'docker.prune',
    ['清理 docker', '删除不用的镜像和容器'],
    ['Prune docker', 'Deletes unused images and containers'],
    {
      sideEffect: 'I',
      effect: 'destructive',
      riskLevel: 'high',
    },
  ),
  both(
    'port.who',
    ['查看谁占用端口', '列出监听某个端口的进程'],
    ['Show which process holds a port', 'Process of a port'],
  ),
]);

describe('no answer', () => {
  test.each([
    '今天吃什么',
    '明天会下雨吗',
    '给女儿起个英文名',
    'translate a poem into Italian',
    'apply the terraform plan to production',
    'invite the whole team to a video call on Monday',
    '把工资表做成柱状图',
  ])('%s', (query) => {
    const answer = search(query);
    expect(answer).toMatchObject({ resolution: 'no_confident_match', abstained: true });
    expect(answer.hint).toMatch(/cap list/u);
    expect(answer.weak_match).toBe(answer.candidates.length > 0);
  });

  test('what is shown all the same is called weak, and the hint names what it lacks', () => {
    const answer = search('polish the process of the telescope');
    expect(answer.weak_match).toBe(true);
    expect(answer.hint).toMatch(/nothing of "polish", "telescope"/u);
  });
});

describe('evidence', () => {
  const odds = (query: string) => search(query, { explain: true }).understanding?.[0]?.answer_log_odds ?? Number.NaN;

  test.each([
    ['the name of a variable', 'show running containers of WEB_SHOP_2', 'show running containers of shopping carts'],
    [
      'the name of a file',
      'which process holds the port in wine.cellar.json',
      'which process holds the port in wine cellars',
    ],
    ['a name with a capital', 'show the branches of Zorblax', 'show the branches of zorblax'],
  ])('%s is nothing that a catalog must know', (_, named, worded) => expect(odds(named)).toBeGreaterThan(odds(worded)));

  test('whose object is met is surer of an answer than whose act alone is', () =>
    expect(odds('examine docker')).toBeGreaterThan(odds('list volcanoes')));
});

describe('an answer', () => {
  test.each([
    ['列出所有分支', 'git.branch_list'],
    ['which process holds the port', 'port.who'],
    ['谁占用了 3000 端口', 'port.who'],
    ['list running containers', 'docker.ps'],
    ['今天改了哪些文件', 'file.recent'],
  ])('%s is found, and the search is sure of it', (query, id) => {
    const answer = search(query);
    expect(answer.candidates[0]?.canonical_path).toBe(id);
    expect(answer).toMatchObject({ resolution: 'confident', abstained: false, weak_match: false });
    expect(answer.hint).toBeUndefined();
  });

  test('a thin text that has no word for the act is found, and called weak where something else is as near', () => {
    const { candidates, resolution, abstained } = search('show running containers');
    expect([candidates[0]?.canonical_path, resolution, abstained]).toEqual(['docker.ps', 'ambiguous', false]);
  });

  test.each([
    ['git.branch_lst', 'git.branch_list'],
    ['port.hwo', 'port.who'],
  ])('%s is no id: the nearest is found and named', (query, id) => {
    const answer = search(query);
    expect(answer.candidates[0]?.canonical_path).toBe(id);
    expect(answer.hint).toContain(`There is no ${query}: did you mean ${id}?`);
  });

  test('the name of a file is no mistyped id', () => {
    expect(search('recent.docker').hint ?? '').not.toMatch(/did you mean/u);
  });

  test('a compound is also met by its parts', () => {
    const events = searcher([
      capability('calendar.event.create', 'Create an event', 'Puts a new event into the calendar'),
      capability('logs.view', 'View logs', 'Shows the log lines of a service'),
    ]);
    expect(events('新建日程')).toMatchObject({ abstained: false });
  });

  test('several that are alike are ambiguous', () => {
    const twins = ['x.copy', 'y.copy'].map((id) => capability(id, 'Copy a file', 'Copies one file'));
    const answer = searcher(twins)('copy a file');
    expect(answer).toMatchObject({ resolution: 'ambiguous', abstained: false });
    expect(answer.hint).toMatch(/^x\.copy and y\.copy may both be meant.*cap inspect/u);
  });
});

describe('an open goal', () => {
  test.each(['docker 有点问题', 'something is wrong with docker', 'docker 那边处理一下'])(
    '%s: what only looks comes first, and the pack is named',
    (query) => {
      const answer = search(query);
      expect(answer.candidates[0]?.canonical_path).toBe('docker.ps');
      expect(answer).toMatchObject({ resolution: 'ambiguous', abstained: false });
      expect(answer.hint).toMatch(/cap list docker/u);
    },
  );

  test('a change that is asked for is not buried', () => {
    expect(search('清理 docker 不用的镜像').candidates[0]?.canonical_path).toBe('docker.prune');
  });
});
