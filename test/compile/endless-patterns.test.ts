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
    const schema = 'type: string, pattern: "^(?:a+!)+$"';
    const compiled = compileCatalog(sources({ ...SMALL, 'net/who.yaml': property(schema, `"${LONG}"`) }), { bounded });
    expect(compiled).toMatchObject([{ reason: 'unused_argument' }]);
  });
});

describe('a pattern that some text keeps busy for ever, though no example is one', () => {
  const compiled = (pattern: string, value: string) =>
    compileCatalog(
      sources({
        ...SMALL,
        'net/who.yaml': property(`type: string, pattern: ${JSON.stringify(pattern)}`, `"${value}"`),
      }),
      { bounded: sooner },
    );

  it.each([
    ['^(a+)+$', 'a'],
    ['^(?:a|a)*$', 'a'],
    ['^([a-z]+)*$', 'abc'],
    ['^x-(?:[0-9]+)+$', 'x-1'],
    ['^(?:\\w+\\s?)*$', 'two words'],
    ['^(?:ab|(?:ab)+)+$', 'ab'],
    ['^(?:.*,)*.*[0-9]$', 'a,1'],
    ['^([^,]+)+$', 'x'],
    ['^[a-z]+:(?:[0-9]|[0-9][0-9])+$', 'port:80'],
    ['^(?:(?:\\p{L}|a)+\\.)+x$', 'a.x'],
  ])('%s', (pattern, value) => {
    const found = compiled(pattern, value);
    if (!Array.isArray(found)) throw new Error('compiled');
    const [first = ''] = found.map(formatDiagnostic);
    expect(first).toContain(`the pattern ${pattern} does not come to an end with a text such as`);
    expect(first).toMatch(/^net\/who\.yaml:\d+:\d+: /);
  });

  it.each([
    ['^[a-z]+(?:-[a-z]+)*$', 'a-b'],
    ['^(?:[0-7]{3,4}|[ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*)$', 'u+x,g-w'],
    ['^v?[0-9]{1,3}(?:\\.[0-9]{1,4}){0,2}$', 'v1.2'],
    ['^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$', 'example.org'],
    ['^(?:\\d{1,3}\\.){3}\\d{1,3}$', '127.0.0.1'],
  ])('%s is none', (pattern, value) => {
    expect(compiled(pattern, value)).toMatchObject([{ reason: 'unused_argument' }]);
  });
});
