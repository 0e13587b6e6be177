/** Taking a sentence apart, with the shipped dictionary and lexicon; and what a search makes of the parts. */
import { expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { splitTask } from '../../src/search/split.ts';
import { readText } from '../../src/text/analyze.ts';
import { asker, capability } from './catalog.ts';
import { languageSections } from './language.ts';

const snapshot = openBytes(
  compileCapabilities(
    [
      capability('archive.pack', 'Pack a folder into an archive', 'Makes a zip archive of a folder'),
      capability('archive.list', 'List an archive', 'Shows what an archive holds'),
      capability('hash.file', 'Compute a checksum', 'SHA-256 of a file'),
      capability('mail.send', 'Send a mail', 'Sends a mail message'),
    ],
    { dictionary: languageSections() },
  ).snapshot,
);
const ask = asker(snapshot);
const taken = (text: string) => splitTask(readText(text, snapshot.words, snapshot.lexicon), snapshot.lexicon);
const split = (text: string) => taken(text).clauses;

test.each([
  ['把文件夹打包成压缩包，然后算出校验值', ['把文件夹打包成压缩包', '算出校验值']],
  ['跑一遍测试，再看看覆盖率，最后检查代码规范', ['跑一遍测试', '看看覆盖率', '检查代码规范']],
  ['提交当前修改，推送到远端', ['提交当前修改', '推送到远端']],
  ['find what listens on 8080 and then stop that process', ['find what listens on 8080', 'stop that process']],
  ['clean the old build, build again, then run the tests', ['clean the old build', 'build again', 'run the tests']],
  ['who uses port 3000 and stop it', ['who uses port 3000', 'stop it (uses port 3000)']],
  ['什么占着 3000 端口，停掉它', ['什么占着 3000 端口', '停掉它 (占着 3000 端口)']],
  ['哪个进程占着 3000 端口，结束它', ['哪个进程占着 3000 端口', '结束它 (进程占着 3000 端口)']],
  ['find the log and delete it', ['find the log', 'delete it (the log)']],
  ['Show the log. After that, restart the service.', ['Show the log', 'restart the service']],
])('%s', (text, clauses) => expect(split(text)).toEqual(clauses));

test.each([
  'show which process holds port 3000',
  '查看端口、进程和日志',
  'list files and folders',
  '查看区别',
  'I need help with my files. First, list the archive',
  'delete the branch. It must be the remote one',
  '先别安装新的，列出已有的',
  '',
  '…',
])('one thing stays whole: %s', (text) => expect(split(text)).toHaveLength(1));

test.each(['who uses port 3000 and stop it', '什么占着 3000 端口，停掉它'])('one after the other: %s', (text) =>
  expect(taken(text).isSequence).toBe(true),
);

test('never more clauses than a caller may give, nothing lost; joined ones are no sequence', () => {
  const text = Array.from({ length: 12 }, (_, i) => `delete file${i}`).join(' and then ');
  const { clauses, isSequence } = taken(text);
  expect(isSequence).toBe(false);
  expect(clauses).toHaveLength(8);
  for (let i = 0; i < 12; i++) expect(clauses.join(' ')).toContain(`file${i}`);
});

test('a compound sentence gets an answer for each part, the whole first', () => {
  const { json } = ask('search', {
    version: 'tool-search.v1',
    query: 'list the archive, then compute a checksum and then send a mail',
  });
  expect(json.strategy).toBe('decomposed_round_robin');
  const found = json.candidates.map((one) => one.canonical_path);
  expect(found).toEqual(expect.arrayContaining(['archive.list', 'hash.file', 'mail.send']));
});

test('who goes on with "it" asks for one thing after the other: the first clause is answered first', () => {
  const { json } = ask('search', { version: 'tool-search.v1', query: 'list the archive and send it' });
  expect(json.candidates.map((one) => one.canonical_path).slice(0, 2)).toEqual(['archive.list', 'mail.send']);
});

test('names in a list are answered by name, not taken apart', () => {
  const { json } = ask('search', { version: 'tool-search.v1', query: 'archive.list, then mail.send' });
  expect(json.candidates.map((one) => one.canonical_path).slice(0, 2)).toEqual(['archive.list', 'mail.send']);
});

test('an answer to several says which clause each candidate is of, and what came of each', () => {
  const { json } = ask('search', { version: 'tool-search.v1', query: 'list the archive, then stop that process' });
  const texts = [
    `${'list the archive, then stop that process'.slice(0, 31)}…`,
    'list the archive',
    'stop that process',
  ];
  expect(json.clauses?.map(({ text }) => text)).toEqual(texts);
  expect(json.candidates[0]).toMatchObject({ canonical_path: 'archive.list', clause: 0 });
  expect(json.clauses?.[2]?.resolution).toBe('no_confident_match');
  const one = ask('search', { version: 'tool-search.v1', query: 'compute a checksum' }).json;
  expect([one.clauses, one.candidates[0]?.clause]).toEqual([undefined, undefined]);
});

test('the words of many long clauses leave room for answers', () => {
  const subqueries = Array.from({ length: 8 }, (_, at) => `${'文'.repeat(80)}${at}`);
  const { body, json } = ask('search', {
    version: 'tool-search.v1',
    query: '把文件夹打包成压缩包',
    subqueries,
    explain: true,
  });
  expect(json.candidates.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8192);
});
