/** Strict JSON: what is one good document, and for everything else exactly one reason with a place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from '../../src/contract/strict-json.ts';
import { isRefusal, type Refusal } from '../../src/reason/refusal.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const parse = (input: string | Uint8Array) => parseStrictJson(typeof input === 'string' ? utf8(input) : input);

function refusalOf(input: string | Uint8Array): Refusal {
  const parsed = parse(input);
  if (!isRefusal(parsed)) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`);
  return parsed;
}

/** A chain of `levels` lists, one in the other. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
/** A string document of exactly `bytes` bytes. */
const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

describe('accepted', () => {
  test.each([
    [
      'every kind of value',
      ' {"a":[1,-2.5,1e3,true,false,null,"x"],"":{}}\r\n\t',
      { a: [1, -2.5, 1000, true, false, null, 'x'], '': {} },
    ],
    ['one byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"', '"\\/\b\f\n\r\té😀'],
    ['a raw character of any plane', '"端😀\u007f\u2028"', '端😀\u007f\u2028'],
    ['the largest safe integers', '[9007199254740991,-9007199254740991]', [2 ** 53 - 1, -(2 ** 53 - 1)]],
    ['32 levels', nested(32), JSON.parse(nested(32))],
    ['64 KiB', sized(65_536), 'x'.repeat(65_534)],
    ['a document that is a bare value', '0', 0],
  ])('%s', (_title, text, value) => expect(parse(text)).toEqual({ kind: 'json', value }));

  test('a key such as __proto__ is only a key', () => {
    const parsed = parse('{"__proto__":{"polluted":true},"constructor":1,"hasOwnProperty":2}');
    if (isRefusal(parsed)) throw new Error(parsed.reason);
    const value = parsed.value as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
    expect(value.polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('refused', () => {
  test.each([
    ['nothing', '', 'empty_input'],
    ['blanks only', ' \r\n\t ', 'empty_input'],
    ['a byte order mark only', '\ufeff', 'empty_input'],
    ['a second byte order mark', '\ufeff\ufeff{}', 'bad_json'],
    ['a byte order mark inside', '{\ufeff}', 'bad_json'],
    ['another blank than the four', '\u00a0{}', 'bad_json'],
    ['a second document', '{} {}', 'trailing_data'],
    ['a second document on the next line', '{}\n{}', 'trailing_data'],
    ['garbage behind', '{}x', 'trailing_data'],
    ['a NUL behind', '{}\0', 'trailing_data'],
    ['an unfinished object', '{"a":1', 'bad_json'],
    ['an unfinished string', '"abc', 'bad_json'],
    ['a comma at the end', '[1,]', 'bad_json'],
    ['a comma at the end of an object', '{"a":1,}', 'bad_json'],
    ['a key without quotes', '{a:1}', 'bad_json'],
    ['single quotes', "{'a':1}", 'bad_json'],
    ['a comment', '{/* */}', 'bad_json'],
    ['a raw newline in a string', '"a\nb"', 'bad_json'],
    ['an escape that JSON lacks', '"\\x41"', 'bad_json'],
    ['an escape cut short', '"\\u12"', 'bad_json'],
    ['a leading zero', '[01]', 'bad_json'],
    ['a leading plus', '+1', 'bad_json'],
    ['a bare point', '[1.]', 'bad_json'],
    ['hexadecimal', '0x10', 'trailing_data'],
    ['not a number', 'NaN', 'bad_json'],
    ['infinity', '-Infinity', 'bad_json'],
    ['a word half written', 'tru', 'bad_json'],
    ['a word too long', 'trueish', 'trailing_data'],
    ['the same key twice', '{"a":1,"a":1}', 'duplicate_key'],
    ['the same key twice behind an escape', '{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['the same key twice further down', '{"x":[{"b":1,"c":2,"b":3}]}', 'duplicate_key'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate_key'],
    ['2^53', '9007199254740992', 'number_out_of_range'],
    ['-2^53', '[-9007199254740992]', 'number_out_of_range'],
    ['2^53 + 1 with a fraction', '9007199254740993.0', 'number_out_of_range'],
    ['2^53 by exponent', '9.007199254740992e15', 'number_out_of_range'],
    ['more than a double holds', '1e400', 'number_out_of_range'],
    ['a lone high surrogate', '"\\ud800"', 'invalid_unicode'],
    ['a lone low surrogate', '"a\\udc00b"', 'invalid_unicode'],
    ['surrogates the wrong way round', '"\\ude00\\ud83d"', 'invalid_unicode'],
    ['a lone surrogate in a key', '{"\\ud800":1}', 'invalid_unicode'],
    ['33 levels', nested(33), 'too_deep'],
    ['60,000 levels', '['.repeat(60_000), 'too_deep'],
    ['64 KiB and one byte', sized(65_537), 'too_large'],
    ['blanks beyond 64 KiB', `{}${' '.repeat(65_536)}`, 'too_large'],
  ])('%s', (_title, text, reason) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ reason, executed: false });
    expect(refusal.expected).toBeTruthy();
    expect(refusal.received).toBeTruthy();
  });

  test.each([
    ['a lone continuation', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['beyond the last plane', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['a character cut short', [0x22, 0xe7, 0xab]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('bytes that are not UTF-8: %s', (_title, bytes) => {
    expect(refusalOf(Uint8Array.from(bytes)).reason).toBe('invalid_unicode');
  });

  test.each([
    ['{"a":{"b~/c":[1,2,{"d":01}]}}', '/a/b~0~1c/2', 'line 1, column 25'],
    ['{\n  "query": tru\n}', '/query', 'line 2, column 12'],
    ['[1,\n 2,\n x]', '/2', 'line 3, column 2'],
  ])('with the place: %j', (text, path, place) => {
    expect(refusalOf(text)).toMatchObject({ path, received: expect.stringContaining(place) });
  });

  test('with the line and column where there is no document yet', () => {
    expect(refusalOf('\n  ?').path).toBe('line 2, column 3');
  });

  test('without handing on what could fool a reader', () => {
    const hostile = `{"\u202e${'k'.repeat(9_000)}":1,"\u202e${'k'.repeat(9_000)}":2}`;
    const refusal = refusalOf(hostile);
    expect(refusal.reason).toBe('duplicate_key');
    expect(JSON.stringify(refusal)).not.toMatch(/[\u202a-\u202e]/);
    expect(JSON.stringify(refusal).length).toBeLessThan(1_000);
  });
});

describe('against JSON.parse', () => {
  test('every value that it writes comes back the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed = parse(text);
        if (isRefusal(parsed)) {
          // Only what this form forbids and plain JSON allows.
          expect(['number_out_of_range', 'invalid_unicode', 'too_large']).toContain(parsed.reason);
        } else expect(JSON.stringify(parsed.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any text: it is accepted only where JSON.parse accepts it, and with the same value', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd83d',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'null',
      'a',
      ' ',
      '\n',
      '"k"',
      '"端"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parse(text);
        const plain = plainParse(text);
        if (!isRefusal(parsed)) expect(JSON.stringify(parsed.value)).toBe(JSON.stringify(plain?.value));
        else if (parsed.reason === 'bad_json' || parsed.reason === 'trailing_data') expect(plain).toBeNull();
      }),
      { numRuns: 5_000 },
    );
  });
});

function plainParse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
