/** Canonical JSON and the hash over it: one value, one byte sequence, whatever the order in which it was built. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/canon/hash.ts';
import { canonicalJson } from '../../src/canon/json.ts';

describe('canonicalJson', () => {
  test.each([
    [
      'keys by UTF-16 code unit',
      { '\u20ac': 1, '\ufb33': 2, '😀': 3, '1': 4, a: 5, B: 6 },
      '{"1":4,"B":6,"a":5,"€":1,"😀":3,"\ufb33":2}',
    ],
    [
      'numbers as ECMAScript writes them',
      [1e21, 1e-7, -0, 4.5, 1 / 3, 2e-3],
      '[1e+21,1e-7,0,4.5,0.3333333333333333,0.002]',
    ],
    [
      'the shortest escapes',
      '\u0000\u001f\b\t\n\f\r"\\/\u007f\u2028',
      '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028"',
    ],
    ['nested values, no white space', { b: [true, null, {}], a: [] }, '{"a":[],"b":[true,null,{}]}'],
    ['members without a value left out', { a: undefined, b: 1 }, '{"b":1}'],
    ['a hole of an array as null', [undefined, 1], '[null,1]'],
    [
      'an object without a prototype',
      Object.assign(Object.create(null), { ['__proto__']: 1, a: 2 }),
      '{"__proto__":1,"a":2}',
    ],
  ])('%s', (_title, value, text) => expect(canonicalJson(value)).toBe(text));

  test.each([
    ['infinity', Number.POSITIVE_INFINITY],
    ['not a number', { a: [Number.NaN] }],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', [Symbol('a')]],
  ])('refuses %s, which JSON cannot carry', (_title, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test('says the same of a value however its members were ordered, and loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('sha256Hex', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of %j is the standard digest', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
    expect(sha256Hex(new TextEncoder().encode(text))).toBe(digest);
  });

  test('takes the UTF-8 bytes of a string', () => {
    expect(sha256Hex('端口')).toBe(sha256Hex(new TextEncoder().encode('端口')));
  });
});

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const turned = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value).reverse()) turned[key] = reversed(member);
  return turned;
}
