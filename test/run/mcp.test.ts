import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Capability, McpHandler } from '../../src/capability/capability.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { type Bench, capability, finished, openBench, waiting } from './capabilities.ts';

/** A server that others have made, as npm installs it. */
const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const STUBBORN = join(import.meta.dirname, 'stubborn-server.mjs');

let bench: Bench;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap mcp '));
  mkdirSync(join(home, 'bin'));
  symlinkSync(EVERYTHING, join(home, 'bin', 'mcp-server-everything'));
  bench = open();
});
afterEach(() => {
  bench.close();
  rmSync(home, { recursive: true, force: true });
});

/** A machine with the real server in PATH, `more` variables, and one state directory whatever it is asked. */
function open(more: { [name: string]: string } = {}): Bench {
  const state = { CAP_STATE_DIR: join(home, 'state') };
  return openBench({
    environment: { ...process.env, ...more, ...state, PATH: `${join(home, 'bin')}:${process.env.PATH}` },
  });
}

function tool(name: string, server: Partial<McpHandler['server']> = {}, more: Partial<Capability> = {}): Capability {
  const handler: McpHandler = { kind: 'mcp', server: { executable: 'mcp-server-everything', ...server }, tool: name };
  return capability({ id: 'test.tool', handler, ...more });
}
const gentle = (name: string, server: Partial<McpHandler['server']> = {}) =>
  tool(name, { executable: 'node', argv: [STUBBORN], ...server });
const stubborn = (name: string, more: Partial<Capability> = {}) =>
  tool(name, { executable: 'node', argv: [STUBBORN, join(home, 'pids')] }, more);

/** The processes of the stubborn server that still run; one that has ended and that nobody has asked after is none. */
function alive(): number[] {
  const pids = readFileSync(join(home, 'pids'), 'utf8').trim().split('\n').map(Number);
  return pids.filter(
    (pid) => existsSync(`/proc/${pid}`) && !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1')),
  );
}

it('a tool of a real server answers into evidence', async () => {
  const outcome = finished(await bench.call(tool('echo'), { message: '端口 "x"' }));
  expect(outcome).toMatchObject({
    status: 'succeeded',
    evidence: { result: { content: [{ type: 'text', text: 'Echo: 端口 "x"' }] } },
    frozen: { network: { policy: 'none', state: 'enforced' } },
  });
  const structured = finished(await bench.call(tool('get-structured-content'), { location: 'New York' }));
  expect(structured.evidence.result).toMatchObject({ temperature: expect.any(Number), conditions: expect.any(String) });
});

it('what the tool refuses has failed, with its words', async () => {
  const refused = finished(await bench.call(tool('get-sum'), { a: 'x' }));
  expect(refused).toMatchObject({ status: 'failed', evidence: { tool: 'failed', exitCode: 1 } });
  expect(finished(await bench.call(tool('no-such-tool'))).evidence.message).toContain('no-such-tool');
});

