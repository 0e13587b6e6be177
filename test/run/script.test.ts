import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '../../src/canon/hash.ts';
import type { Capability, ScriptHandler } from '../../src/capability/capability.ts';
import { pruneRecords } from '../../src/platform/retention.ts';
import { type Bench, capability, finished, openBench, waiting } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const ECHO =
  'import json, os, sys\nprint(json.dumps({"argv": sys.argv[1:], "stdin": sys.stdin.read(), "cwd": os.getcwd()}))\n';

function script(text: string, more: Partial<ScriptHandler> = {}, about: Partial<Capability> = {}): Capability {
  const handler: ScriptHandler = {
    kind: 'script',
    interpreter: 'python3',
    file: 'echo.py',
    text,
    sha256: sha256Hex(text),
    argv: ['--', { arg: 'value' }],
    output: { format: 'json' },
    ...more,
  };
  return capability({ id: 'test.script', handler, ...about });
}
const place = (text: string, file = 'echo.py') => join(bench.home, 'state', 'scripts', sha256Hex(text), file);

it('a script runs with its arguments as they are, from a file that nobody can change', async () => {
  const value = '$(touch x) ; "端口"\n--flag';
  const outcome = finished(await bench.call(script(ECHO, { stdin: { arg: 'input' } }), { value, input: 'in\n' }));
  expect(outcome).toMatchObject({ status: 'succeeded', evidence: { result: { argv: ['--', value], stdin: 'in\n' } } });
  expect(readFileSync(place(ECHO), 'utf8')).toBe(ECHO);
  expect(statSync(place(ECHO)).mode & 0o777).toBe(0o500);
  expect(statSync(join(place(ECHO), '..')).mode & 0o777).toBe(0o700);
  expect(outcome.frozen.words).toContain(sha256Hex(ECHO));
});

it.each([
  ['sh', 'echo.sh', 'printf "%s" "$1"', []],
  ['awk', 'echo.awk', 'BEGIN { printf "%s", ARGV[1] }', ['-f']],
  ['node', 'echo.cjs', 'process.stdout.write(process.argv[2])', []],
] as const)('an interpreter like %s reads it', async (interpreter, file, text, options) => {
  const subject = script(text, {
    interpreter,
    interpreter_argv: options,
    file,
    argv: [{ arg: 'value' }],
    output: { format: 'text' },
  });
  const outcome = finished(await bench.call(subject, { value: 'a "b" $HOME' }));
  expect(outcome.evidence.stdout.text).toBe('a "b" $HOME');
});

it('a dry run tells the plan and places nothing', async () => {
  const outcome = await bench.call(script(ECHO), { value: 'x' }, { dry_run: true });
  expect(outcome).toMatchObject({ kind: 'dry_run', frozen: { argv: [place(ECHO), '--', 'x'] } });
  expect(existsSync(join(bench.home, 'state'))).toBe(false);
});

it.each([
  ['another text', (path: string) => writeFileSync(path, 'print("evil")', { mode: 0o500 })],
  ['a link to elsewhere', (path: string) => symlinkSync('/etc/hostname', path)],
  ['a file that others can write', (path: string) => [writeFileSync(path, ECHO), chmodSync(path, 0o777)]],
  ['a directory', (path: string) => mkdirSync(path)],
])('%s in its place is replaced before anything is started', async (_what, put) => {
  finished(await bench.call(script(ECHO), { value: 'x' }));
  rmSync(place(ECHO));
  put(place(ECHO));
  const outcome = finished(await bench.call(script(ECHO), { value: 'y' }));
  expect(outcome.evidence.result).toMatchObject({ argv: ['--', 'y'] });
  expect(readFileSync(place(ECHO), 'utf8')).toBe(ECHO);
});

it('a text that is not the one that was compiled is not run', async () => {
  const subject = script('open("ran", "w")', { sha256: sha256Hex(ECHO) });
  expect(await bench.call(subject, { value: 'x' })).toMatchObject({ kind: 'refusal', reason: 'unavailable' });
  expect(existsSync(join(bench.home, 'ran'))).toBe(false);
});

it('another text is another call: what was confirmed for one does not run the other', async () => {
  const change = { sideEffect: 'W-local', confirmation: 'caller' } as const;
  const asked = waiting(await bench.call(script(ECHO, {}, change), { value: 'x' }));
  const other = script('open("ran", "w")', {}, change);
  const more = { confirmation_token: asked.token };
  expect(await bench.call(other, { value: 'x' }, more)).toMatchObject({ kind: 'refusal', reason: 'denied' });
  expect(existsSync(join(bench.home, 'ran'))).toBe(false);
  expect(finished(await bench.call(script(ECHO, {}, change), { value: 'x' }, more)).status).toBe('succeeded');
});

it('without its interpreter it is unavailable', async () => {
  const outcome = await bench.call(script(ECHO, { interpreter: 'no-such-interpreter' }), { value: 'x' });
  expect(outcome).toMatchObject({ kind: 'refusal', reason: 'unavailable' });
});

it('a script that nobody has used for days goes with the other records, and is placed again when it is used', async () => {
  const unused = `${ECHO}# another\n`;
  for (const text of [ECHO, unused]) finished(await bench.call(script(text), { value: 'x' }));
  const old = new Date(Date.now() - 30 * 24 * 60 * 60_000);
  for (const text of [ECHO, unused]) utimesSync(join(place(text), '..'), old, old);
  // Using it makes it young again.
  finished(await bench.call(script(ECHO), { value: 'y' }));
  writeFileSync(join(bench.home, 'state', 'scripts', 'notes'), 'not a script');
  const host = { environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: process.platform };
  expect(await pruneRecords(7, 30, host)).toMatchObject({ scripts: 1 });
  expect(existsSync(place(ECHO))).toBe(true);
  expect(existsSync(join(place(unused), '..'))).toBe(false);
  expect(existsSync(join(bench.home, 'state', 'scripts', 'notes'))).toBe(true);
  expect(finished(await bench.call(script(unused), { value: 'z' })).status).toBe('succeeded');
});
