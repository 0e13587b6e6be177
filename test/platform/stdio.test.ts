/** Whole writes and bounded reads, through real pipes between real processes. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readBounded } from '../../src/platform/stdio.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, '../../src/platform/stdio.ts'));
const MEBIBYTE = 1_048_576;

/** Argv for a node that runs these lines with the module's functions at hand. */
function lines(code: string): string[] {
  return ['--input-type=module', '-e', `const { writeAll, readBounded } = await import(${MODULE});\n${code}`];
}

describe('writeAll', () => {
  test('delivers a mebibyte to a reader that starts late, although the process ends at once', async () => {
    const child = spawn(process.execPath, lines(`writeAll(1, 'x'.repeat(${MEBIBYTE}) + 'end'); process.exit(3);`));
    child.stdout.pause();
    await sleep(300);
    let received = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    child.stdout.resume();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, received.length, received.endsWith('xend')]).toEqual([3, MEBIBYTE + 3, true]);
  });

  test('waits for a pipe that does not block', () => {
    // A pipe that somebody made non-blocking answers EAGAIN when it is full; the shell gives one that drains slowly.
    const node = JSON.stringify(process.execPath);
    const code = `process.stdout.on('error', () => {}); process.stdout._handle?.setBlocking?.(false); writeAll(1, 'y'.repeat(${MEBIBYTE}));`;
    const script = `${node} --input-type=module -e "$CODE" | (sleep 0.3; wc -c)`;
    const body = `const { writeAll } = await import(${MODULE});\n${code}`;
    const result = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, CODE: body } });
    expect(result.stdout.trim()).toBe(String(MEBIBYTE));
  });

  test('ends quietly when the reader has gone', () => {
    const node = JSON.stringify(process.execPath);
    const body = `const { writeAll } = await import(${MODULE});\nconst end = writeAll(1, 'z'.repeat(${MEBIBYTE})); writeAll(2, end);`;
    const script = `(${node} --input-type=module -e "$CODE") | head -c 10 >/dev/null`;
    const result = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, CODE: body } });
    expect(result.stderr).toBe('closed');
  });
});

describe('readBounded', () => {
  const read = (input: string, limit: number) =>
    spawnSync(process.execPath, lines(`const b = readBounded(0, ${limit}); writeAll(1, String(b.length));`), {
      input,
      encoding: 'utf8',
    });

  test.each([
    [0, 10, '0'],
    [10, 10, '10'],
    [11, 10, '11'],
    [3 * MEBIBYTE, 65_536, '65537'],
    [200_000, MEBIBYTE, '200000'],
  ])('%i bytes under a limit of %i', (size, limit, expected) => {
    expect(read('a'.repeat(size), limit).stdout).toBe(expected);
  });

  test('keeps the bytes as they are', () => {
    const code = 'writeAll(1, readBounded(0, 1000000));';
    const input = '中文🙂\u0000é'.repeat(20_000);
    const result = spawnSync(process.execPath, lines(code), { input, encoding: 'utf8', maxBuffer: 8 * MEBIBYTE });
    expect(result.stdout === input).toBe(true);
  });

  test('a file that has nothing yet is not waited for', () => {
    // As a log of the kernel's: a pipe that we ourselves could write to says the same.
    const file = join(mkdtempSync(join(tmpdir(), 'cap-stdio-')), 'pipe');
    spawnSync('mkfifo', [file]);
    const fd = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      expect(() => readBounded(fd, 10)).toThrow('EAGAIN');
    } finally {
      closeSync(fd);
      rmSync(dirname(file), { recursive: true });
    }
  });

  test('a closed descriptor is an error of the system, not an empty request', () => {
    const code = "try { readBounded(99, 10); writeAll(1, 'read'); } catch (error) { writeAll(1, error.code); }";
    expect(spawnSync(process.execPath, lines(code), { encoding: 'utf8' }).stdout).toBe('EBADF');
  });
});
