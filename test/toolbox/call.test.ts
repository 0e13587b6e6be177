import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flag, integer, oneOf, optionalText, text, textList } from '../../src/toolbox/arguments.ts';
import { call } from '../../src/toolbox/call.ts';
import { failureOfSystemError, ToolFailure } from '../../src/toolbox/tool.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'cap tool '));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const failure = async (work: () => unknown): Promise<ToolFailure> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

describe('an executable that a tool calls', () => {
  it('gets whole arguments and stdin, and gives its bytes back', async () => {
    const value = 'a b\n"c" $(id) 端口';
    const script = 'process.stdin.pipe(process.stdout); process.stderr.write(process.argv[1])';
    const called = await call('node', ['-e', script, value], { cwd, stdin: 'given' });
    expect([called.stdout.toString(), called.stderr.toString(), called.exitCode]).toEqual(['given', value, 0]);
  });

  it('may end with the exit codes that are answers, and no other', async () => {
    expect((await call('node', ['-e', 'process.exitCode = 1'], { cwd, ok: [0, 1] })).exitCode).toBe(1);
    const failed = await failure(() => call('node', ['-e', 'console.error("why"); process.exitCode = 3'], { cwd }));
    expect(failed.message).toBe('node ended with exit code 3: why');
  });

  it.each<[string, string, string[], object, string]>([
    ['is not there', 'no-such-program-here', [], {}, 'not_installed'],
    ['is given NUL', 'node', ['a\0b'], {}, 'invalid_arguments'],
    ['is killed', 'node', ['-e', 'process.kill(process.pid, "SIGKILL")'], {}, 'failed'],
    ['writes without end', 'yes', [], { maxBytes: 100_000 }, 'failed'],
  ])('that %s is a failure with a reason', async (_name, executable, argv, more, reason) => {
    expect((await failure(() => call(executable, argv, { cwd, ...more }))).reason).toBe(reason);
  });
});

describe('arguments of a tool', () => {
  it('are read by type', () => {
    const args = { a: 'x', n: 3, b: true, l: ['p', 'q'], w: 'two' };
    expect([text(args, 'a'), integer(args, 'n'), flag(args, 'b'), flag(args, 'absent'), textList(args, 'l')]).toEqual([
      'x',
      3,
      true,
      false,
      ['p', 'q'],
    ]);
    expect(oneOf(args, 'w', ['one', 'two'], 'one')).toBe('two');
    expect(optionalText(args, 'toString')).toBeUndefined();
  });

  it.each([
    ['missing', () => text({}, 'a'), 'argument "a" is missing'],
    ['of another type', () => integer({ a: 1.5 }, 'a'), 'argument "a" must be an integer'],
    ['another word', () => oneOf({ a: 'x' }, 'a', ['y', 'z'], 'y'), 'argument "a" must be one of y, z'],
    ['a mixed list', () => textList({ a: ['x', 1] }, 'a'), 'argument "a" must be a list of strings'],
  ])('%s is refused in words', async (_name, work, message) => {
    expect(await failure(work)).toMatchObject({ message, reason: 'invalid_arguments' });
  });
});

it('an error of the file system becomes a sentence', () => {
  const of = (code: string) => failureOfSystemError(Object.assign(new Error('x'), { code }), '/some/file');
  expect(of('ENOENT')).toMatchObject({ message: '/some/file does not exist', reason: 'not_found' });
  expect(of('EACCES')).toMatchObject({ message: 'no permission for /some/file', reason: 'permission_denied' });
});
