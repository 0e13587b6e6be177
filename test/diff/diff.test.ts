/** Two catalogs side by side: each kind of change, and whether it breaks who called before. */
import { describe, expect, test } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { compileCatalog } from '../../src/compile/compile.ts';
import { capabilityChanges } from '../../src/diff/capability-change.ts';
import { diffSnapshots } from '../../src/diff/diff.ts';
import { type Direction, schemaChanges } from '../../src/diff/schema-change.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { ACTION, edit, PACK, SMALL, sources } from '../compile/small-catalog.ts';

function side(texts: Readonly<Record<string, string | undefined>> = {}) {
  const files = Object.entries({ ...SMALL, ...texts }).filter(
    (file): file is [string, string] => file[1] !== undefined,
  );
  const compiled = compileCatalog(sources(Object.fromEntries(files)));
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  return { snapshot: openBytes(compiled.snapshot), hidden: undefined, describable: () => true };
}

/** Lists whose rule compares their members. */
const EMPTY: readonly string[] = ['executables', 'requiredContext'];

const withAction = (from: string, to: string) => side({ 'net/who.yaml': edit(ACTION, from, to) });

describe('one capability', () => {
  test.each([
    ['title', 'Show who holds a port', 'Show the holder', false],
    ['aliases', '[who uses this port]', '[port user]', false],
    ['side_effect', 'R\nrisk_level: low\nconfirmation: none', 'W-local\nrisk_level: low\nconfirmation: caller', true],
    ['risk_level', 'risk_level: low', 'risk_level: high', true],
    ['confirmation', 'confirmation: none', 'confirmation: caller', true],
    ['network_policy', 'network_policy: none', 'network_policy: outbound', true],
    ['idempotency', 'idempotency: idempotent', 'idempotency: non_idempotent', true],
    ['timeout_ms', 'timeout_ms: 10000', 'timeout_ms: 9000', true],
    ['timeout_ms', 'timeout_ms: 10000', 'timeout_ms: 11000', false],
    ['version', 'version: 1\n', 'version: 2\n', false],
    ['requires', 'os: [linux]', 'os: [linux, darwin]', false],
    ['requires', 'os: [linux]', 'os: [darwin]', true],
    ['requires', 'min_version: "5.0"', 'min_version: "6.0"', true],
    ['handler', '"-n"', '"-l"', false],
    ['arguments_schema', 'required: [port]', 'required: []', false],
    ['arguments_schema', 'minimum: 1', 'minimum: 0', false],
    ['arguments_schema', 'description: The port.', 'description: A port.', false],
  ])('%s: %s → %s', (at, from, to, breaking) => {
    const world = withAction(from, to);
    const found = diffSnapshots(side(), world).filter(({ id }) => id === 'net.who');
    expect(found).toMatchObject([{ kind: 'changed', breaking }]);
    expect(found[0]?.changes.filter((change) => change.at === at && change.breaking === breaking)).not.toEqual([]);
    // The way back is the other way round, unless neither hurts.
    const [back] = diffSnapshots(world, side()).filter(({ id }) => id === 'net.who');
    if (breaking && at !== 'requires') expect(back?.breaking).toBe(false);
  });

  test('no field goes unnoticed', () => {
    const { snapshot } = side();
    const capability = snapshot.contract(snapshot.find('net.kill'));
    // They follow from the id and the side effect.
    const derived = ['id', 'cliPath', 'product', 'pack', 'effect'];
    const fields = Object.keys(capability).filter((field) => !derived.includes(field));
    expect(fields.length).toBeGreaterThan(20);
    const silent = fields.filter((field) => {
      const { [field as 'id']: _, ...rest } = capability;
      const other = { timeoutMs: 1, version: 9, type: 'recipe', argumentsSchema: {}, os: [] }[field] ?? 'other';
      return (
        capabilityChanges(capability, { ...rest, [field]: EMPTY.includes(field) ? ['new'] : other } as Capability)
          .length === 0
      );
    });
    expect(silent).toEqual([]);
  });

  test('nothing differs where only a comment does', () => {
    expect(diffSnapshots(side(), side({ 'net/who.yaml': `# more\n${ACTION}` }))).toEqual([]);
  });
});

