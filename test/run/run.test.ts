import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bench } from './capabilities.ts';
import { capability, command, ECHO, finished, openBench } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const echo = (argv: readonly (string | { arg: string; each?: boolean; path?: boolean; prefix?: string })[]) =>
  capability({ handler: command({ argv: [ECHO, ...argv], output: { format: 'json' } }) });

describe('an action that reads', () => {
  it('runs, and its evidence carries the parsed result', async () => {
    const outcome = finished(await bench.call(echo(['--', { arg: 'value' }]), { value: '端口 $(id)\n"x"' }));
    expect(outcome.status).toBe('succeeded');
    expect(outcome.evidence).toMatchObject({
      exitCode: 0,
      signal: null,
      tool: 'succeeded',
      truncated: false,
      stored: true,
    });
    expect((outcome.evidence.result as { argv: string[] }).argv).toEqual(['--', '端口 $(id)\n"x"']);
    expect((outcome.evidence.result as { cwd: string }).cwd).toBe(realpathSync(bench.home));
    expect(outcome.frozen.inputHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keeps the whole output in files that only this user may read', async () => {
    const { evidence } = finished(await bench.call(echo([])));
    const home = join(bench.home, 'state', 'results', evidence.resultRef ?? '');
    expect(statSync(home).mode & 0o777).toBe(0o700);
    for (const name of ['stdout', 'stderr', 'meta.json']) expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(home, 'stdout'), 'utf8'))).toEqual(evidence.result);
  });

  it('that is a built-in tool runs as a child of our own executable', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const who = capability({
      id: 'test.who',
      hostView: ['network', 'processes'],
      handler: { kind: 'builtin', tool: 'port_holders' },
    });
    const outcome = finished(await bench.call(who, { port }));
    server.close();
    expect(outcome.status).toBe('succeeded');
    expect(outcome.evidence.result).toMatchObject({ port, holders: [{ pid: process.pid, port }] });
    const failed = finished(await bench.call(who, { port: 'x' }));
    expect(failed).toMatchObject({ status: 'failed', evidence: { message: 'argument "port" must be an integer' } });
  });

  it('that ends with another exit code has failed, and its words are kept', async () => {
    const failing = capability({
      handler: command({ argv: ['-e', 'console.error("no such thing"); process.exitCode = 4'] }),
    });
    const outcome = finished(await bench.call(failing));
    expect(outcome).toMatchObject({ status: 'failed', evidence: { exitCode: 4, tool: 'failed' } });
    expect(outcome.evidence.message).toBe('It ended with exit code 4: no such thing');
  });

  it('whose manifest calls an exit code "nothing found" has succeeded, empty', async () => {
    const handler = command({
      argv: ['-e', 'process.exitCode = 1'],
      exit: { ok: [0], empty: [1] },
      output: { format: 'lines', separator: '\n' },
    });
    const outcome = finished(await bench.call(capability({ handler })));
    expect(outcome).toMatchObject({ status: 'succeeded', evidence: { exitCode: 1, empty: true, result: [] } });
  });

  it('that passes its time is stopped', async () => {
    const slow = capability({ timeoutMs: 300, handler: command({ argv: ['-e', 'setInterval(() => {}, 1000)'] }) });
    const outcome = finished(await bench.call(slow));
    expect(outcome).toMatchObject({ status: 'timed_out', evidence: { stopped: 'timeout', tool: 'unknown' } });
  });

  it('gets a shorter time when the caller says so, never a longer one', async () => {
    const slow = capability({ handler: command({ argv: ['-e', 'setInterval(() => {}, 1000)'] }) });
    expect(finished(await bench.call(slow, {}, { timeout_ms: 200 })).status).toBe('timed_out');
    expect(await bench.call(slow, {}, { timeout_ms: 20_001 })).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/timeout_ms', example: expect.any(Number) }],
    });
  });

  it('writes more than the cap: stopped, told, and the first part kept', async () => {
    bench.close();
    bench = openBench({ streamCap: 100_000 });
    const endless = capability({ handler: command({ executable: 'yes' }) });
    const outcome = finished(await bench.call(endless));
    expect(outcome).toMatchObject({ status: 'failed', evidence: { stopped: 'output_limit', truncated: true } });
    const kept = await bench.ports.readResult(outcome.evidence.resultRef ?? '', 'stdout');
    expect(kept?.bytes.length).toBe(100_000);
  });
});

