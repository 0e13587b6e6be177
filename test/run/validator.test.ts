/** Validators are used again: nothing of a schema may be left in one for the schemas after it. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/capability/capability.ts';
import { bounded } from '../../src/platform/bounded.ts';
import { validate } from '../../src/run/validator.ts';

const isValid = (schema: JsonObject, value: Json) => validate(schema, value).length === 0;

it.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'])(
  'schemas of %s know nothing of those before them',
  ($schema) => {
    for (const named of [{ $id: 'https://example.com/one' }, {}, { $id: 'https://example.com/one' }]) {
      expect(isValid({ $schema, ...named, type: 'string' }, 'x')).toBe(true);
      expect(isValid({ $schema, ...named, type: 'integer' }, 'x')).toBe(false);
    }
    const inside = { $schema, properties: { a: { $id: 'https://example.com/inside', type: 'string' } } };
    expect(isValid({ ...inside, $defs: { b: { $ref: 'https://example.com/inside' } } }, { a: 'x' })).toBe(true);
    expect(() => validate({ $schema, $ref: 'https://example.com/inside' }, 'x')).toThrow(/example.com.inside/);
    const local = (type: string) => ({ $schema, $defs: { a: { type } }, $ref: '#/$defs/a' });
    expect([isValid(local('string'), 'x'), isValid(local('integer'), 'x')]).toEqual([true, false]);
  },
);

it.each(['http://json-schema.org/draft-07/schema', 'https://json-schema.org/draft/2020-12/schema'])(
  'a schema of schemas may be referred to: %s',
  (meta) => {
    const schema = { $schema: meta, properties: { schema: { $ref: meta } } };
    expect([isValid(schema, { schema: { type: 'string' } }), isValid(schema, { schema: { type: 5 } })]).toEqual([
      true,
      false,
    ]);
    expect(() => validate({ $schema: meta, $ref: `${meta}/other` }, 'x')).toThrow(/other/);
  },
);

it('is as good as new after a schema that is none, one that was broken off, and hundreds of others', () => {
  const endless = { type: 'string', pattern: '^(a+)+$' };
  const schema = { type: 'object', properties: { a: { type: 'integer' } } };
  for (const before of [
    () => expect(() => validate({ type: 'nothing' }, 1)).toThrow(),
    () => expect(bounded(20, () => validate(endless, `${'a'.repeat(40)}b`))).toBeUndefined(),
    () => Array.from({ length: 200 }, (_, i) => expect(isValid({ const: i }, i)).toBe(true)),
  ]) {
    before();
    expect([isValid(schema, { a: 1 }), isValid(schema, { a: 'x' }), isValid(endless, 'aaa')]).toEqual([
      true,
      false,
      true,
    ]);
  }
});
