/** Search by meaning: concepts across languages and wordings, and what a query wants done. Enters by dispatch. */
import { expect, test } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const language = languageSections();

/** The ids that answer a query, best first, over a catalog with the dictionary and the lexicon. */
function searcher(capabilities: readonly Capability[]) {
  const snapshot = openSnapshot(bytesSource(compileCapabilities(capabilities, { dictionary: language }).snapshot));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  const ask = asker(snapshot);
  return (query: string, more: object = {}) =>
    ask('search', { version: 'tool-search.v1', query, limit: 10, ...more }).json;
}

const ids = (answer: ReturnType<ReturnType<typeof searcher>>) => answer.candidates.map((one) => one.canonical_path);

const ENGLISH = [
  capability('mail.message.delete', 'Delete a message', 'Removes one mail message for good'),
  capability('mail.message.list', 'List messages', 'Mail messages of a folder, newest first'),
  capability('calendar.event.create', 'Create an event', 'Puts a new event into the calendar'),
  capability('files.backup.run', 'Back up files', 'Copies files to a backup target'),
  capability('logs.view', 'View logs', 'Shows the log lines of a service'),
];
const CHINESE = [
  capability('a.delete', '删除邮件', '永久删除一封邮件'),
  capability('a.calendar', '创建日程', '在日历里新建一个日程'),
  capability('a.backup', '备份文件', '把文件复制到备份位置'),
  capability('a.log', '查看日志', '显示服务的日志'),
];

test.each([
  ['删掉一封邮件', 'mail.message.delete'],
  ['新建日程', 'calendar.event.create'],
  ['備份這些文件', 'files.backup.run'],
  ['看服务的日志', 'logs.view'],
])('a Chinese query finds an English text: %s', (query, id) => {
  const answer = searcher(ENGLISH)(query);
  expect(ids(answer)[0]).toBe(id);
  expect(answer.abstained).toBe(false);
});

test.each([
  ['remove an email', 'a.delete'],
  ['schedule an event', 'a.calendar'],
  ['back up my files', 'a.backup'],
  ['show logs', 'a.log'],
])('an English query finds a Chinese text: %s', (query, id) => expect(ids(searcher(CHINESE)(query))[0]).toBe(id));

test('a mixed catalog answers from both sides', () => {
  expect(
    ids(searcher([...ENGLISH, ...CHINESE])('删除邮件'))
      .slice(0, 2)
      .sort(),
  ).toEqual(['a.delete', 'mail.message.delete']);
});

test.each([
  ['公事', '公式', '计算公式'],
  ['日志', '日程', '创建日程'],
  ['北京', '备份', '备份文件'],
])('%s does not find %s', (query, _other, title) => {
  const answer = searcher([capability('x.y', title, title), capability('x.z', '发送消息', '发送一条消息')])(query);
  expect(answer.candidates).toEqual([]);
  expect(answer.abstained).toBe(true);
});

test('what is asked for comes before what only shares its words', () => {
  const tags = [
    capability('todo.tag.delete', '删除待办标签', '删除待办标签，不可恢复'),
    capability('todo.tag.list', '查询待办标签列表', '待办标签及其编号'),
    capability('todo.tag.update', '更新待办标签', '更新待办标签的名称'),
  ];
  expect(ids(searcher(tags)('查看有哪些待办标签'))[0]).toBe('todo.tag.list');
  expect(ids(searcher(tags)('删掉这个待办标签'))[0]).toBe('todo.tag.delete');
  expect(ids(searcher(tags)('rename a todo tag'))[0]).toBe('todo.tag.update');
});

test('what undoes the thing that is asked for is pushed down, and it says so', () => {
  const members = [
    capability('group.member.add', 'Add members to a group', 'Members join the group'),
    capability('group.member.remove', 'Remove members from a group', 'Members leave the group'),
    capability('group.list', 'List groups', 'Groups of the user'),
  ];
  const answer = searcher(members)('取消把成员加到群里', { explain: true });
  const added = answer.candidates.find((one) => one.canonical_path === 'group.member.add');
  const { signals } = (added?.score_breakdown ?? {}) as { signals?: { signal: string; delta: number }[] };
  expect(signals?.find(({ signal }) => signal === 'opposite')?.delta).toBeLessThan(0);
  expect(ids(searcher(members)('remove a member from the group'))[0]).toBe('group.member.remove');
});

test('the intent is explained', () => {
  const [first] = searcher(ENGLISH)('show logs', { explain: true }).candidates;
  const breakdown = first?.score_breakdown as { signals: { signal: string; delta: number; why: string }[] };
  const signal = breakdown.signals.find((one) => one.signal === 'intent');
  expect(signal?.why).toBe('does what is asked first');
  expect(signal?.delta).toBeGreaterThan(0);
});

test('an exact name is found whatever the lexicon thinks of its words', () => {
  expect(ids(searcher(ENGLISH)('logs.view'))).toEqual(['logs.view']);
  expect(searcher(ENGLISH)('mail.message.delete').resolution).toBe('exact');
});
