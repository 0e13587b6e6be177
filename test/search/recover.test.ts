/** Mistyped queries: what they are read as, and what is never read as anything else. Enters by dispatch. */
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const language = languageSections();

function searcher(capabilities: readonly Capability[]) {
  const snapshot = openSnapshot(bytesSource(compileCapabilities(capabilities, { dictionary: language }).snapshot));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  const ask = asker(snapshot);
  return (query: string, more: object = {}) =>
    ask('search', { version: 'tool-search.v1', query, limit: 10, explain: true, ...more }).json;
}

const MIXED = [
  capability('docker.restart', 'Restart a container', 'Restarts one docker container', {
    title: { en: 'Restart a container', zh: '重启容器' },
  }),
  capability('docker.ps', 'List running containers', 'Docker containers that are running now', {
    title: { en: 'List running containers', zh: '查看运行中的容器' },
  }),
  capability('system.process.list', 'List processes', 'All processes of this machine', {
    title: { en: 'List processes', zh: '列出所有进程' },
  }),
  capability('system.port.who', 'Show who holds a port', 'The process that listens on a port', {
    title: { en: 'Show who holds a port', zh: '查看谁占用端口' },
    summary: { en: 'The process that listens on a port', zh: '列出监听这个端口的程序' },
  }),
  capability('npm.cache.clean', 'Clean the npm cache', 'Removes the package cache', {
    title: { en: 'Clean the npm cache', zh: '清理 npm 缓存' },
  }),
  capability('git.push', 'Push commits', 'Sends commits to the remote repository', {
    title: { en: 'Push commits', zh: '推送代码到远程仓库' },
  }),
  capability('git.log', 'List commits', 'Commits of a repository, newest first'),
  capability('math.formula', 'Insert a formula', 'Puts a formula into a sheet', {
    title: { en: 'Insert a formula', zh: '插入公式' },
    summary: { en: 'Puts a formula into a sheet', zh: '在表格里插入一个计算公式' },
  }),
  capability('team.schedule', 'Show the schedule', 'Events of the week', {
    title: { en: 'Show the schedule', zh: '查看日程' },
  }),
  capability('shop.tailor', 'Find a tailor', 'Lists tailors nearby, to halt or to help'),
  capability('data.license', 'Check licenses', 'The license of each dependency'),
];
const search = searcher(MIXED);
const ids = (answer: ReturnType<typeof search>) => answer.candidates.map((one) => one.canonical_path);

describe('a slip is read as the word that was meant', () => {
  test.each([
    ['restrat the contianer', 'docker.restart', { restrat: 'restart', contianer: 'container' }],
    ['show runing dokcer containres', 'docker.ps', { runing: 'running', dokcer: 'docker', containres: 'containers' }],
    ['lisences', 'data.license', { lisences: 'licenses' }],
    ['git.lgo', 'git.log', { lgo: 'log' }],
    ['DOKCER PS', 'docker.ps', { DOKCER: 'docker' }],
    ['列出所有进成', 'system.process.list', { 进成: '进程' }],
    ['列出所有進成', 'system.process.list', { 進成: '进程' }],
    ['清理 npm 的换存', 'npm.cache.clean', { 换存: '缓存' }],
    ['谁占用了端囗', 'system.port.who', { 端囗: '端口' }],
    ['断口被谁占用', 'system.port.who', { 断口: '端口' }],
    ['推宋代码', 'git.push', { 推宋: '推送' }],
  ] as const)('%s', (query, id, read) => {
    const answer = search(query);
    expect(ids(answer)[0]).toBe(id);
    expect(answer.recovered).toEqual(Object.entries(read).map(([written, read_as]) => ({ written, read_as })));
    expect(answer.resolution).not.toBe('exact');
    expect(answer.hint).toContain(`Read "${Object.keys(read)[0]}" as "${Object.values(read)[0]}"`);
  });

  test('also where only the lexicon links the word to the catalog, in either language', () => {
    const chinese = searcher([
      capability('a.delete', '删除邮件', '永久删除一封邮件'),
      capability('a.log', '查看日志', '显示日志'),
    ]);
    expect(ids(chinese('delte mail'))[0]).toBe('a.delete');
    const english = searcher([
      capability('p.list', 'List processes', 'All processes'),
      capability('d.list', 'List disks', 'All'),
    ]);
    expect(ids(english('查看进成'))[0]).toBe('p.list');
  });

  test('what was read so is told in the hint, and word by word with explain only', () => {
    const answer = search('restrat', { explain: false });
    expect(answer).not.toHaveProperty('recovered');
    expect(answer.hint).toContain('Read "restrat" as "restart".');
  });

  test('of two documents the one that has the written words comes first', () => {
    const two = searcher([capability('a.one', 'Deploy containers', ''), capability('b.two', 'Deploy clusters', '')]);
    expect(ids(two('clusters contianers'))[0]).toBe('b.two');
  });
});

describe('a word is left as it is', () => {
  test.each([
    ['公事', 'both are words: 公事 is no 公式'],
    ['处理公事', 'the same in a sentence'],
    ['查看日志', '日志 is no 日程'],
    ['half', 'half is no halt: English that the catalog happens not to use'],
    ['songs of Taylor Swift', 'a name is no tailor'],
    ['rules for larry_taylr', 'an identifier of unknown words is a name'],
    ['at', 'two letters'],
    ['lgo2dkr', 'letters and digits'],
    ['日志在那里看呢', 'particles'],
  ])('%s (%s)', (query) => expect(search(query)).not.toHaveProperty('recovered'));

  test('whatever the catalog itself says, in either language', () => {
    for (const { title, summary } of MIXED) {
      for (const text of [title.en, title.zh, summary.en, summary.zh]) {
        if (text !== undefined) expect(search(text), text).not.toHaveProperty('recovered');
      }
    }
  });

  test('a name that is right stays exact, beside a slip too', () => {
    expect(search('git.log').resolution).toBe('exact');
    const answer = search('git.log contianer');
    expect([ids(answer)[0], answer.resolution]).toEqual(['git.log', 'exact']);
  });

  test('a query full of strange words is another language', () => {
    const strange = 'restrat contianer runing dokcer comits repositry proceses machin';
    expect(search(strange)).not.toHaveProperty('recovered');
  });
});

test('no word is read as one that only excluded documents hold', () => {
  expect(search('fromula').recovered).toEqual([{ written: 'fromula', read_as: 'formula' }]);
  expect(search('fromula', { exclude_canonical: ['math.formula'] })).not.toHaveProperty('recovered');
  expect(search('列出所有进成', { within: 'math' })).not.toHaveProperty('recovered');
});

test('without the sections of slips Chinese is read as it is written and English only by the catalog', () => {
  const bare = openSnapshot(bytesSource(compileCapabilities(MIXED).snapshot));
  if (isRefusal(bare)) throw new Error(bare.message);
  const ask = (query: string) => asker(bare)('search', { version: 'tool-search.v1', query, explain: true }).json;
  expect(ask('列出所有进成')).not.toHaveProperty('recovered');
  expect(ask('restrat').recovered).toEqual([{ written: 'restrat', read_as: 'restart' }]);
});
