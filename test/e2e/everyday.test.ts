/** Twenty things that people ask on an ordinary day, in their words, brought to their end by search, inspect and run alone. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { openWalk, type Walk } from './walk.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Task = readonly [words: string, done: (walk: Walk) => Promise<void>];

const put = ({ cwd }: Walk, path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
};
const read = ({ cwd }: Walk, path: string): string => readFileSync(join(cwd, path), 'utf8');
const git = ({ cwd }: Walk, ...argv: string[]): string => {
  const who = ['-c', 'user.name=me', '-c', 'user.email=me@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...argv], { cwd, encoding: 'utf8' }).trim();
};
/** A repository whose owner is known, so that later commits need no configuration of ours. */
const repository = (walk: Walk, files: { readonly [path: string]: string }): void => {
  git(walk, 'init', '-q');
  git(walk, 'config', 'user.name', 'me');
  git(walk, 'config', 'user.email', 'me@example.org');
  for (const [path, content] of Object.entries(files)) put(walk, path, content);
  git(walk, 'add', '--all');
  git(walk, 'commit', '-q', '-m', 'first');
};

const LISTEN = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

async function holdPort(): Promise<{ port: number; gone: Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'ignore'] });
  closers.push(() => child.kill('SIGKILL'));
  const port = Number(await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))));
  return { port, gone: new Promise((resolve) => child.once('close', resolve)) };
}

async function freePort(walk: Walk): Promise<void> {
  const { port, gone } = await holdPort();
  const [{ pid, process_name: name }] = (await walk.run('system.port.who', { port })).holders;
  expect((await walk.run('system.process.kill', { pid, name })).ended).toBe(true);
  await gone;
  expect((await walk.run('system.port.who', { port, state: 'listening' })).holders).toEqual([]);
}

