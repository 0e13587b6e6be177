/** A pattern that comes to no end is a finding that names it, wherever the compiler asks a value of it. */
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/compile.ts';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import { bounded } from '../../src/platform/bounded.ts';
import { ACTION, edit, SMALL, sources } from './small-catalog.ts';

/** A tenth of the time, for what has no end anyhow. */
const sooner: typeof bounded = (milliseconds, work) => bounded(milliseconds / 10, work);

const ENDLESS = '^(a+)+$';
const LONG = `${'a'.repeat(40)}!`;
const property = (schema: string, value: string) =>
  edit(
    edit(ACTION, '    port:\n', `    text: {description: Text, ${schema}}\n    port:\n`),
    'arguments: {port: 80}',
    `arguments: {port: 80, text: ${value}}`,
  );

describe('an example that a pattern never decides on', () => {
  it.each([
    ['of the argument itself', `type: string, pattern: "${ENDLESS}"`, LONG],
    ['of an item', `type: array, items: {anyOf: [{pattern: "${ENDLESS}"}, {type: number}]}`, `[${LONG}]`],
    ['of names', `type: object, patternProperties: {"${ENDLESS}": {type: string}}`, `{${LONG}: x}`],
    ['beside one that does', `type: string, allOf: [{pattern: "^a"}, {pattern: "${ENDLESS}"}]`, LONG],
  ])('%s', (_name, schema, value) => {
    const compiled = compileCatalog(sources({ ...SMALL, 'net/who.yaml': property(schema, value) }), {
      bounded: sooner,
    });
    if (!Array.isArray(compiled)) throw new Error('compiled');
    const [first = ''] = compiled.map(formatDiagnostic);
    expect(first).toContain(`the pattern ${ENDLESS} takes longer than 2000 ms`);
    expect(first).toMatch(/^net\/who\.yaml:\d+:\d+: /);
  });

  it('and leaves alone one that does', () => {
    const schema = 'type: string, pattern: "^(a+)+!$"';
    const compiled = compileCatalog(sources({ ...SMALL, 'net/who.yaml': property(schema, `"${LONG}"`) }), { bounded });
    expect(compiled).toMatchObject([{ reason: 'unused_argument' }]);
  });
});
