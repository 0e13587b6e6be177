/** The log capabilities on files that the test writes, some of them while they are followed. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { runChecked, runRefused } from './run-checked.ts';

const cwd = mkdtempSync(join(tmpdir(), 'cap-dev-log-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function write(name: string, lines: readonly string[]): string {
  writeFileSync(join(cwd, name), `${lines.join('\n')}\n`);
  return name;
}

const extract = (args: { path: string; level?: string; limit?: number }) =>
  runChecked('dev.log.errors_extract', args, { cwd });

test('equal errors are one group; times and numbers do not count', async () => {
  const file = write('-a log 日志.txt', [
    '2026-01-01 10:00:00 INFO started, no ERROR so far',
    '2026-01-01 10:00:01,250 ERROR connection 12 lost',
    '2026-01-01 10:00:02 WARN slow',
    '2026-01-01 10:00:09,007 ERROR connection 1394 lost',
    '{"level":"error","msg":"from json"}',
    '{"level":"info","msg":"error is only a word here"}',
    '错误：无法连接数据库',
  ]);
  const result = await extract({ path: file });
  expect(result).toMatchObject({ total_errors: 4, total_warnings: 1, total_groups: 3, lines: 7, complete: true });
  expect(result.groups[0]).toMatchObject({ count: 2, first_line: 2, last_line: 4, level: 'error' });
  expect(result.groups[0].example).toContain('connection 12 lost');
  expect(result.groups.map((group: { first_line: number }) => group.first_line)).toEqual([2, 5, 7]);

  const withWarnings = await extract({ path: file, level: 'warning' });
  expect(withWarnings.groups.some((group: { level: string }) => group.level === 'warning')).toBe(true);
});

test('a stack trace stays with its error in each language', async () => {
  const file = write('traces.log', [
    '10:00 ERROR request failed',
    'Traceback (most recent call last):',
    '  File "a.py", line 1, in <module>',
    '    raise_it()',
    'ValueError: bad value',
    '10:01 INFO going on',
    'java.lang.IllegalStateException: closed',
    '\tat a.b.C.run(C.java:1)',
    'Caused by: java.io.IOException: pipe',
    '\t... 3 more',
    "TypeError: Cannot read properties of undefined (reading 'x')",
    '    at main (/srv/app.js:1:2)',
    'panic: runtime error: index out of range',
    '',
    'goroutine 1 [running]:',
    'main.main()',
    '\t/srv/main.go:9 +0x1d',
    "thread 'main' panicked at src/main.rs:2:5:",
  ]);
  const { groups, total_errors } = await extract({ path: file });
  expect(total_errors).toBe(5);
  expect(groups.map((group: { first_line: number }) => group.first_line)).toEqual([1, 7, 11, 13, 18]);
  expect(groups[0].example).toBe('10:00 ERROR request failed | ValueError: bad value');
  expect(groups[0].stack).toHaveLength(4);
  expect(groups[1].stack).toContain('Caused by: java.io.IOException: pipe');
  expect(groups[2].stack).toEqual(['    at main (/srv/app.js:1:2)']);
  expect(groups[3].stack).toContain('main.main()');
});

test('many kinds of errors are cut at the limit and counted', async () => {
  const names = Array.from({ length: 30 }, (_, i) => String.fromCharCode(97 + (i % 26)).repeat(3 + Math.floor(i / 26)));
  const file = write(
    'many.log',
    names.map((name) => `ERROR kind ${name}`),
  );
  const result = await extract({ path: file, limit: 7 });
  expect(result.groups).toHaveLength(7);
  expect(result).toMatchObject({ total_groups: 30, total_errors: 30, truncated: true });
});

test('a log without errors is an empty answer; what is no log is refused', async () => {
  const none = await extract({
    path: write('fine.log', ['INFO 0 errors, all well', 'error_count=0', 'GET /error.html 200']),
  });
  expect(none).toMatchObject({ groups: [], total_errors: 0, truncated: false });
  writeFileSync(join(cwd, 'empty.log'), '');
  expect(await extract({ path: 'empty.log' })).toMatchObject({ groups: [], lines: 0 });
  mkdirSync(join(cwd, 'directory'));
  expect(await runRefused('dev.log.errors_extract', { path: 'directory' }, { cwd })).toContain('is a directory');
  expect(await runRefused('dev.log.errors_extract', { path: 'absent.log' }, { cwd })).toContain('does not exist');
});

/** Appends now and then until it is told to stop: the child that follows starts whenever it starts. */
async function whileWriting<T>(step: (round: number) => void, running: Promise<T>): Promise<T> {
  let over = false;
  const done = running.finally(() => {
    over = true;
  });
  done.catch(() => {});
  for (let round = 0; !over; round += 1) {
    step(round);
    await pause(150);
  }
  return await done;
}

test('new lines are collected until the awaited one comes', async () => {
  const file = write('app.log', ['old: listening']);
  const following = runChecked('dev.log.follow', { path: file, seconds: 20, until: 'round 12 listening' }, { cwd });
  const result = await whileWriting(
    (round) => appendFileSync(join(cwd, file), `round ${round} listening\n`),
    following,
  );
  expect(result.stopped_by).toBe('match');
  expect(result.lines.at(-1)).toBe('round 12 listening');
  expect(result.lines).not.toContain('old: listening');
  expect(result.seconds).toBeLessThan(20);
});

test('lines that are there already come first, filtered; the limit ends it', async () => {
  const file = write('mixed.log', ['a 1', 'b 1', 'a 2', 'b 2']);
  const args = { path: file, seconds: 20, contains: 'a ', last_lines: 3, limit: 1 };
  expect(await runChecked('dev.log.follow', args, { cwd })).toMatchObject({ lines: ['a 2'], stopped_by: 'limit' });
  const quiet = await runChecked('dev.log.follow', { path: file, seconds: 1 }, { cwd });
  expect(quiet).toMatchObject({ lines: [], stopped_by: 'time', rotations: 0, existed: true });
  expect(quiet.seconds).toBeGreaterThanOrEqual(1);
});

test('a file that appears, is put aside and emptied is followed all the same', async () => {
  const path = join(cwd, 'late.log');
  const following = runChecked('dev.log.follow', { path: 'late.log', seconds: 30, until: 'third life' }, { cwd });
  // A second before each step: the child has started and seen the last one.
  const result = await whileWriting((round) => {
    if (round === 14) writeFileSync(path, 'first life\n');
    if (round === 20) {
      renameSync(path, `${path}.1`);
      writeFileSync(path, 'second life, a long line\n');
    }
    if (round === 26) truncateSync(path);
    if (round === 30) appendFileSync(path, 'third life\n');
  }, following);
  expect(result).toMatchObject({ existed: false, rotations: 3, stopped_by: 'match' });
  expect(result.lines).toEqual(['first life', 'second life, a long line', 'third life']);
}, 40_000);

test('what cannot be followed is refused at once', async () => {
  mkdirSync(join(cwd, 'no-file'));
  expect(await runRefused('dev.log.follow', { path: 'no-file', seconds: 60 }, { cwd })).toContain('not a regular file');
});
