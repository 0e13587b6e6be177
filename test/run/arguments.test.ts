import { describe, expect, it } from 'vitest';
import type { Example, JsonObject } from '../../src/capability/capability.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { validateArguments } from '../../src/run/arguments.ts';
import { resolve, UNGOVERNED } from '../../src/run/resolve.ts';
import { capability, catalogOf, command, requestOf } from './capabilities.ts';

const { bounded } = createRunPorts({
  environment: {},
  cwd: '/',
  platform: 'linux',
  self: { file: process.execPath, argv: [] },
});

const SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['port'],
  properties: {
    port: { type: 'integer', minimum: 1, maximum: 65535 },
    protocol: { enum: ['tcp', 'udp', 'any'], default: 'any' },
    names: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    when: { type: 'string', format: 'date-time' },
    password: { type: 'string', minLength: 8, secret: true },
    target: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    nested: { type: 'object', properties: { deep: { type: 'boolean', default: true } } },
  },
};

function check(args: JsonObject, schema: JsonObject = SCHEMA, examples: Example[] = [{ arguments: { port: 3000 } }]) {
  const subject = capability({ argumentsSchema: schema, examples, handler: command({}) });
  const resolved = resolve(requestOf(subject, args, {}), catalogOf(subject), UNGOVERNED);
  if (isRefusal(resolved)) throw new Error(resolved.message);
  return validateArguments(resolved, bounded);
}

describe('arguments that fit', () => {
  it('come back with the defaults put in, also inside objects that are there', () => {
    const valid = check({ port: 80, nested: {} });
    const values = valid.kind === 'valid_arguments' ? valid.values : valid;
    expect(values).toEqual({ port: 80, nested: { deep: true }, protocol: 'any' });
  });

  it('leave the given object as it was', () => {
    const given = { port: 80 };
    check(given);
    expect(given).toEqual({ port: 80 });
  });
});

describe('arguments that do not fit', () => {
  it.each<[string, JsonObject, object]>([
    [
      'type',
      { port: '3000' },
      { path: '/arguments/port', expected: 'integer, from 1 to 65535', received: '"3000" (string)', example: 3000 },
    ],
    ['range', { port: 70000 }, { path: '/arguments/port', received: '70000 (integer)', example: 3000 }],
    [
      'absence',
      {},
      { path: '/arguments/port', expected: 'required: integer, from 1 to 65535', received: 'nothing', example: 3000 },
    ],
    [
      'unknown name',
      { port: 1, prot: 2 },
      { path: '/arguments/prot', received: '"prot" (string)', did_you_mean: 'port' },
    ],
    [
      'word of a list',
      { port: 1, protocol: 'tpc' },
      { path: '/arguments/protocol', expected: 'one of "tcp", "udp", "any"', did_you_mean: 'tcp' },
    ],
    ['item', { port: 1, names: ['a', 1] }, { path: '/arguments/names/1', expected: 'string', received: '1 (integer)' }],
    ['twin', { port: 1, names: ['a', 'a'] }, { path: '/arguments/names', expected: 'array of string, no item twice' }],
    [
      'format',
      { port: 1, when: 'yesterday' },
      { path: '/arguments/when', expected: 'string, in the format "date-time"' },
    ],
    [
      'choice',
      { port: 1, target: 'x' },
      { path: '/arguments/target', expected: 'integer or null', received: '"x" (string)' },
    ],
    ['prototype key', JSON.parse('{"port":1,"__proto__":{"x":1}}'), { path: '/arguments/__proto__' }],
    ['inherited name', { port: 1, constructor: 1 } as unknown as JsonObject, { path: '/arguments/constructor' }],
  ])('%s: where, expected, received', (_name, args, problem) => {
    const outcome = check(args);
    expect(outcome).toMatchObject({ kind: 'invalid_arguments', problems: [problem], example: { port: 3000 } });
    expect((outcome as unknown as { problems: object[] }).problems).toHaveLength(1);
  });

  it('are all told at once, up to twenty', () => {
    const outcome = check({ port: 'x', protocol: 'y', nested: 1 });
    expect((outcome as unknown as { problems: { path: string }[] }).problems.map(({ path }) => path)).toEqual([
      '/arguments/port',
      '/arguments/protocol',
      '/arguments/nested',
    ]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`unknown${i}`, 1]));
    expect((check(many) as unknown as { problems: object[] }).problems).toHaveLength(20);
  });

  it('are not repeated when the schema calls them secret', () => {
    expect(JSON.stringify(check({ port: 1, password: 'hunter2' }))).not.toContain('hunter2');
  });
});

describe('a schema', () => {
  it.each([
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'integer' }] }, 'items'],
    [
      '2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'integer' }] },
      'prefixItems',
    ],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', items: [{ type: 'integer' }] }, 'items'],
  ])('of %s is read in its own dialect', (_name, { $schema, ...list }, _keyword) => {
    const schema = { $schema, type: 'object', properties: { pair: { type: 'array', ...list } } } as JsonObject;
    expect(check({ pair: [1] }, schema).kind).toBe('valid_arguments');
    expect(check({ pair: ['x'] }, schema)).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/arguments/pair/0' }],
    });
  });

  it('without a dialect is 2020-12', () => {
    const schema = { type: 'object', properties: { pair: { type: 'array', prefixItems: [{ type: 'integer' }] } } };
    expect(check({ pair: ['x'] }, schema).kind).toBe('invalid_arguments');
  });

  it('may refer to itself', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    };
    expect(check({ tree: { name: 'a', children: [{ name: 'b', children: [] }] } }, schema).kind).toBe(
      'valid_arguments',
    );
    expect(check({ tree: { name: 'a', children: [{ children: [] }] } }, schema)).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/arguments/tree/children/0/name' }],
    });
  });

  it.each([
    ['refers to another place', { properties: { a: { $ref: 'https://example.com/schema.json' } } }],
    ['is nonsense', { properties: { a: { type: 'nonsense' } } }],
    ['has another dialect', { $schema: 'https://example.com/my-own' }],
  ])('that %s is unusable, and says so', (_name, schema) => {
    expect(check({ a: 1 }, schema as JsonObject).kind).toBe('unusable_schema');
  });

  it('whose pattern never comes to an end is broken off', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const before = process.cpuUsage();
    expect(check({ a: `${'a'.repeat(60)}!` }, schema)).toMatchObject({
      kind: 'invalid_arguments',
      problems: [{ path: '/arguments' }],
    });
    // Counted as work, not by the clock on the wall: a second try may wait four times as long where the machine is busy.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(15_000);
  });
});
