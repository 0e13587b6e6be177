/** Which request a command line makes: data in, data out. */
import { describe, expect, test } from 'vitest';
import { argumentOptions, argumentValue } from '../../src/cli/argument-options.ts';
import { COMMAND_LINES, type CommandLine, INSPECT, LIST, RESULT, SEARCH } from '../../src/cli/command-table.ts';
import { optionAt, requestOf } from '../../src/cli/request.ts';
import { VERBS } from '../../src/verbs/verbs.ts';

type Row = readonly [line: CommandLine, words: readonly string[], values: Record<string, unknown>, request: object];

const ROWS: readonly Row[] = [
  [SEARCH, ['端口', '3000'], {}, { version: 'tool-search.v1', query: '端口 3000' }],
  [SEARCH, [], { subqueries: ['a, b', 'c'] }, { version: 'tool-search.v1', subqueries: ['a, b', 'c'] }],
  [SEARCH, ['x'], { limit: '3', explain: true }, { version: 'tool-search.v1', query: 'x', limit: 3, explain: true }],
  [SEARCH, ['x'], { limit: 'three' }, { version: 'tool-search.v1', query: 'x', limit: 'three' }],
  [
    SEARCH,
    ['x'],
    { limit: '99999999999999999999' },
    { version: 'tool-search.v1', query: 'x', limit: '99999999999999999999' },
  ],
  [
    SEARCH,
    ['x'],
    { types: ['action, recipe', 'pack'] },
    { version: 'tool-search.v1', query: 'x', types: ['action', 'recipe', 'pack'] },
  ],
  [
    SEARCH,
    ['x'],
    { exclude_canonical: ['git.log'] },
    { version: 'tool-search.v1', query: 'x', exclude_canonical: ['git.log'] },
  ],
  [
    INSPECT,
    ['git.log'],
    { detail: 'full' },
    { version: 'schema-inspect.v1', canonical_path: 'git.log', detail: 'full' },
  ],
  [LIST, [], { depth: '2' }, { version: 'capability-list.v1', depth: 2 }],
  [RESULT, ['ref'], { lines: '3:5' }, { version: 'result-read.v1', result_ref: 'ref', lines: { from: 3, to: 5 } }],
  [RESULT, ['ref'], { lines: '3-5' }, { version: 'result-read.v1', result_ref: 'ref', lines: '3-5' }],
  [
    RESULT,
    ['ref'],
    { item: '0', stream: 'stderr' },
    { version: 'result-read.v1', result_ref: 'ref', item: 0, stream: 'stderr' },
  ],
  [
    RESULT,
    ['ref'],
    { item: '/entries/4000', bytes: '0:9' },
    { version: 'result-read.v1', result_ref: 'ref', item: '/entries/4000', bytes: { from: 0, to: 9 } },
  ],
];

describe('requests', () => {
  test.each(ROWS)('$0.name $1 $2', (line, words, values, request) => {
    expect(requestOf(line, words, new Map(Object.entries(values)))).toEqual(request);
  });

  test('every verb has a line, and every option fills a field of its contract', () => {
    expect(COMMAND_LINES.map(({ name }) => name)).toEqual(VERBS.map(({ name }) => name));
    for (const { name, version, words, flags } of COMMAND_LINES) {
      const form = VERBS.find((verb) => verb.name === name)?.form;
      expect(version).toBe(form?.version);
      for (const field of [words.field, ...flags.map((flag) => flag.field)])
        expect(form?.fields).toHaveProperty([`/${field}`]);
    }
  });

  test('and every field of the contracts can be said on the command line', () => {
    const given = new Set([
      '/version',
      '/action_version',
      '/expected_source_hash',
      '/expected_surface_hash',
      '/arguments',
    ]);
    for (const { name, words, flags } of COMMAND_LINES) {
      const fields = Object.keys(VERBS.find((verb) => verb.name === name)?.form.fields ?? {});
      const top = fields.filter(
        (field) => /^\/\w+$/.test(field) && !(name === 'run' && given.has(field)) && field !== '/version',
      );
      expect(top.sort()).toEqual([words.field, ...flags.map(({ field }) => field)].map((field) => `/${field}`).sort());
    }
  });

  test('a refusal names the option, not the field', () => {
    expect(optionAt('/limit', SEARCH.flags)).toBe('--limit');
    expect(optionAt('/exclude_canonical/0', SEARCH.flags)).toBe('--exclude');
    expect(optionAt('/version', SEARCH.flags)).toBeUndefined();
  });
});

