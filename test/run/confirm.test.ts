/** A yes is for one frozen call, once: real desk, real files, real children. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { openDesk } from '../../src/platform/confirmations.ts';
import { readToken } from '../../src/run/confirm/token.ts';
import { type Bench, command, openBench, waiting } from './capabilities.ts';
import { A, append, B, callsOn, REFUSED } from './confirmed-calls.ts';

let bench: Bench;
let now = Date.now();
const open = (more: object = {}) => openBench({ clock: () => now, ...more });
beforeEach(() => {
  now = Date.now();
  bench = open();
});
afterEach(() => bench.close());
const { ask, withToken, done } = callsOn(() => bench);

describe('a confirmed call', () => {
  it('is executed, once', async () => {
    const token = await ask();
    expect(done()).toBe('');
    expect(await withToken(token)).toMatchObject({ kind: 'finished', status: 'succeeded' });
    expect(done()).toBe('a\n');
    expect(await withToken(token)).toMatchObject(REFUSED);
    expect(done()).toBe('a\n');
  });

  it('tells on the wire what would happen, until when, and how to go on', async () => {
    const { response } = (await bench.answer(append(), A)) as { response: { confirmation: object } };
    expect(response).toMatchObject({
      status: 'confirmation_required',
      executed: false,
      confirmation: {
        affected_resources: ['a\n'],
        confirmation_token: expect.stringMatching(/^cap1\.c\./),
        expires_at: new Date(now + 600_000).toISOString(),
        approver: 'caller',
        next: expect.stringContaining('same request'),
      },
    });
  });

  it('that many processes bring at once is executed by one', async () => {
    const token = await ask();
    const all = await Promise.all(Array.from({ length: 40 }, () => withToken(token)));
    expect(all.filter(({ kind }) => kind === 'finished')).toHaveLength(1);
    expect(all.filter((outcome) => outcome.kind === 'refusal' && outcome.reason === 'denied')).toHaveLength(39);
    expect(done()).toBe('a\n');
  });

  it('may have its keys in another order', async () => {
    const token = await ask({ what: 'a\n', x: 1 });
    expect(await withToken(token, { x: 1, what: 'a\n' })).toMatchObject({ kind: 'finished' });
  });

  it('may spell out a default, or leave it out again', async () => {
    const properties = { what: { type: 'string' }, mode: { enum: ['fast', 'slow'], default: 'slow' } };
    const nested = { depth: { type: 'object', properties: { most: { type: 'integer', default: 3 } } } };
    const schema = { type: 'object', additionalProperties: false, properties: { ...properties, ...nested } };
    const subject = append({ argumentsSchema: schema });
    const plain = { ...A, depth: {} };
    const spelled = { mode: 'slow', depth: { most: 3 }, ...A };
    for (const [first, second, tool_call_id] of [
      [plain, spelled, 'call-1'],
      [spelled, plain, 'call-2'],
    ] as const) {
      const token = await ask(first, { tool_call_id }, subject);
      expect(await withToken(token, { ...second, mode: 'fast' }, { tool_call_id }, subject)).toMatchObject(REFUSED);
      expect(await withToken(token, second, { tool_call_id }, subject)).toMatchObject({
        kind: 'finished',
        status: 'succeeded',
      });
    }
  });

  it('has a key that only this user can read', async () => {
    await ask();
    expect(statSync(join(bench.home, 'state', 'confirmations', 'key')).mode & 0o777).toBe(0o600);
  });
});

describe('nothing is executed, and the token is not spent, by', () => {
  const other = (more: Partial<Capability>) => append(more);
  it.each([
    ['other arguments', B, {}, append()],
    ['another call id', A, { tool_call_id: 'call-2' }, append()],
    ['another timeout', A, { timeout_ms: 5000 }, append()],
    ['another directory', A, { cwd: 'sub' }, append()],
    ['another capability', A, {}, other({ id: 'test.other' })],
    ['another executable', A, {}, other({ handler: command({ executable: 'cat', argv: ['-a', 'done'] }) })],
    ['another argv', A, {}, other({ handler: command({ executable: 'tee', argv: ['-a', 'undone'] }) })],
    [
      'an environment of its own',
      A,
      {},
      other({ handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' }, env: { X: '1' } }) }),
    ],
  ] as const)('%s', async (_name, args, more, subject) => {
    mkdirSync(join(bench.home, 'sub'));
    const token = await ask();
    expect(await withToken(token, args, more, subject)).toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('another call'),
    });
    expect(done()).toBe('');
    expect(existsSync(join(bench.home, 'undone'))).toBe(false);
    expect(await withToken(token)).toMatchObject({ kind: 'finished' });
    expect(done()).toBe('a\n');
  });

  it('another value of a variable of the same name', async () => {
    const environment = { ...process.env, CAP_STATE_DIR: join(bench.home, 'state') };
    const token = await ask();
    const elsewhere = openBench({
      cwd: bench.home,
      environment: { ...environment, TZ: 'Asia/Tokyo' },
      clock: () => now,
    });
    expect(await withToken(token, A, {}, append(), elsewhere)).toMatchObject(REFUSED);
    elsewhere.close();
    expect(done()).toBe('');
  });

  it('other bytes in the executable, though its name, size and place are the same', async () => {
    const bin = join(bench.home, 'bin');
    mkdirSync(bin);
    const write = (word: string) => {
      writeFileSync(join(bin, 'tool'), `#!/bin/sh\necho ${word} >> done\n`);
      chmodSync(join(bin, 'tool'), 0o755);
    };
    write('good');
    const environment = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      CAP_STATE_DIR: join(bench.home, 'state'),
    };
    const at = openBench({ cwd: bench.home, environment, clock: () => now });
    const subject = append({ handler: command({ executable: 'tool' }) });
    const { token } = waiting(await at.call(subject, A));
    write('evil');
    expect(await withToken(token, A, {}, subject, at)).toMatchObject(REFUSED);
    expect(done()).toBe('');
    write('good');
    expect(await withToken(token, A, {}, subject, at)).toMatchObject({ kind: 'finished' });
    expect(done()).toBe('good\n');
    at.close();
  });
});

describe('a token is refused, with nothing executed,', () => {
  it('when any one of its characters is another', async () => {
    const token = await ask();
    for (let at = 0; at < token.length; at += 1) {
      const letter = token[at] === '0' ? '1' : '0';
      const altered = token.slice(0, at) + letter + token.slice(at + 1);
      expect(await withToken(altered)).toMatchObject(REFUSED);
    }
    expect(done()).toBe('');
    expect(await withToken(token)).toMatchObject({ kind: 'finished' });
  });

  it.each([
    ['shorter', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}0`],
    ['in capitals', (token: string) => token.toUpperCase()],
    ['with a space', (token: string) => ` ${token}`],
    ['with a line break', (token: string) => `${token}\n`],
    ['with a later end', (token: string) => token.replace(/^cap1\.c\.[0-9a-f]+/, 'cap1.c.fffffffffff')],
    ['for a human', (token: string) => token.replace('cap1.c.', 'cap1.h.')],
    ['that is a word', () => 'yes'],
    ['that is a name', () => '__proto__'],
  ])('%s', async (_name, alter) => {
    expect(await withToken(alter(await ask()))).toMatchObject(REFUSED);
    expect(done()).toBe('');
  });

  it('at its last moment and after it', async () => {
    const token = await ask();
    now += 600_000;
    expect(await withToken(token)).toMatchObject({ ...REFUSED, message: expect.stringContaining('expired') });
    expect(done()).toBe('');
  });

  it('in its last moment before that, not', async () => {
    const token = await ask();
    now += 599_999;
    expect(await withToken(token)).toMatchObject({ kind: 'finished' });
  });

  it('when the clock was set back after it had expired', async () => {
    const token = await ask();
    now += 700_000;
    expect(await withToken(token)).toMatchObject(REFUSED);
    for (const back of [10_000, 90_000, 690_000]) {
      now -= back;
      expect(await withToken(token)).toMatchObject(REFUSED);
    }
    expect(done()).toBe('');
    expect(await withToken(await ask())).toMatchObject({ kind: 'finished' });
  });

  it('from another state directory', async () => {
    const other = open();
    const { token } = waiting(await other.call(append(), A, { cwd: bench.home }));
    expect(await withToken(token, A, { cwd: bench.home })).toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('not issued here'),
    });
    other.close();
    expect(done()).toBe('');
  });

  it('under another user of the same key', async () => {
    const desk = await openDesk({ CAP_STATE_DIR: join(bench.home, 'state') }, 'linux', () => now);
    if (desk.kind !== 'open') throw new Error(desk.message);
    const token = await ask();
    expect(readToken(token, desk)).toMatchObject({ kind: 'valid' });
    expect(readToken(token, { ...desk, user: '12345' })).toEqual({ kind: 'invalid', why: 'not_ours' });
  });

  it('after others could read the key: it is replaced, and what it signed is void', async () => {
    const token = await ask();
    const key = join(bench.home, 'state', 'confirmations', 'key');
    chmodSync(key, 0o644);
    expect(await withToken(token)).toMatchObject(REFUSED);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(done()).toBe('');
  });

  it('beside dry_run', async () => {
    const token = await ask();
    expect(await withToken(token, A, { dry_run: true })).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/confirmation_token' }],
    });
    expect(await withToken(token)).toMatchObject({ kind: 'finished' });
  });

  it('for what needs none', async () => {
    expect(await withToken(await ask(), A, {}, append({ sideEffect: 'R', confirmation: 'none' }))).toMatchObject({
      kind: 'finished',
    });
    expect(await withToken('x', A, {}, append({ sideEffect: 'R', confirmation: 'none' }))).toMatchObject(REFUSED);
  });
});

it('the store forgets what was spent long ago, and nothing else', async () => {
  await withToken(await ask());
  now += 25 * 60 * 60_000;
  const another = { tool_call_id: 'call-2' };
  await withToken(await ask(A, another), A, another);
  expect(readdirSync(join(bench.home, 'state', 'confirmations', 'spent')).length).toBeLessThanOrEqual(2);
  expect(done()).toBe('a\na\n');
});

it('without a place for the key nothing is executed', async () => {
  const at = openBench({ environment: { ...process.env, CAP_STATE_DIR: '/proc/nowhere' } });
  expect(await at.call(append(), A)).toMatchObject({ kind: 'refusal', reason: 'state_unavailable', executed: false });
  at.close();
});