describe('the catalog', () => {
  const more = side({ 'disk/_pack.yaml': edit(PACK, 'id: net', 'id: disk') });

  test('what came and what went, by id', () => {
    expect(diffSnapshots(side(), more)).toEqual([{ id: 'disk', kind: 'added', breaking: false, changes: [] }]);
    expect(diffSnapshots(more, side())).toEqual([{ id: 'disk', kind: 'removed', breaking: true, changes: [] }]);
  });

  test('what is hidden on a side does not exist there, and what may not be described is only said to differ', () => {
    const hiding = (id: string) => ({ ...more, hidden: (one: string) => one === id });
    expect(diffSnapshots(side(), hiding('disk'))).toEqual([]);
    const changed = withAction('Show who holds a port', 'Show the secret holder');
    const found = diffSnapshots(side(), { ...changed, describable: () => false });
    expect(found).toMatchObject([{ id: 'net.who', kind: 'changed' }]);
    expect(JSON.stringify(found)).not.toContain('title');
  });
});

describe('schemas', () => {
  const of = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    additionalProperties: false,
    properties,
    ...more,
  });
  const a = (schema: JsonObject) => of({ a: schema });

  /** Each row: before, after, whether it breaks who writes arguments, and who reads output. */
  test.each<[string, JsonObject, JsonObject, boolean, boolean]>([
    ['a member more', of({}), a({}), false, false],
    ['a member less', a({}), of({}), true, true],
    ['required now', a({}), of({ a: {} }, { required: ['a'] }), true, false],
    ['optional now', of({ a: {} }, { required: ['a'] }), a({}), false, true],
    ['a type less', a({ type: ['string', 'null'] }), a({ type: 'string' }), true, false],
    ['a type more', a({ type: 'string' }), a({ type: ['string', 'null'] }), false, true],
    ['another type', a({ type: 'string' }), a({ type: 'boolean' }), true, true],
    ['a number where an integer was', a({ type: 'integer' }), a({ type: 'number' }), false, true],
    ['an integer where a number was', a({ type: 'number' }), a({ type: 'integer' }), true, false],
    ['a choice less', a({ enum: ['x', 'y'] }), a({ enum: ['x'] }), true, false],
    ['a choice more', a({ enum: ['x'] }), a({ enum: ['x', 'y'] }), false, true],
    ['choices now', a({}), a({ enum: ['x'] }), true, false],
    ['a longer text', a({ maxLength: 5 }), a({ maxLength: 9 }), false, true],
    ['a bound now', a({}), a({ maximum: 9 }), true, false],
    ['a lower bound less', a({ minimum: 3 }), a({}), false, true],
    ['a pattern now', a({}), a({ pattern: '^x' }), true, false],
    ['another pattern', a({ pattern: '^x' }), a({ pattern: '^y' }), true, true],
    ['another default', a({ default: 1 }), a({ default: 2 }), true, true],
    ['a default now', a({}), a({ default: 2 }), false, false],
    ['only words', a({ description: 'one' }), a({ description: 'two' }), false, false],
    ['closed now', of({}, { additionalProperties: true }), of({}), true, false],
    ['open now', of({}), of({}, { additionalProperties: true }), false, true],
    ['inside a list', a({ items: { maxLength: 2 } }), a({ items: { maxLength: 1 } }), true, false],
    ['items described now', a({}), a({ items: { type: 'string' } }), true, false],
    ['deeper', a(of({ b: { maximum: 2 } })), a(of({ b: { maximum: 1 } })), true, false],
    ['another $ref', a({ $ref: '#/$defs/x' }), a({ $ref: '#/$defs/y' }), true, true],
  ])('%s', (_title, before, after, writers, readers) => {
    const breaks = (direction: Direction) => schemaChanges(before, after, direction).some(({ breaking }) => breaking);
    expect(schemaChanges(before, after, 'arguments')).not.toEqual([]);
    expect([breaks('arguments'), breaks('output')]).toEqual([writers, readers]);
  });

  test('the place is said, and what is there', () => {
    const nested = (maximum: number) => a({ items: of({ b: { maximum } }) });
    expect(schemaChanges(nested(2), nested(1), 'arguments')).toEqual([
      { path: '/a/*/b', what: 'maximum: 2 → 1', breaking: true },
    ]);
    expect(schemaChanges(nested(1), nested(1), 'arguments')).toEqual([]);
  });
});