const TASKS: readonly Task[] = [
  ['什么占着 3000 端口，停掉它', freePort],
  ['who is using port 3000 and stop it', freePort],
  [
    'find the ten biggest files under this repo and tell me which are in git',
    async (walk) => {
      repository(walk, { 'big.txt': 'x'.repeat(9000), '.gitignore': '*.iso\n' });
      put(walk, 'huge.iso', 'x'.repeat(20_000));
      const { files } = await walk.run('system.disk.largest_files', { limit: 10, exclude: ['.git'] });
      await walk.search('which of these files are tracked by git');
      const paths = files.map(({ path }: { path: string }) => path);
      const status = await walk.run('git.status', { paths });
      const states = Object.fromEntries(
        status.paths.map(({ path, state }: { path: string; state: string }) => [path, state]),
      );
      expect(states).toMatchObject({ 'big.txt': 'tracked', 'huge.iso': 'ignored' });
    },
  ],
  [
    '撤销刚才的提交但保留改动',
    async (walk) => {
      repository(walk, { a: '1' });
      put(walk, 'a', '2');
      git(walk, 'commit', '-q', '-a', '-m', 'second');
      await walk.run('git.undo_last_commit');
      expect(git(walk, 'log', '--format=%s')).toBe('first');
      expect(read(walk, 'a')).toBe('2');
    },
  ],
  [
    '我误删了一个分支，怎么找回提交',
    async (walk) => {
      repository(walk, { a: '1' });
      git(walk, 'switch', '-q', '-c', 'lost');
      git(walk, 'commit', '-q', '--allow-empty', '-m', 'precious');
      git(walk, 'switch', '-q', 'main');
      git(walk, 'branch', '-q', '-D', 'lost');
      await walk.inspect('git.recover_lost_commit_guide');
      const moves: { reflog: string; hash: string }[] = await walk.run('git.log', { reflog: true });
      const left = moves.findIndex(({ reflog }) => reflog.startsWith('checkout: moving from lost'));
      await walk.run('git.branch_create', { branch: 'lost', start_point: moves[left + 1]?.hash });
      expect(git(walk, 'log', '-1', '--format=%s', 'lost')).toBe('precious');
    },
  ],
  [
    'which lines of the log are errors, grouped',
    async (walk) => {
      put(walk, 'app.log', '2024-05-01 10:00:00 ERROR no space\n2024-05-01 10:00:01 INFO ok\n'.repeat(3));
      const { groups } = await walk.run('dev.log.errors_extract', { path: 'app.log' });
      expect(groups).toMatchObject([{ count: 3 }]);
    },
  ],
  [
    '把这个目录打包成 zip',
    async (walk) => {
      put(walk, '照片/一.txt', '1');
      await walk.run('file.archive.create', { paths: ['照片'], output: '照片.zip' });
      expect((await walk.run('file.archive.list', { path: '照片.zip' })).entries.length).toBeGreaterThan(0);
    },
  ],
  [
    '解压 backup.tar.gz',
    async (walk) => {
      put(walk, 'in/one.txt', 'content');
      execFileSync('tar', ['-czf', 'backup.tar.gz', '-C', 'in', 'one.txt'], { cwd: walk.cwd });
      await walk.run('file.archive.extract', { path: 'backup.tar.gz', destination: 'out' });
      expect(read(walk, 'out/one.txt')).toBe('content');
    },
  ],
  [
    'how many rows does users.csv have and what is the average age',
    async (walk) => {
      put(walk, 'users.csv', 'name,age\n李,30\nBob,40\n');
      const statistics = await walk.run('data.csv.statistics', { path: 'users.csv' });
      expect(statistics.rows).toBe(2);
      expect(JSON.stringify(statistics.columns)).toMatch(/"mean":35\b/);
    },
  ],
  [
    '把 config.yaml 转成 json',
    async (walk) => {
      put(walk, 'config.yaml', 'port: 3000\n');
      expect(JSON.stringify(await walk.run('data.yaml.to_json', { path: 'config.yaml' }))).toContain('3000');
    },
  ],
  [
    '这个 GBK 文件打开是乱码，转成 UTF-8',
    async (walk) => {
      put(walk, 'srt.txt', Buffer.from('d6d0ced7d6c4bbcad7d6c4bb0a', 'hex'));
      await walk.run('file.text.encoding_convert', { paths: ['srt.txt'], from: 'gbk' });
      expect(read(walk, 'srt.txt')).toMatch(/^中/);
    },
  ],
  [
    '找出重复的照片',
    async (walk) => {
      for (const name of ['a.jpg', 'b/copy of a.jpg']) put(walk, name, 'the same bytes');
      put(walk, 'c.jpg', 'other bytes');
      const { groups } = await walk.run('file.duplicate_find', { paths: ['.'] });
      expect(groups).toHaveLength(1);
    },
  ],
  [
    'replace foo with bar in all markdown files',
    async (walk) => {
      put(walk, 'a.md', 'foo foo');
      put(walk, 'a.txt', 'foo');
      await walk.run('file.text.replace', { pattern: 'foo', replacement: 'bar', include: ['*.md'], preview: false });
      expect([read(walk, 'a.md'), read(walk, 'a.txt')]).toEqual(['bar bar', 'foo']);
    },
  ],
  [
    '磁盘还剩多少空间',
    async (walk) => {
      expect((await walk.run('system.disk.usage', { path: '.' })).filesystems[0].available_bytes).toBeGreaterThan(0);
    },
  ],
  [
    '从 shop.db 里查最贵的三个商品',
    async (walk) => {
      const database = new DatabaseSync(join(walk.cwd, 'shop.db'));
      database.exec(
        "CREATE TABLE goods (name, price); INSERT INTO goods VALUES ('笔', 2), ('书', 30), ('灯', 90), ('椅', 60)",
      );
      database.close();
      await walk.run('data.sqlite.tables', { path: 'shop.db' });
      const sql = 'SELECT name FROM goods ORDER BY price DESC LIMIT 3';
      const { rows } = await walk.run('data.sqlite.query', { path: 'shop.db', sql });
      expect(JSON.stringify(rows)).toMatch(/灯.*椅.*书/);
    },
  ],
  [
    'when does this certificate file expire',
    async (walk) => {
      const argv =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 9 -subj /CN=me';
      execFileSync('openssl', argv.split(' '), { cwd: walk.cwd, stdio: 'ignore' });
      expect(await walk.run('network.tls_certificate', { path: 'cert.pem' })).toMatchObject({ days_left: 8 });
    },
  ],
  [
    'what environment variables are missing from my .env',
    async (walk) => {
      put(walk, '.env.example', 'HOST=\nSECRET=\n');
      put(walk, '.env', 'HOST=x\n');
      expect(JSON.stringify((await walk.run('dev.code.env_example_check')).missing)).toContain('SECRET');
    },
  ],
  [
    'list all TODO comments in the code',
    async (walk) => {
      put(walk, 'a.ts', '// TODO: name things\n');
      expect(JSON.stringify(await walk.run('dev.code.todo_find'))).toContain('name things');
    },
  ],
  [
    '新建一个虚拟环境',
    async (walk) => {
      await walk.run('maintenance.python.venv_create', { path: '.venv', without_pip: true });
      await walk.search('这个虚拟环境用的是哪个 Python 版本');
      expect(await walk.run('maintenance.python.version', { environment: '.venv' })).toMatchObject({
        in_virtual_environment: true,
      });
    },
  ],
  [
    '把大文件移到回收站',
    async (walk) => {
      put(walk, 'old.iso', 'x'.repeat(1000));
      await walk.run('file.trash', { paths: ['old.iso'] });
      expect(existsSync(join(walk.cwd, 'old.iso'))).toBe(false);
    },
  ],
  [
    'delete the build folder for good',
    async (walk) => {
      put(walk, 'build/out.js', '1');
      put(walk, 'keep', '1');
      await walk.run('file.delete', { paths: ['build'], recursive: true });
      expect(readdirSync(walk.cwd)).toEqual(['keep']);
    },
  ],
  [
    '1700000000 这个时间戳是几点',
    async (walk) => {
      const args = { value: '1700000000', timezone: 'Asia/Shanghai' };
      expect(JSON.stringify(await walk.run('data.codec.timestamp_convert', args))).toContain('2023-11-15T06:13:20');
    },
  ],
  [
    '这一行是谁改的',
    async (walk) => {
      repository(walk, { 'a.txt': 'one\ntwo\n' });
      const { lines } = await walk.run('git.blame', { path: 'a.txt', start_line: 2, end_line: 2 });
      expect(JSON.stringify(lines)).toContain('two');
    },
  ],
  [
    'show the last 2 lines of the log file',
    async (walk) => {
      put(walk, 'app.log', 'one\ntwo\nthree\n');
      expect((await walk.run('file.tail', { path: 'app.log', lines: 2 })).lines).toEqual(['two', 'three']);
    },
  ],
  [
    'which programs use the most memory right now',
    async (walk) => {
      expect((await walk.run('system.process.top_memory', { limit: 3 })).entries).toHaveLength(3);
    },
  ],
];

test('there are at least twenty', () => expect(TASKS.length).toBeGreaterThanOrEqual(20));

test.each(TASKS)('%s', async (words, done) => {
  const walk = openWalk();
  await walk.search(words);
  await done(walk);
});
