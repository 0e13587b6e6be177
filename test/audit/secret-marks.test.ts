/** A schema marks a value as secret wherever in it the mark stands; and what is marked nowhere is not masked with it. */
import { describe, expect, it } from 'vitest';
import { maskArguments } from '../../src/audit/mask.ts';
import type { JsonObject } from '../../src/capability/capability.ts';

const SECRET = { type: 'string', 'x-secret': true };
const VALUE = 'Wq7-Zx';
const defs = (name: string, schema: object) => ({ [name]: { key: schema } });

/** Written as JSON: an object with such a member passes for a promise. */
const branch = (schema: object) => JSON.parse(`{"then":${JSON.stringify(schema)}}`) as object;
const object = (schema: object): object => ({ properties: { a: schema } });
const inA = { a: VALUE, b: 'shown' };
const under = (schema: object) => ({ properties: { a: { type: 'object', ...schema }, b: { type: 'string' } } });
const deep = { a: { x: VALUE }, b: 'shown' };
const list = { a: ['first', VALUE], b: 'shown' };

const PLACES: readonly (readonly [string, object, JsonObject])[] = [
  ['a reference', { ...object({ $ref: '#/$defs/key' }), ...defs('$defs', SECRET) }, inA],
  ['a reference of draft-07', { ...object({ $ref: '#/definitions/key' }), ...defs('definitions', SECRET) }, inA],
  [
    'a reference to a reference',
    { ...object({ $ref: '#/$defs/key' }), $defs: { key: { $ref: '#/$defs/x' }, x: SECRET } },
    inA,
  ],
  ['a reference to a name', { ...object({ $ref: '#here' }), ...defs('$defs', { ...SECRET, $anchor: 'here' }) }, inA],
  [
    'a dynamic reference',
    { ...object({ $dynamicRef: '#here' }), ...defs('$defs', { ...SECRET, $dynamicAnchor: 'here' }) },
    inA,
  ],
  ['a reference to an address', { ...object({ $ref: 'other' }), ...defs('$defs', { ...SECRET, $id: 'other' }) }, inA],
  [
    'a pointer within an address',
    { properties: { a: { $id: 'o', $ref: '#/$defs/key', $defs: { key: SECRET } } } },
    inA,
  ],
  ['an escaped reference', { ...object({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': SECRET } }, inA],
  [
    'a reference that leads nowhere, in a schema with a secret',
    { properties: { a: { $ref: 'elsewhere' }, c: SECRET } },
    inA,
  ],
  [
    'a circle',
    { ...object({ $ref: '#/$defs/key' }), ...defs('$defs', { allOf: [{ $ref: '#/$defs/key' }, SECRET] }) },
    inA,
  ],
  ['if', object({ if: SECRET }), inA],
  ['then', object({ if: { minLength: 1 }, ...branch(SECRET) }), inA],
  ['else', object({ if: { minLength: 99 }, else: SECRET }), inA],
  ['not', object({ not: { not: SECRET } }), inA],
  ['allOf in anyOf in oneOf', object({ oneOf: [{ anyOf: [{ allOf: [SECRET] }] }] }), inA],
  ['properties of allOf', { allOf: [object(SECRET)] }, inA],
  ['properties of then', { if: {}, ...branch(object(SECRET)) }, inA],
  ['dependentSchemas', { dependentSchemas: { b: object(SECRET) } }, inA],
  ['dependencies', { dependencies: { b: object(SECRET), c: ['b'] } }, inA],
  ['the schema as a whole, one property by reference', { $ref: '#/$defs/key', ...defs('$defs', object(SECRET)) }, inA],
  ['patternProperties', under({ patternProperties: { '^x': SECRET } }), deep],
  [
    'a pattern that takes long',
    under({ patternProperties: { '^(x+)+$': SECRET } }),
    { a: { [`${'x'.repeat(60)}!`]: VALUE } },
  ],
  ['additionalProperties', under({ properties: { y: {} }, additionalProperties: SECRET }), deep],
  ['unevaluatedProperties', under({ unevaluatedProperties: SECRET }), deep],
  ['propertyNames', under({ propertyNames: SECRET }), { a: { [VALUE]: 1 } }],
  ['prefixItems', object({ prefixItems: [{}, SECRET] }), list],
  ['items of draft-07', object({ items: [{}, SECRET] }), list],
  ['additionalItems', object({ items: [{}], additionalItems: SECRET }), list],
  ['unevaluatedItems', object({ prefixItems: [{}], unevaluatedItems: SECRET }), list],
  ['items behind the first', object({ prefixItems: [{}], items: SECRET }), list],
  ['contains', object({ contains: SECRET }), list],
  ['contentSchema', object({ contentSchema: object(SECRET) }), { a: JSON.stringify(inA) }],
  [
    'a tree',
    {
      ...object({ $ref: '#/$defs/key' }),
      ...defs('$defs', { properties: { leaf: SECRET, more: { items: { $ref: '#/$defs/key' } } } }),
    },
    { a: { more: [{ more: [{ leaf: VALUE }] }] } },
  ],
];

describe('a mark is found', () => {
  it.each(PLACES)('behind %s', (_name, schema, values) => {
    const { arguments: kept, masked } = maskArguments(values, schema as JsonObject);
    expect(JSON.stringify(kept)).not.toContain(VALUE);
    expect(masked.length).toBeGreaterThan(0);
    if ('b' in values) expect(kept.b).toBe('shown');
  });

  it('on the schema as a whole: the names of the arguments stay', () => {
    expect(maskArguments({ a: VALUE, n: 1 }, SECRET)).toEqual({
      arguments: { a: '[masked]', n: '[masked]' },
      masked: ['/a', '/n'],
    });
  });
});

it.each<[string, object, JsonObject]>([
  ['another property', { properties: { a: SECRET } }, { b: 'v' }],
  ['what only another pattern names', { patternProperties: { '^k_': SECRET } }, { b: 'v' }],
  ['a property beside additionalProperties', { properties: { b: {} }, additionalProperties: SECRET }, { b: 'v' }],
  ['another item', { properties: { b: { prefixItems: [SECRET], items: {} } } }, { b: [] }],
  ['a name that every object has', { properties: { a: SECRET } }, { constructor: 'v' }],
  ['a schema of one true property', { properties: { a: SECRET, b: true } }, { b: 'v' }],
  [
    'a reference that leads nowhere, in a schema without a secret',
    { properties: { b: { $ref: 'elsewhere' } } },
    { b: 'v' },
  ],
])('and masks nothing of %s', (_name, schema, values) => {
  expect(maskArguments(values, schema as JsonObject)).toEqual({ arguments: values, masked: [] });
});

it('many values under a schema of many circles take no long', () => {
  const names = Array.from({ length: 60 }, (_, number) => `d${number}`);
  const all = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  const $defs = Object.fromEntries(names.map((name) => [name, { ...all, items: all, additionalProperties: all }]));
  const values = { list: Array.from({ length: 2000 }, (_, number) => ({ [`n${number}`]: [number] })) };
  const begun = process.cpuUsage();
  maskArguments(values, { ...all, $defs, properties: { last: SECRET } });
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
});
