/** data.json.* and data.yaml.*: documents with difficult contents, through the real pipeline and against other parsers. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const NASTY_JSON =
  '{"users":[{"name":"Ann","id":9007199254740993},{"name":"李\\n\\"雷\\"","odd.key":{"a/b~c":[1,2,3]}}],"10":1,"2":null,"__proto__":{"x":1}}';

describe('data.json.query', () => {
  const values = async (query: string, text = NASTY_JSON): Promise<unknown[]> =>
    (await quick('data.json.query', { text, query }, bench.cwd)).matches.map(({ value }: { value: unknown }) => value);

  it('reads a file by a path and tells where each value is', async () => {
    bench.put('-数据.json', `\ufeff${NASTY_JSON}`);
    const answer = await runChecked('data.json.query', { path: '-数据.json', query: 'users[*].name' }, at());
    expect(answer).toEqual({
      matches: [
        { pointer: '/users/0/name', value: 'Ann' },
        { pointer: '/users/1/name', value: '李\n"雷"' },
      ],
      total: 2,
      truncated: false,
    });
    const big = await runChecked('data.json.query', { path: '-数据.json', query: '/users/0/id' }, at());
    expect(big.matches[0].value).toBe('9007199254740993');
  });

  it('knows its small language', async () => {
    expect(await values('users[-1].name')).toEqual(['李\n"雷"']);
    expect(await values('$.users[1]["odd.key"]["a/b~c"][0]')).toEqual([1]);
    expect(await values("users[1]['odd.key']['a/b~c'][*]")).toEqual([1, 2, 3]);
    expect(await values('/users/1/odd.key/a~1b~0c/2')).toEqual([3]);
    expect(await values('..name')).toEqual(['Ann', '李\n"雷"']);
    expect(await values('users.*.name')).toEqual(['Ann', '李\n"雷"']);
    expect(await values('2')).toEqual([null]);
    expect(await values('__proto__.x')).toEqual([1]);
    expect(await values('', '[1]')).toEqual([[1]]);
    expect(await values('users[7].name')).toEqual([]);
    expect(await values('toString')).toEqual([]);
    expect(await values('users[*]..a')).toEqual([]);
  });

  it('says where a path or a document is wrong, and is bounded', async () => {
    expect(await runRefused('data.json.query', { text: '{"a": }', query: 'a' }, at())).toContain('line 1, column 7');
    expect(await runRefused('data.json.query', { text: '1', query: 'a[b' }, at())).toContain('cannot be read');
    expect(await runRefused('data.json.query', { query: 'a' }, at())).toContain('either path or text');
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i })));
    bench.put('many.json', text);
    expect(await quick('data.json.query', { path: 'many.json', query: '[*].i', limit: 5 }, bench.cwd)).toMatchObject({
      total: 20_000,
      truncated: true,
      matches: { length: 5 },
    });
  });
});

describe('data.json.validate', () => {
  it.each([
    ['{"a": 1,}', 1, 8, 'a comma too many'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or "}"'],
    ["{'a': 1}", 1, 2, 'double quotes only'],
    ['[1, 2', 1, 6, 'the end of the text'],
    ['{"a": True}', 1, 7, 'Python'],
    ['// x\n1', 1, 1, 'no comments'],
    ['[NaN]', 1, 2, 'no such value'],
    ['[01]', 1, 3, 'cannot go on'],
    ['"中\t"', 1, 3, 'control character'],
    ['"\\x"', 1, 2, 'is no escape'],
    ['{} {}', 1, 4, 'something follows'],
    ['', 1, 1, 'nothing here'],
    [`${'['.repeat(5000)}`, 1, 1001, 'nested more than'],
  ])('%j is wrong at %i:%i', async (text, line, column, words) => {
    const answer = await quick('data.json.validate', { text }, bench.cwd);
    expect(answer).toMatchObject({ valid: false, error: { line, column } });
    expect(answer.error.message).toContain(words);
  });

  it.each(['1', '-0.5e+3', '"\\ud83d\\ude00"', ' [ ] ', '{"a":{}}', 'null', '"\u2028"'])(
    '%s is valid, as for JSON.parse',
    async (text) => {
      expect(await quick('data.json.validate', { text }, bench.cwd)).toMatchObject({
        valid: true,
        documents: 1,
        error: null,
      });
      expect(() => JSON.parse(text)).not.toThrow();
    },
  );

  it('names repeated keys, reads JSON Lines and checks a schema', async () => {
    bench.put('-f.json', '{"a": 1,\n "b": {"c": 1, "c": 2}, "a": 3}');
    const answer = await runChecked('data.json.validate', { path: '-f.json' }, at());
    expect(answer).toMatchObject({
      valid: true,
      duplicate_keys: [
        { key: 'c', line: 2, column: 16 },
        { key: 'a', line: 2, column: 25 },
      ],
    });
    expect(await quick('data.json.validate', { text: '1\n\n{"a":}\n', json_lines: true }, bench.cwd)).toMatchObject({
      valid: false,
      documents: 1,
      error: { line: 3, column: 6 },
    });
    bench.put(
      's.json',
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}',
    );
    const bad = await runChecked('data.json.validate', { text: '{"n":"x"}', schema: 's.json' }, at());
    expect(bad).toMatchObject({
      valid: false,
      error: null,
      schema_errors: [{ pointer: '/n', message: 'must be integer' }],
    });
    expect(await quick('data.json.validate', { text: '{"n":1}', schema: 's.json' }, bench.cwd)).toMatchObject({
      valid: true,
      schema_errors: [],
    });
  });
});

describe('data.json.format', () => {
  it('keeps order, repeated keys and digits, and is idempotent', async () => {
    const text = '{"10":1e2,"2":12345678901234567890,"a":1.0,"a":[],"s":"\\u00e9\\/"}';
    const { text: pretty } = await runChecked('data.json.format', { text }, at());
    expect(pretty).toBe('{\n  "10": 1e2,\n  "2": 12345678901234567890,\n  "a": 1.0,\n  "a": [],\n  "s": "é/"\n}');
    expect((await quick('data.json.format', { text: pretty }, bench.cwd)).text).toBe(pretty);
    expect((await quick('data.json.format', { text: pretty, indent: 0, sort_keys: true }, bench.cwd)).text).toBe(
      '{"10":1e2,"2":12345678901234567890,"a":1.0,"a":[],"s":"é/"}',
    );
    const plain = JSON.stringify({ a: [1, { b: [] }, {}], c: 'x' }, null, 4);
    expect((await quick('data.json.format', { text: plain, indent: 4 }, bench.cwd)).text).toBe(plain);
  });
});

describe('data.json.diff', () => {
  it('compares by structure, not by order of keys', async () => {
    bench.put('l.json', '{"a":1,"b":[1,2],"c":{"d":"x"},"n":1.0,"big":9007199254740993}');
    bench.put('r.json', '{"n":1,"c":{"d":"y","e":null},"b":[1],"a":1,"big":9007199254740992}');
    const answer = await runChecked('data.json.diff', { left: 'l.json', right: 'r.json' }, at());
    expect(answer.differences).toEqual([
      { pointer: '/b/1', change: 'removed', left: 2, right: null },
      { pointer: '/c/d', change: 'changed', left: 'x', right: 'y' },
      { pointer: '/c/e', change: 'added', left: null, right: null },
      { pointer: '/big', change: 'changed', left: '9007199254740993', right: '9007199254740992' },
    ]);
    expect(await quick('data.json.diff', { left: 'l.json', right: 'l.json' }, bench.cwd)).toMatchObject({
      equal: true,
      total: 0,
    });
    expect(await quick('data.json.diff', { left: 'l.json', right: 'r.json', limit: 1 }, bench.cwd)).toMatchObject({
      total: 4,
      truncated: true,
    });
  });
});

describe('data.json.to_yaml', () => {
  it('says the same in YAML, also to programs that read YAML 1.1', async () => {
    const text =
      '{"z":"no","a":["010","1:30","yes"," x ","多行\\n第二行\\n",null,true,1.5,12345678901234567890],"2":{},"e":""}';
    const { text: yaml } = await runChecked('data.json.to_yaml', { text }, at());
    expect(parse(yaml, { intAsBigInt: false })).toEqual(JSON.parse(text));
    expect(parse(yaml, { version: '1.1' })).toEqual(JSON.parse(text));
    expect(yaml.indexOf('z:')).toBe(0);
    expect(yaml).toContain('12345678901234567890');
  });
});

describe('data.json.to_csv', () => {
  it('makes one table of all keys', async () => {
    bench.put(
      '-rows.json',
      '{"data":[{"id":12345678901234567890,"n":"a,b"},{"id":2,"t":"say \\"hi\\"\\nnow","o":{"x":{"y":1}}},{"n":null}]}',
    );
    const flat = await runChecked('data.json.to_csv', { path: '-rows.json', at: 'data', flatten: true }, at());
    expect(flat).toMatchObject({ columns: ['id', 'n', 't', 'o.x.y'], rows: 3 });
    expect(flat.text).toBe('id,n,t,o.x.y\n12345678901234567890,"a,b",,\n2,,"say ""hi""\nnow",1\n,,,\n');
    expect(
      (
        await quick(
          'data.json.to_csv',
          { text: '{"a":1}\n{"a":[1]}\n', json_lines: true, delimiter: 'tab', header: false },
          bench.cwd,
        )
      ).text,
    ).toBe('1\n[1]\n');
    expect(await runRefused('data.json.to_csv', { text: '3' }, at())).toContain('no list here');
  });
});

describe('data.yaml', () => {
  const DOCUMENTS =
    'base: &b {x: 1, y: [a, b]}\ncopy: *b\nmerged:\n  <<: *b\n  z: 0x10\ntext: |\n  一\n  二\n---\n- no\n- 12345678901234567890\n';

  it('to_json reads every document with anchors', async () => {
    bench.put('-f.yml', DOCUMENTS);
    const answer = await runChecked('data.yaml.to_json', { path: '-f.yml' }, at());
    const base = { x: 1, y: ['a', 'b'] };
    expect(answer).toEqual({
      documents: [
        { value: { base, copy: base, merged: { ...base, z: 16 }, text: '一\n二\n' } },
        { value: ['no', '12345678901234567890'] },
      ],
      count: 2,
    });
    expect(await quick('data.yaml.to_json', { text: '' }, bench.cwd)).toMatchObject({ count: 0 });
  });

  it('to_json refuses bombs, circles and errors in one sentence', async () => {
    const bomb = [
      'a0: &a0 [x,x,x,x,x,x,x,x,x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
    ].join('\n');
    expect(await runRefused('data.yaml.to_json', { text: bomb }, at())).toContain('the input is refused');
    await expect(quick('data.yaml.to_json', { text: 'a: &a [*a]' }, bench.cwd)).rejects.toThrow(/refused/);
    await expect(quick('data.yaml.to_json', { text: 'a: b: c' }, bench.cwd)).rejects.toThrow('line 1');
  });

  it('validate places every error and warns of what others misread', async () => {
    const answer = await runChecked('data.yaml.validate', { text: 'on: push\na: no\nb: 010\nc: "no"\na: 1\n' }, at());
    expect(answer).toMatchObject({
      valid: false,
      documents: 1,
      errors: [{ line: 5, column: 1, code: 'DUPLICATE_KEY' }],
    });
    expect(answer.hints.map(({ line }: { line: number }) => line)).toEqual([1, 2, 3]);
    expect(await quick('data.yaml.validate', { text: DOCUMENTS }, bench.cwd)).toMatchObject({
      valid: true,
      documents: 2,
      errors: [],
    });
    const tab = await quick('data.yaml.validate', { text: 'a:\n\tb: 1\n' }, bench.cwd);
    expect([tab.valid, tab.errors[0].line]).toEqual([false, 2]);
  });
});

it('agrees with Python on what is JSON', () => {
  // The same texts as above through another parser: the tests do not only repeat our own idea of the format.
  const verdicts = execFileSync(
    'python3',
    [
      '-c',
      'import json,sys\nfor t in json.load(sys.stdin):\n try:\n  json.loads(t); print(1)\n except Exception: print(0)',
    ],
    {
      input: JSON.stringify(['{"a": 1,}', '[01]', '{} {}', '-0.5e+3', NASTY_JSON]),
      encoding: 'utf8',
    },
  );
  expect(verdicts.trim().split('\n')).toEqual(['0', '0', '0', '1', '1']);
});