const RESERVED = new Set(['--json', '--cwd', '--help', '--no-color', '--color']);

/** Schema of one property → its option. */
function optionOf(name: string, property: object) {
  const schema = { type: 'object', properties: { [name]: property }, $defs: { port: { type: 'integer', minimum: 1 } } };
  return argumentOptions(schema as never, RESERVED)[0];
}

describe('options from an arguments schema', () => {
  test.each([
    ['port', { type: 'integer' }, '--port', '3000', 3000],
    ['port', { type: 'integer' }, '--port', '-1', -1],
    ['port', { type: 'integer' }, '--port', '30x', '30x'],
    ['port', { $ref: '#/$defs/port' }, '--port', '7', 7],
    ['max_count', { type: ['integer', 'null'] }, '--max-count', '5', 5],
    ['maxCount', { type: 'number' }, '--max-count', '0.5', 0.5],
    ['ratio', { type: 'number' }, '--ratio', 'NaN', 'NaN'],
    ['text', { type: 'string' }, '--text', '3', '3'],
    ['mode', { enum: ['fast', 'slow'] }, '--mode', 'fast', 'fast'],
    ['mode', { enum: ['1', 2] }, '--mode', '2', 2],
    ['filter', { type: 'object' }, '--filter', '{"a":1}', { a: 1 }],
    ['filter', { type: 'object' }, '--filter', '{a', '{a'],
    ['paths', { type: 'array', items: { type: 'string' } }, '--paths', ['a,b', 'c'], ['a,b', 'c']],
    ['pids', { type: 'array', items: { type: 'integer' } }, '--pids', ['1', 'x'], [1, 'x']],
    ['flags', { type: 'array', items: { type: 'boolean' } }, '--flags', ['true', 'no'], [true, 'no']],
    ['json', { type: 'string' }, '--arg-json', 'x', 'x'],
    ['no_json', { type: 'boolean' }, '--arg-no-json', true, true],
    ['no_color', { type: 'boolean' }, '--arg-no-color', true, true],
    ['no_proxy', { type: 'string' }, '--arg-no-proxy', 'x', 'x'],
    ['no_merges', { type: 'boolean' }, '--no-merges', true, true],
  ])('%s %j → %s: %j is %j', (name, property, long, raw, value) => {
    const option = optionOf(name, property);
    expect(option?.long).toBe(long);
    expect(argumentValue(option as never, raw)).toEqual(value);
  });

  test('a name that no option can spell is left to --args-json', () => {
    expect(optionOf('端口', { type: 'integer' })).toBeUndefined();
  });

  test('two arguments never share an option, nor one the opposite of another', () => {
    const properties = {
      a_b: { type: 'string' },
      aB: { type: 'string' },
      a: { type: 'boolean' },
      no_a: { type: 'boolean' },
    };
    const options = argumentOptions({ type: 'object', properties } as never, RESERVED);
    expect(options.map(({ long }) => long)).toEqual(['--a-b', '--arg-a-b', '--a', '--arg-no-a']);
  });

  test('help says what the schema says', () => {
    const about = (property: object) => optionOf('x', property)?.about;
    expect(about({ type: 'integer', minimum: 1, maximum: 9, default: 3, description: 'How many.' })).toBe(
      'How many. (1 to 9; default 3)',
    );
    expect(about({ enum: ['a', 'b'], description: 'Which.' })).toBe('Which. (one of a, b)');
    expect(about({ type: 'array', items: { enum: ['a'] }, description: 'Some.' })).toBe(
      'Some. (one of a; may be repeated)',
    );
  });
});
