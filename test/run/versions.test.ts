import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAtLeast } from '../../src/capability/program-version.ts';
import { type Bench, capability, command, finished, openBench, waiting } from './capabilities.ts';

let outer: Bench;
let bench: Bench;
let bin: string;
beforeEach(() => {
  outer = openBench();
  bin = join(outer.home, 'bin');
  mkdirSync(bin);
  const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CAP_STATE_DIR: join(outer.home, 'state') };
  bench = openBench({ environment });
});
afterEach(() => {
  bench.close();
  outer.close();
});

/** A program that tells this of itself, and leaves a line each time it is asked. */
function program(answer: string, exitCode = 0): void {
  const asked = join(outer.home, 'asked');
  const script = `#!/bin/sh\necho "$*" >> '${asked}'\nif [ "$1" = --version ]; then echo '${answer}'; exit ${exitCode}; fi\necho ran\n`;
  writeFileSync(join(bin, 'tool'), script, { mode: 0o755 });
}
const subject = (minVersion: string, more = {}) =>
  capability({
    handler: command({ executable: 'tool' }),
    executables: [{ name: 'tool', min_version: minVersion }],
    ...more,
  });

it.each([
  ['2.43.0', '2.30', true],
  ['2.30', '2.30', true],
  ['2.9.9', '2.30', false],
  ['10.2', '9', true],
  ['252', '230', true],
  ['1.0', '1.0.1', false],
])('%s against %s is %s', (version, needed, enough) => expect(isAtLeast(version, needed)).toBe(enough));

describe('a program that its manifest wants in a version', () => {
  it.each(['tool version 2.30.1 (Debian)', 'tool 3', 'v2.30', 'systemd 252 (252.22-1)'])(
    '%j is new enough',
    async (answer) => {
      program(answer);
      expect(finished(await bench.call(subject('2.30'))).evidence.stdout.text).toBe('ran\n');
    },
  );

  it('is too old: unavailable, and nothing is executed', async () => {
    program('tool version 2.9.9');
    const outcome = await bench.call(subject('2.30'));
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
    expect((outcome as { message: string }).message).toContain(
      'needs tool 2.30 or newer; this one says that it is 2.9.9',
    );
  });

  it.each([
    ['no number at all', 0],
    ['cannot connect to port 1', 1],
  ])('says %j (exit %d): no proof that it is too old', async (answer, exitCode) => {
    program(answer, exitCode);
    expect(finished(await bench.call(subject('2.30'))).status).toBe('succeeded');
  });

  it('is asked once, and again when its file was written', async () => {
    const asked = () =>
      readFileSync(join(outer.home, 'asked'), 'utf8')
        .split('\n')
        .filter((line) => line === '--version').length;
    program('tool 2.31');
    finished(await bench.call(subject('2.30')));
    // A file that was just written may be written again under the same marks: it is asked until it has settled.
    await sleep(2100);
    const before = asked();
    for (let i = 0; i < 3; i += 1) finished(await bench.call(subject('2.30')));
    expect(asked()).toBe(before + 1);
    program('tool 2.1');
    expect(await bench.call(subject('2.30'))).toMatchObject({ reason: 'unavailable' });
    expect(asked()).toBe(before + 2);
  });

  it('is not asked by a dry run, nor by a call that still waits for a yes', async () => {
    program('tool 2.31');
    const change = subject('2.30', { sideEffect: 'W-local', confirmation: 'caller' });
    expect(await bench.call(change, {}, { dry_run: true })).toMatchObject({ kind: 'dry_run' });
    const asked = waiting(await bench.call(change));
    expect(existsSync(join(outer.home, 'asked'))).toBe(false);
    // Nor is another one that was put in its place: the yes was for the first.
    program('tool 2.32');
    expect(await bench.call(change, {}, { confirmation_token: asked.token })).toMatchObject({ reason: 'denied' });
    expect(existsSync(join(outer.home, 'asked'))).toBe(false);
  });
});

it('a built-in tool whose program is missing is unavailable, not failed', async () => {
  const handler = { kind: 'builtin', tool: 'port_holders' } as const;
  const outcome = await bench.call(capability({ handler, executables: [{ name: 'no-such-program-here' }] }), {
    port: 1,
  });
  expect(outcome).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
});