it('the server is looked up like any program and is part of what is frozen', async () => {
  const absent = await bench.call(tool('echo', { executable: 'no-such-server' }), { message: 'x' });
  expect(absent).toMatchObject({ kind: 'refusal', reason: 'unavailable' });
  const dry = await bench.call(tool('echo', { argv: ['stdio'] }), { message: 'x' }, { dry_run: true });
  if (dry.kind !== 'dry_run') throw new Error(dry.kind);
  const path = join(home, 'bin', 'mcp-server-everything');
  expect(dry.frozen.request).toEqual({ server: [path, 'stdio'], tool: 'echo', arguments: { message: 'x' } });
  const [server, ...interpreters] = dry.frozen.programs;
  expect(server).toMatchObject({
    executable: { path },
    fingerprint: { contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  // It is a script, so what it is started through is frozen as well.
  expect(interpreters.map(({ executable }) => basename(executable.path))).toEqual(['env', 'node']);
});

it('a server that is swapped after the confirmation is not started', async () => {
  const file = join(home, 'bin', 'server');
  const write = (text: string) => writeFileSync(file, `#!/usr/bin/env node\n${text}\n`, { mode: 0o755 });
  write(`import(${JSON.stringify(STUBBORN)})`);
  const local = open();
  const change = tool('echo', { executable: 'server' }, { sideEffect: 'W-local', confirmation: 'caller' });
  const asked = waiting(await local.call(change, { message: 'x' }));
  expect(asked.decision.summary).toContain(`tool echo of the server ${JSON.stringify(file)} with {"message":"x"}`);
  write('require("fs").writeFileSync("ran", "")');
  const swapped = await local.call(change, { message: 'x' }, { confirmation_token: asked.token });
  expect(swapped).toMatchObject({ kind: 'refusal', reason: 'denied' });
  expect(existsSync(join(local.home, 'ran'))).toBe(false);
  local.close();
});

it('nothing of a server outlives its call, though it ignores signals and has children', async () => {
  const outcome = finished(await bench.call(stubborn('echo'), { message: 'x' }));
  expect(outcome.status).toBe('succeeded');
  expect(alive()).toEqual([]);
});

it('a tool that does not come to an end is ended with its server', async () => {
  const outcome = finished(await bench.call(stubborn('hang', { timeoutMs: 3000 })));
  expect(outcome.status).toBe('timed_out');
  expect(alive()).toEqual([]);
});

async function changed(name: string, machine = bench, env: McpHandler['server']['env'] = {}) {
  const server = { executable: 'node', argv: [STUBBORN, ...(name === 'hang' ? [join(home, 'pids')] : [])], env };
  const more = { sideEffect: 'W-local', confirmation: 'caller', timeoutMs: name === 'hang' ? 4000 : 20_000 } as const;
  const change = tool(name, server, more);
  const asked = waiting(await machine.call(change));
  const outcome = finished(await machine.call(change, {}, { confirmation_token: asked.token }));
  const host = { environment: { CAP_STATE_DIR: join(home, 'state') }, platform: 'linux' as const };
  return { outcome, states: (await readOperations(host)).map(({ entry }) => entry.state) };
}

it.each([
  ['a server that exits at once', tool('x', { executable: 'false' }), 'failed'],
  ['one that does not speak the protocol', tool('x', { executable: 'cat' }), 'failed'],
  ['one that dies in the middle', gentle('die'), 'failed'],
  ['one that answers with an error', gentle('code-32602'), 'succeeded'],
] as const)('of %s the transport is told as it was', async (_name, subject, transport) => {
  expect(finished(await bench.call(subject))).toMatchObject({
    status: 'failed',
    evidence: { transport, tool: 'failed' },
  });
});

// An error may come after the deed, whatever its number says.
it.each(['die', 'hang', 'code-32602', 'code-32601', 'code-32603', 'code1', 'words'])(
  'a change whose server does "%s" in the middle has an unknown outcome',
  async (name) => {
    const { outcome, states } = await changed(name);
    expect([outcome.status, states]).toEqual(['outcome_unknown', ['unknown']]);
  },
);

it('a result nested without end is told: of a change that was done, and of a read that has nothing else', async () => {
  const { outcome, states } = await changed('nest');
  expect(outcome.evidence.result).toEqual({ result_problem: expect.stringContaining('levels') });
  expect([outcome.status, states]).toEqual(['succeeded', ['acknowledged']]);
  const read = finished(await bench.call(gentle('nest')));
  expect([read.status, read.evidence.message]).toEqual(['failed', expect.stringContaining('levels')]);
});

it.each(['words', 'chatter'])('what is quoted of a server is covered before it is cut (%s)', async (name) => {
  const local = open({ CAP_SECRET_KEY: 'hunter2-hunter2' });
  const { outcome } = await changed(name, local, { API_KEY: { secret: 'KEY' } });
  expect(outcome.evidence.message).toMatch(name === 'words' ? /refused: w/ : /last words/);
  expect(outcome.evidence.stderr.text).toMatch(name === 'words' ? /w\*\*\*/ : /\*\*\*y/);
  expect(JSON.stringify(outcome)).not.toMatch(/hunt|ter2/);
  local.close();
});

it('a server that is none, or dies at once, has failed with its last words', async () => {
  const dies = tool('echo', { executable: 'node', argv: ['-e', 'console.error("no licence"); process.exit(3)'] });
  const outcome = finished(await bench.call(dies, {}));
  expect(outcome.status).toBe('failed');
  expect(outcome.evidence.message).toMatch(/does not speak with us.*no licence/s);
});

it.each([
  ['flood', /gave no result: it sent more than 10000 messages/],
  [
    'misshapen',
    /gave no result: its answer is not of the form that the protocol asks for at content \([^{[]*, and 1 more\)/,
  ],
])('a server that says too much or nonsense (%s) is ended at once, with a sentence', async (name, words) => {
  const outcome = finished(await bench.call(gentle(name)));
  expect([outcome.status, outcome.evidence.message]).toEqual(['failed', expect.stringMatching(words)]);
  expect(outcome.evidence.durationMs).toBeLessThan(8000);
});

it('a program that a server leaves behind with its pipes keeps nobody from its answer', async () => {
  const outcome = finished(await bench.call(gentle('behind'), { pid: join(home, 'pids') }));
  const answered = { status: 'succeeded', evidence: { result: { content: [{ type: 'text', text: 'the answer' }] } } };
  expect(outcome).toMatchObject(answered);
  expect(outcome.evidence.durationMs).toBeLessThan(8000);
  expect(alive()).toEqual([]);
});

it('its environment is the allow-list, its literals and its secrets, and no secret comes back', async () => {
  const local = open({ CAP_SECRET_KEY: 'hunter2-hunter2', LD_PRELOAD: '/evil.so', NODE_OPTIONS: '--evil' });
  const env = { MODE: 'fixed', API_KEY: { secret: 'KEY' } };
  const outcome = finished(await local.call(gentle('environment', { env })));
  expect(outcome.evidence.result).toMatchObject({ MODE: 'fixed', API_KEY: '***', LANG: 'C.UTF-8' });
  expect(Object.keys(outcome.evidence.result as object)).not.toContain('NODE_OPTIONS');
  expect(JSON.stringify(outcome)).not.toContain('hunter2');
  local.close();
});
