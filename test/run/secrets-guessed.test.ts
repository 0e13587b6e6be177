/** Who holds a hash, a token or the state of a call with a secret cannot try out with it what the secret was. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf, waiting } from './capabilities.ts';
import { http } from './http-servers.ts';

let bench: Bench;
// A state of its own each: the same call under the same name is made once.
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const text = { type: 'string' };
const secret = { ...text, secret: true };
const subject = (more: JsonObject, confirmation: 'caller' | 'human' = 'caller') =>
  capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation,
    argumentsSchema: { type: 'object', properties: { open: text, ...more } },
    handler: command({
      executable: 'true',
      stdin: { arg: 'word' },
      argv: ['--', { arg: 'item' }, { arg: 'list', each: true }, { arg: 'password' }],
    }),
  });

/** Wherever a secret can stand: in an argument, in a list, in one that is secret by its name or by what it looks like. */
const PLACES: readonly (readonly [string, JsonObject, (word: string) => JsonObject])[] = [
  ['on stdin', { word: secret }, (word) => ({ word })],
  ['on the command line', { item: secret }, (item) => ({ item })],
  ['in a list', { list: { type: 'array', items: secret } }, (item) => ({ list: [item] })],
  ['by its name', { password: text }, (password) => ({ password })],
  ['by its looks', { item: text }, (item) => ({ item: `https://me:${item}@example.org` })],
];

const hashOf = (outcome: RunOutcome) => ('frozen' in outcome ? outcome.frozen.inputHash : JSON.stringify(outcome));
const tokenOf = (outcome: RunOutcome) => waiting(outcome).token;
const told = (outcome: RunOutcome) => (outcome.kind === 'refusal' ? outcome.received : outcome.kind);

describe.each(PLACES)('a secret %s', (_name, properties, args) => {
  it('is not in the input_hash, and the rest of the call is', async () => {
    const dry = async (values: JsonObject) => hashOf(await bench.call(subject(properties), values, { dry_run: true }));
    const right = await dry(args('4711'));
    expect(await dry(args('4712'))).toBe(right);
    expect(await dry({ ...args('4711'), open: 'x' })).not.toBe(right);
  });

  it('is bound by the yes, which tells nothing of it, and of which one guess is all there is', async () => {
    const call = (word: string, more: JsonObject = {}) => bench.call(subject(properties), args(word), more);
    const given = tokenOf(await call('4711'));
    for (const word of ['4711', '4712']) {
      const other = await call(word, { tool_call_id: 'other', confirmation_token: given });
      expect(told(other)).toBe('another tool_call_id (other)');
    }
    const wrong = await call('4712', { confirmation_token: given });
    expect(wrong).toMatchObject({
      kind: 'refusal',
      reason: 'denied',
      executed: false,
      message: expect.stringContaining('another secret'),
    });
    const late = await call('4711', { confirmation_token: given });
    expect(late).toMatchObject({ kind: 'refusal', reason: 'denied', message: expect.stringContaining('used before') });
    expect(await call('4711', { confirmation_token: tokenOf(await call('4711')) })).toMatchObject({ kind: 'finished' });
  });

  it('is no other call while a human’s yes is waited for', async () => {
    const call = (word: string, more: JsonObject = {}) => bench.call(subject(properties, 'human'), args(word), more);
    const given = tokenOf(await call('4711'));
    for (const word of ['4711', '4712']) expect(tokenOf(await call(word, { confirmation_token: given }))).toBe(given);
  });
});

it('of a secret that the user keeps, the input_hash has the name alone, and the yes the value', async () => {
  const url = 'https://example.org/x';
  const headers = [{ name: 'authorization', secret: 'TOKEN' }];
  const kept = http({ url, headers }, { sideEffect: 'W-shared', effect: 'write', confirmation: 'caller' });
  const call = (hash: string, more: JsonObject = {}) => {
    const ports = { ...bench.ports, secretHash: async () => hash };
    return runStages(requestOf(kept, {}, more), catalogOf(kept), ports, ports.newOperationId());
  };
  expect(hashOf(await call('1', { dry_run: true }))).toBe(hashOf(await call('2', { dry_run: true })));
  const given = tokenOf(await call('1'));
  const wrong = await call('2', { confirmation_token: given });
  expect(wrong).toMatchObject({ kind: 'refusal', message: expect.stringContaining('another secret') });
});

it('of a change and of a call that failed, nothing is kept that is made of its secret without a key', async () => {
  const fails = { ...subject({ word: secret }), handler: command({ executable: 'false', stdin: { arg: 'word' } }) };
  const call = (more: JsonObject = {}) => bench.call(fails, { word: '4711' }, more);
  const outcome = await call({ confirmation_token: tokenOf(await call()) });
  if (!('frozen' in outcome)) throw new Error(JSON.stringify(outcome));
  const { repeatKey, sameCallKey } = outcome.frozen;
  const state = join(bench.home, 'state');
  const paths = readdirSync(state, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(state, path)).isFile());
  const kept = files.map((path) => `${path}\n${readFileSync(join(state, path), 'latin1')}`).join('\n');
  for (const guessable of [repeatKey, sameCallKey, '4711']) expect(kept.includes(guessable)).toBe(false);
  // Both were kept for all that: what failed in part is open, and it is the failure of this very call.
  expect((await bench.ports.circuit.facts(sameCallKey)).fruitless).toHaveLength(1);
  expect(files.some((path) => path.startsWith('journal/'))).toBe(true);
});
