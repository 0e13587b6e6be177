/** file.head and file.tail: both ends of files of any size and encoding. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });

describe('file.head and file.tail', () => {
  const numbered = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i} 中`);

  it('show both ends of a large file', async () => {
    bench.put('-big', `${numbered(1, 300_000).join('\r\n')}\r\n`);
    const head = await runChecked('file.head', { path: '-big', lines: 3 }, at());
    expect(head).toMatchObject({ lines: numbered(1, 3), encoding: 'utf-8', truncated: true });
    const tail = await runChecked('file.tail', { path: '-big', lines: 3 }, at());
    expect(tail).toMatchObject({ lines: numbered(299_998, 300_000), truncated: true, size: head.size });
  });

  it.each(['', '\n', 'one', 'one\n', 'one\ntwo', '\n\n\n'])(
    'agree with head and tail of the system on %j',
    async (content) => {
      bench.put('f', content);
      for (const [id, name] of [
        ['file.head', 'head'],
        ['file.tail', 'tail'],
      ] as const) {
        for (const count of [1, 2, 10]) {
          const expected = execFileSync(name, ['-n', String(count), 'f'], { cwd: bench.cwd, encoding: 'utf8' });
          const lines = expected.split('\n');
          if (lines.at(-1) === '') lines.pop();
          expect((await quick(id, { path: 'f', lines: count }, bench.cwd)).lines).toEqual(lines);
        }
      }
    },
  );

  it('read UTF-16 and GBK', async () => {
    bench.put('wide', Buffer.from(`\ufeff${numbered(1, 50).join('\n')}\n`, 'utf16le'));
    expect((await quick('file.tail', { path: 'wide', lines: 2 }, bench.cwd)).lines).toEqual(numbered(49, 50));
    expect((await quick('file.head', { path: 'wide', lines: 1 }, bench.cwd)).lines).toEqual(numbered(1, 1));
    const gbk = execFileSync('iconv', ['-f', 'utf-8', '-t', 'gbk'], {
      input: '这是一个测试文件，里面有中文内容。\n第二行',
    });
    bench.put('gbk', gbk);
    expect(await quick('file.tail', { path: 'gbk', lines: 1 }, bench.cwd)).toMatchObject({
      lines: ['第二行'],
      encoding: 'gb18030',
    });
    expect((await quick('file.head', { path: 'gbk', lines: 1, encoding: 'gbk' }, bench.cwd)).lines).toEqual([
      '这是一个测试文件，里面有中文内容。',
    ]);
  });

  it('cut lines that nobody reads, and refuse what is no text', async () => {
    bench.put('long', `${'x'.repeat(5_000_000)}\nend\n`);
    expect(await quick('file.head', { path: 'long', lines: 1 }, bench.cwd)).toMatchObject({
      cut_lines: 1,
      truncated: true,
    });
    expect((await quick('file.tail', { path: 'long', lines: 1 }, bench.cwd)).lines).toEqual(['end']);
    bench.put('binary', Buffer.from([1, 0, 2, 0xff, 0, 0, 7]));
    expect(await runRefused('file.head', { path: 'binary' }, at())).toContain('is not text');
    expect(await runRefused('file.tail', { path: '.' }, at())).toContain('is a directory');
    execFileSync('mkfifo', [join(bench.cwd, 'pipe')]);
    expect(await runRefused('file.head', { path: 'pipe' }, at())).toContain('is not a regular file');
    expect(await runRefused('file.head', { path: 'missing' }, at())).toContain('does not exist');
  });
});
