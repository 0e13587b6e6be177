import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildEnd, type ChildSpec, runChild } from '../../src/platform/child.ts';
import { childEnvironment } from '../../src/platform/environment.ts';

type Ended = Extract<ChildEnd, { kind: 'ended' }>;

const ECHO = join(import.meta.dirname, 'echo-child.mjs');
let home = '';
let serial = 0;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap child '));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

async function run(file: string, argv: readonly string[], more: Partial<ChildSpec> = {}): Promise<Ended> {
  serial++;
  const end = await runChild({
    file,
    name: file,
    argv,
    cwd: home,
    environment: childEnvironment(process.env),
    timeoutMs: 20_000,
    stdoutPath: join(home, `stdout${serial}`),
    stderrPath: join(home, `stderr${serial}`),
    mark: `test-${process.pid}-${serial}`,
    graceMs: 300,
    ...more,
  });
  if (end.kind !== 'ended') throw new Error(`not started: ${end.code}`);
  return end;
}

const node = (script: string, more: Partial<ChildSpec> = {}) => run(process.execPath, ['-e', script], more);
const bash = (script: string, more: Partial<ChildSpec> = {}) => run('/bin/bash', ['-c', script], more);
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Living processes (zombies do not count) whose command line holds this word. */
function living(word: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word) &&
          !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
        );
      } catch {
        return false;
      }
    });
}

describe('what arrives in a child', () => {
  it.each([
    ['newline', 'a\nb'],
    ['quotes', `"double" 'single'`],
    ['spaces', '  two  spaces  '],
    ['substitution', '$(touch pwned)'],
    ['backticks', '`touch pwned`'],
    ['separator', '; touch pwned & | > x'],
    ['unicode', '端口 🚀 é é'],
    ['empty', ''],
    ['leading dash', '--eval=1'],
    ['backslash', '\\n \\'],
    ['glob', '* ~ ? [a-z] {a,b}'],
    ['control', '\u0001\u001b[31m\u007f'],
  ])('%s, byte for byte', async (_name, value) => {
    const end = await run(process.execPath, [ECHO, value, 'after']);
    expect(JSON.parse(textOf(end.stdout.head)).argv).toEqual([value, 'after']);
    expect(existsSync(join(home, 'pwned'))).toBe(false);
  });

  it('five hundred texts of any characters but NUL, at once', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((value) => !value.includes('\0') && value.isWellFormed());
    const values = fc.sample(text, 500);
    const end = await run(process.execPath, [ECHO, ...values]);
    expect(JSON.parse(textOf(end.stdout.head)).argv).toEqual(values);
  });

  it('stdin as given, or an empty one: never ours', async () => {
    const given = await run(process.execPath, [ECHO], { stdin: Buffer.from('行\n2') });
    expect(JSON.parse(textOf(given.stdout.head)).stdin).toBe('行\n2');
    expect(JSON.parse(textOf((await run(process.execPath, [ECHO])).stdout.head)).stdin).toBe('');
  });

  it('no start-up file of a shell, though its stdin is nobody’s terminal', async () => {
    writeFileSync(join(home, '.bashrc'), 'echo started');
    const end = await bash('echo here', { environment: { ...childEnvironment(process.env), HOME: home } });
    expect(textOf(end.stdout.head)).toBe('here\n');
  });

  it('3 MB of stdin that nobody reads neither hangs nor fails', async () => {
    const end = await run('/bin/true', [], { stdin: Buffer.alloc(3_000_000, 'x') });
    expect(end).toMatchObject({ exitCode: 0, stopped: null });
  });

  it('only the allowed environment', async () => {
    const outside = {
      PATH: '/usr/bin:.:relative/bin::/bin',
      HOME: '/home/someone',
      LD_PRELOAD: '/tmp/evil.so',
      LD_LIBRARY_PATH: '/tmp',
      NODE_OPTIONS: '--require /tmp/evil.js',
      GIT_SSH_COMMAND: 'evil',
      GIT_DIR: '/tmp/x',
      BASH_ENV: '/tmp/evil.sh',
      ENV: '/tmp/evil.sh',
      PYTHONSTARTUP: '/tmp/evil.py',
      PERL5OPT: '-Mevil',
      LC_ALL: 'de_DE.UTF-8',
      LANGUAGE: 'de',
      XDG_CONFIG_HOME: 'relative',
      TMPDIR: '/tmp/it',
      AWS_SECRET_ACCESS_KEY: 'secret',
      __proto__: { polluted: 'yes' } as unknown as string,
    };
    const end = await run(process.execPath, [ECHO], { environment: childEnvironment(outside) });
    const seen = JSON.parse(textOf(end.stdout.head)).environment as Record<string, string>;
    expect(Object.keys(seen).sort()).toEqual(
      ['CAP_INVOCATION', 'GIT_TERMINAL_PROMPT', 'HOME', 'LANG', 'LC_ALL', 'NO_COLOR', 'PATH', 'TERM', 'TMPDIR'].sort(),
    );
    expect(seen.PATH).toBe('/usr/bin:/bin');
    expect(seen.LC_ALL).toBe('C.UTF-8');
  });
});

