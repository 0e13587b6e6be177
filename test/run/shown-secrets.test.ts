/** A value that the schema marks as secret stands in no plan and in no complaint, wherever in the schema the mark is. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArgvItem, Handler, JsonObject } from '../../src/capability/capability.ts';
import { nameToType } from '../../src/run/decide.ts';
import { type Bench, capability, command, openBench } from './capabilities.ts';
import { http } from './http-servers.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const SECRET = 'Wq7-Zx';
const MARKS: readonly (readonly [string, JsonObject])[] = [
  ['secret', { secret: true }],
  ['x-secret', { 'x-secret': true }],
  ['a password', { format: 'password' }],
  ['a reference', { $ref: '#/$defs/key' }],
  ['a condition', JSON.parse('{"if":{"minLength":1},"then":{"x-secret":true}}') as JsonObject],
];
const ITEMS: readonly (readonly [string, ArgvItem, JsonObject[string], string])[] = [
  ['as an element', { arg: 'a' }, SECRET, '[masked]'],
  ['behind a prefix', { arg: 'a', prefix: '--key=' }, SECRET, '--key=[masked]'],
  ['as a path', { arg: 'a', path: true }, `-${SECRET}`, './[masked]'],
  ['as items', { arg: 'a', each: true }, [SECRET], '[masked]'],
  ['as JSON', { arg: 'a' }, { deep: [SECRET] }, '[masked]'],
];
const subject = (mark: JsonObject, item: ArgvItem, sideEffect: 'R' | 'W-local') =>
  capability({
    sideEffect,
    confirmation: sideEffect === 'R' ? 'none' : 'caller',
    argumentsSchema: { type: 'object', properties: { a: mark }, $defs: { key: { 'x-secret': true } } },
    handler: command({ argv: ['-e', '0', '--', 'literal', item] }),
  });

describe.each(MARKS)('marked by %s', (_mark, mark) => {
  it.each(ITEMS)('%s: the plan shows no secret', async (_name, item, value, shown) => {
    for (const [sideEffect, more] of [['R', { dry_run: true }] as const, ['W-local', {}] as const]) {
      const answer = await bench.answer(subject(mark, item, sideEffect), { a: value }, more);
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      expect(answer).toMatchObject({ response: { plan: { argv: ['-e', '0', '--', 'literal', shown] } } });
    }
  });

  it('a complaint about it does not repeat it', async () => {
    const number = subject({ allOf: [mark, { type: 'integer' }] }, { arg: 'a' }, 'R');
    const answer = await bench.answer(number, { a: SECRET });
    expect(answer).toMatchObject({ response: { status: 'invalid_arguments' } });
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });
});

it.each(MARKS)(
  'marked by %s: it stands in no line of what is affected, and is not what a person types',
  async (_mark, mark) => {
    const action = capability({
      sideEffect: 'I',
      confirmation: 'human',
      argumentsSchema: { type: 'object', properties: { a: mark }, $defs: { key: { 'x-secret': true } } },
      affectedResources: ['the account {a}'],
      produces: ['{a}'],
      handler: command({ argv: ['-e', '0', '--', { arg: 'a' }] }),
    });
    const answer = await bench.answer(action, { a: SECRET });
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(answer).toMatchObject({ response: { plan: { affected_resources: ['the account [masked]'] } } });
    expect(nameToType({ capability: action, arguments: { a: SECRET } })).toBe(action.id);
  },
);

describe.each(MARKS)('marked by %s', (_mark, mark) => {
  it.each<[string, Handler]>([
    [
      'a request',
      http({ url: 'https://example.org/x/{a}', query: [{ name: 'b', arg: 'a' }], headers: [{ name: 'x-b', arg: 'a' }] })
        .handler as Handler,
    ],
    [
      'a body',
      http({ method: 'POST', url: 'https://example.org/x', body: { format: 'text', arg: 'a' } }).handler as Handler,
    ],
    ['a call of a tool', { kind: 'mcp', server: { executable: 'node' }, tool: 'x' }],
  ])('the plan of %s shows no secret', async (_name, handler) => {
    const answer = await bench.answer(
      { ...subject(mark, { arg: 'a' }, 'R'), handler },
      { a: SECRET },
      { dry_run: true },
    );
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(answer).toMatchObject({ response: { plan: { request: expect.anything() } } });
    expect(JSON.stringify(answer)).toMatch(/\[masked\]|%5Bmasked%5D/);
  });
});

it('what is not secret is shown as it is started', async () => {
  const answer = await bench.answer(subject({ type: 'string' }, { arg: 'a' }, 'R'), { a: 'plain' }, { dry_run: true });
  expect(answer).toMatchObject({ response: { plan: { argv: ['-e', '0', '--', 'literal', 'plain'] } } });
});
