import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Manifest } from '../../src/capability/manifest.ts';
import { VocabularyManifest } from '../../src/capability/vocabulary.ts';

type Schema = { [key: string]: unknown };

/** Places in a JSON Schema where a property says nothing of itself. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, ...rest } = schema as Schema;
  const own = Object.entries((properties ?? {}) as Schema).flatMap(([name, property]) => [
    ...(typeof (property as Schema).description === 'string' ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ]);
  return [...own, ...Object.entries(rest).flatMap(([key, below]) => undescribed(below, `${path}/${key}`))];
}

/** Objects that let unknown keys pass, apart from JSON that the author writes freely. */
function open(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Schema;
  const isOpen = node.properties !== undefined && node.additionalProperties !== false;
  return [...(isOpen ? [path] : []), ...Object.entries(node).flatMap(([key, below]) => open(below, `${path}/${key}`))];
}

describe('the published form of a manifest', () => {
  const schema = z.toJSONSchema(Manifest) as Schema;

  it('describes every field, so that an editor can', () => {
    expect(undescribed(schema, 'manifest')).toEqual([]);
    expect(
      undescribed(z.toJSONSchema(VocabularyManifest), 'vocabulary').filter((path) => !/\.(zh|en)$/.test(path)),
    ).toEqual([]);
  });

  it('is closed everywhere', () => {
    expect(open(schema, '')).toEqual([]);
  });

  it('has no default for what an author must decide', () => {
    const action = (schema.oneOf as Schema[]).find((one) => JSON.stringify(one).includes('"const":"action"')) as Schema;
    const decided = [
      'when_to_use',
      'when_not_to_use',
      'side_effect',
      'risk_level',
      'idempotency',
      'timeout_ms',
      'arguments_schema',
    ];
    expect(action.required).toEqual(expect.arrayContaining(decided));
  });
});