describe('how a child ends', () => {
  it('its exit code, its signal, and what it wrote on both streams', async () => {
    const end = await node('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3');
    expect(end).toMatchObject({ exitCode: 3, signal: null, stopped: null, leftBehind: 0, survivors: 0 });
    expect([textOf(end.stdout.head), textOf(end.stderr.head)]).toEqual(['out', 'err']);
    expect(await bash('kill -USR1 $$')).toMatchObject({ exitCode: null, signal: 'SIGUSR1' });
  });

  it('leaves no timer behind: the process may end as soon as the child has', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await run('/bin/true', []);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('a file that cannot be started is not an exception', async () => {
    const spec = {
      name: 'x',
      argv: [],
      environment: {},
      timeoutMs: 1000,
      stdoutPath: join(home, 'so'),
      stderrPath: join(home, 'se'),
      mark: 'm',
    };
    expect(await runChild({ ...spec, file: join(home, 'missing'), cwd: home })).toEqual({
      kind: 'not_started',
      code: 'ENOENT',
    });
    const gone = { ...spec, stdoutPath: join(home, 'so2'), stderrPath: join(home, 'se2') };
    expect(await runChild({ ...gone, file: '/bin/true', cwd: join(home, 'gone') })).toMatchObject({
      kind: 'not_started',
    });
  });

  it.each([
    ['that sleeps', 'sleep 987; : WORD'],
    ['that ignores SIGTERM', 'trap "" TERM; while :; do sleep 987; done # WORD'],
    ['whose grandchild holds stdout', 'bash -c "sleep 987; : WORD" & exec bash -c "sleep 986; : WORD"'],
    ['whose grandchild ignores SIGTERM', 'bash -c "trap \\"\\" TERM; while :; do sleep 987; done # WORD" & wait'],
    ['whose grandchild has a session of its own', 'setsid bash -c "sleep 987; : WORD" & wait'],
    [
      'whose orphan has a session of its own and no parent',
      '(setsid bash -c "trap \\"\\" TERM; while :; do sleep 987; done # WORD" </dev/null >/dev/null 2>&1 &) ; sleep 985; : WORD',
    ],
  ])('at the deadline nothing is left of one %s', async (_name, script) => {
    const word = `cap-test-word-${process.pid}-${serial}`;
    const started = performance.now();
    const running = bash(script.replaceAll('WORD', word), { timeoutMs: 400 });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(living(word).length).toBeGreaterThan(0);
    const end = await running;
    expect(end).toMatchObject({ stopped: 'timeout', survivors: 0 });
    expect(performance.now() - started).toBeLessThan(4000);
    expect(living(word)).toEqual([]);
  });

  it('one that ends but leaves a process holding its stdout is not waited for, and leaves nothing', async () => {
    const word = `cap-test-word-${process.pid}-left`;
    const started = performance.now();
    const end = await bash(`echo done; bash -c "sleep 987; : ${word}" & disown; exit 0`);
    expect(end).toMatchObject({ exitCode: 0, stopped: null, survivors: 0 });
    expect(end.leftBehind).toBeGreaterThan(0);
    expect(textOf(end.stdout.head)).toBe('done\n');
    expect(performance.now() - started).toBeLessThan(4000);
    expect(living(word)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s to us ends the child and is told', async (signal) => {
    const word = `cap-test-word-${process.pid}-${signal}`;
    const running = bash(`trap "" INT; sleep 987; : ${word}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.emit(signal);
    expect(await running).toMatchObject({ stopped: 'interrupt', survivors: 0 });
    expect(living(word)).toEqual([]);
    expect(process.listenerCount(signal)).toBe(0);
  });
});

describe('output', () => {
  it('10 MB arrive whole in the file, head and tail in memory', async () => {
    const end = await node(
      'for (let i = 0; i < 100000; i++) process.stdout.write(String(i).padStart(99, "0") + "\\n")',
    );
    expect(end).toMatchObject({ exitCode: 0, stopped: null });
    expect(end.stdout).toMatchObject({ totalBytes: 10_000_000, storedBytes: 10_000_000, capped: false });
    const file = readFileSync(join(home, `stdout${serial}`));
    expect(file.length).toBe(10_000_000);
    expect(end.stdout.head.length).toBe(8 * 1024 * 1024);
    expect(Buffer.compare(Buffer.from(end.stdout.head), file.subarray(0, end.stdout.head.length))).toBe(0);
    expect(end.stdout.tail.length).toBe(64 * 1024);
    expect(Buffer.compare(Buffer.from(end.stdout.tail), file.subarray(-64 * 1024))).toBe(0);
  });

  it('endless output is stopped at the cap and says so', async () => {
    const end = await run('/usr/bin/yes', [], { streamCap: 1_000_000 });
    expect(end).toMatchObject({ stopped: 'output_limit', survivors: 0 });
    expect(end.stdout).toMatchObject({ totalBytes: 1_000_000, storedBytes: 1_000_000, capped: true });
  });

  it('binary output is kept byte for byte, in a file that only we may read', async () => {
    const end = await node('process.stdout.write(Buffer.from(Array.from({length: 256}, (_, i) => i)))');
    expect([...end.stdout.head]).toEqual(Array.from({ length: 256 }, (_, i) => i));
    expect(statSync(join(home, `stdout${serial}`)).mode & 0o777).toBe(0o600);
  });
});
