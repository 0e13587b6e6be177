/** Each guide of the catalog is followed by a test of this folder, on a situation that is really broken. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/capability/capability.ts';
import { defaultCapabilities } from '../default-catalog.ts';

const capabilities = defaultCapabilities();
const guides = capabilities.filter(({ type }) => type === 'recipe');

it('there are fifteen, and none is only read', () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  expect(guides).toHaveLength(15);
  const followed = (id: string) => tests.includes(`follow('${id}')`) || tests.includes(`followGuide('${id}'`);
  expect(guides.map(({ id }) => id).filter((id) => !followed(id))).toEqual([]);
});

it.each(guides.map(({ id }) => id))('%s names arguments and fields that are there', (id) => {
  const guide = guides.find((one) => one.id === id);
  for (const text of [guide?.body?.zh ?? '', guide?.body?.en ?? '']) {
    const named = [...text.matchAll(/\{cap:([a-z0-9_.]+)\}/g)].map(([, name = '']) => name);
    const there = new Set(
      capabilities
        .filter((one) => named.includes(one.id))
        .flatMap(({ argumentsSchema, outputSchema }) => [...namesIn(argumentsSchema), ...namesIn(outputSchema ?? {})]),
    );
    // `name: value`; what ends in an ellipsis is quoted from somewhere else.
    const said = [...text.matchAll(/`([a-z_]+): [^`]*[^`…]`/g)].map(([, name = '']) => name);
    expect(said.filter((name) => !there.has(name))).toEqual([]);
  }
});

/** Names of properties at any depth, and the words of descriptions: some results are described in a sentence. */
function namesIn(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema as JsonObject).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as JsonObject) : []),
    ...(key === 'description' && typeof value === 'string' ? (value.match(/[a-z_]+/g) ?? []) : []),
    ...namesIn(value),
  ]);
}