it('two hundred runs at once each get their own answer, and no warning is printed', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  process.on('warning', hear);
  const subject = capability({ handler: command({ executable: 'echo', argv: ['--', { arg: 'i' }] }) });
  const all = await Promise.all(Array.from({ length: 200 }, (_, i) => bench.call(subject, { i })));
  process.removeListener('warning', hear);
  expect(all.map((outcome) => finished(outcome).evidence.stdout.text)).toEqual(all.map((_, i) => `-- ${i}\n`));
  expect(new Set(all.map((outcome) => finished(outcome).evidence.resultRef)).size).toBe(200);
  expect(warnings).toEqual([]);
});

describe('nothing is executed', () => {
  const touch = (more = {}) =>
    capability({ handler: command({ argv: ['-e', 'require("fs").writeFileSync("ran", "")'] }), ...more });
  const ran = () => existsSync(join(bench.home, 'ran'));

  it('by the control: the same action does leave its trace when it runs', async () => {
    await bench.call(touch());
    expect(ran()).toBe(true);
  });

  it.each(['W-local', 'W-shared', 'I'] as const)(
    'by an action with side effect %s: it waits for a yes',
    async (sideEffect) => {
      const action = touch({
        sideEffect,
        confirmation: 'caller',
        affectedResources: ['{path}', 'file {files}', '{absent}'],
      });
      const outcome = await bench.call(action, { path: '/a b', files: ['x', 'y'] });
      expect(outcome).toMatchObject({
        kind: 'confirmation_required',
        decision: {
          approver: sideEffect === 'I' ? 'human' : 'caller',
          affectedResources: ['/a b', 'file x', 'file y', '(absent left out)'],
        },
      });
      expect((outcome as unknown as { decision: { summary: string } }).decision.summary).toContain('writeFileSync');
      expect(ran()).toBe(false);
    },
  );

  it('by a dry run, which tells the plan', async () => {
    const outcome = await bench.call(touch(), {}, { dry_run: true });
    expect(outcome).toMatchObject({ kind: 'dry_run', frozen: { cwd: realpathSync(bench.home), name: 'node' } });
    expect(ran()).toBe(false);
    expect(existsSync(join(bench.home, 'state'))).toBe(false);
  });

  it.each([
    ['another source hash', { expected_source_hash: 'c'.repeat(64) }, 'catalog_changed', '/expected_source_hash'],
    ['another surface hash', { expected_surface_hash: 'c'.repeat(64) }, 'catalog_changed', '/expected_surface_hash'],
    ['another version', { action_version: 2 }, 'catalog_changed', '/action_version'],
    ['an unknown id', { canonical_path: 'test.ehco' }, 'unknown_capability', '/canonical_path'],
    ['a token that nobody issued', { confirmation_token: 'x' }, 'denied', '/confirmation_token'],
  ])('with %s', async (_name, more, reason, path) => {
    expect(await bench.call(touch(), {}, more)).toMatchObject({ kind: 'refusal', reason, path, executed: false });
    expect(ran()).toBe(false);
  });

  it('for an id with a slip, which is named', async () => {
    expect(await bench.call(touch(), {}, { canonical_path: 'test.ehco' })).toMatchObject({ did_you_mean: 'test.echo' });
  });

  it('in a directory that is not there, or is a file', async () => {
    writeFileSync(join(bench.home, 'file'), '');
    for (const cwd of ['gone', 'file', '/no/such/place', 'a\0b']) {
      expect(await bench.call(touch(), {}, { cwd })).toMatchObject({
        kind: 'invalid_arguments',
        problems: [{ path: '/cwd' }],
      });
    }
    const inside = touch({ handler: command({ cwd: { arg: 'repository' } }) });
    expect(await bench.call(inside, { repository: 'gone' })).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/arguments/repository', received: '"gone" (string)' }],
    });
    expect(ran()).toBe(false);
  });

  it('without the executable, or one that the manifest requires', async () => {
    const absent = capability({ handler: command({ executable: 'no-such-program-here' }) });
    expect(await bench.call(absent)).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
    expect(await bench.call(touch({ executables: [{ name: 'no-such-program-here' }] }))).toMatchObject({
      reason: 'unavailable',
    });
    expect(ran()).toBe(false);
  });

  it('on another operating system than the manifest names', async () => {
    expect(await bench.call(touch({ os: ['win32'] }))).toMatchObject({ kind: 'refusal', reason: 'unavailable' });
  });

  it('by a path for an executable, or one from a relative entry of PATH', async () => {
    writeFileSync(join(bench.home, 'tool'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
    for (const executable of ['./tool', 'tool', join(bench.home, 'tool'), '../tool', '']) {
      bench.close();
      bench = openBench();
      writeFileSync(join(bench.home, 'tool'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
      const environment = { PATH: `.::${process.env.PATH}`, CAP_STATE_DIR: join(bench.home, 'state') };
      const local = openBench({ cwd: bench.home, environment });
      expect(await local.call(capability({ handler: command({ executable }) }))).toMatchObject({
        reason: 'unavailable',
      });
      local.close();
      expect(ran()).toBe(false);
    }
  });

  it.each([
    ['below a file', (home: string) => join(home, 'file', 'state')],
    ['where the system lets nobody write', () => '/sys/cap-state'],
    ['that is relative', () => 'state'],
  ])('with a state directory %s: the answer says so', async (_name, place) => {
    writeFileSync(join(bench.home, 'file'), '');
    const environment = { ...process.env, CAP_STATE_DIR: place(bench.home) };
    const local = openBench({ environment, cwd: bench.home });
    const outcome = await local.call(touch());
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'state_unavailable', executed: false });
    expect((outcome as { message: string }).message).toMatch(/Nothing was executed\.$/);
    local.close();
    expect(ran()).toBe(false);
  });

  it('when the executable is swapped between freezing and starting', async () => {
    const bin = join(bench.home, 'bin');
    mkdirSync(bin);
    symlinkSync('/bin/true', join(bin, 'tool'));
    const found = await openBench({ environment: { PATH: bin } }).ports.findExecutable('tool');
    expect(found?.path).toBe(join(bin, 'tool'));
    const swapped = { path: join(bin, 'tool'), realPath: '/bin/other' };
    const fingerprint = { identity: '', contentHash: '' };
    const execution = {
      fingerprint,
      name: 'tool',
      argv: [],
      programs: [],
      places: [],
      isInPlace: async () => true,
      secrets: [],
      cwd: bench.home,
      environment: {},
      timeoutMs: 1000,
      meta: {},
    };
    expect(await bench.ports.execute({ ...execution, executable: swapped })).toMatchObject({ kind: 'not_started' });
  });
});

describe('the hash of a frozen call', () => {
  const subject = echo([{ arg: 'a', prefix: '--a=' }]);
  const hash = async (args: object, more = {}) => {
    const outcome = await bench.call(subject, args as never, { dry_run: true, ...more });
    if (outcome.kind !== 'dry_run') throw new Error(JSON.stringify(outcome));
    return outcome.frozen.inputHash;
  };

  it('is the same for the same call, whatever the order of its keys', async () => {
    expect(await hash({ a: 1, b: 2 })).toBe(await hash({ b: 2, a: 1 }));
  });

  it('is another for any other part', async () => {
    mkdirSync(join(bench.home, 'sub'));
    const hashes = [
      await hash({ a: 1 }),
      await hash({ a: '1' }),
      await hash({ a: 2 }),
      await hash({ a: 1 }, { tool_call_id: 'call-2' }),
      await hash({ a: 1 }, { timeout_ms: 1000 }),
      await hash({ a: 1 }, { cwd: 'sub' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
