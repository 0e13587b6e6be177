import { describe, expect, it } from 'vitest';
import { MAX_SOURCE_BYTES, type ParsedSource, parseSource } from '../../src/compile/parse.ts';

function parse(text: string | Uint8Array): ParsedSource | string[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const parsed = parseSource({ path: 'x.yaml', bytes });
  if (!Array.isArray(parsed)) return parsed;
  return parsed.map(({ line, column, reason }) => `${line}:${column} ${reason}`);
}

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

/** Sources that are refused, with the place and the reason. */
const REFUSED: readonly [what: string, source: string | Uint8Array, report: readonly string[]][] = [
  ['nothing', '', ['1:1 empty']],
  ['a comment only', '# x\n', ['1:1 empty']],
  ['null', '~\n', ['1:1 empty']],
  ['one byte too many', `# ${'x'.repeat(MAX_SOURCE_BYTES - 1)}`, ['1:1 too_large']],
  ['Latin-1', Uint8Array.of(...utf8('a: 1\nb: 中'), 0xe9, 0x0a), ['2:5 not_utf8']],
  ['an overlong form', Uint8Array.of(...utf8('a: '), 0xc0, 0xaf), ['1:4 not_utf8']],
  ['a surrogate in UTF-8', Uint8Array.of(...utf8('a: '), 0xed, 0xa0, 0x80), ['1:4 not_utf8']],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), ['1:1 not_utf8']],
  ['an open bracket', 'a: [1, 2', ['1:9 yaml_syntax']],
  ['a tab as indentation', 'a:\n\tb: 1', ['2:1 yaml_syntax']],
  ['a directive', '%YAML 1.1\n---\na: 1', ['1:1 yaml_directive']],
  ['documents apart', 'a: 1\n---\nb: 2', ['2:1 second_document']],
  ['a merge key', 'a: &x {b: 1}\nc:\n  <<: *x', ['1:4 yaml_anchor']],
  ['a binary tag', 'a: !!binary aGk=', ['1:4 yaml_tag']],
  ['a tag of a class', 'a: !!js/function "x"', ['1:4 yaml_tag']],
  ['the same key twice, deep', 'a:\n  b: 1\n  b: 2', ['3:3 duplicate_key']],
  ['a list as a key', '? [a]\n: 1', ['1:3 bad_key']],
  ['a null key', '~: 1', ['1:1 bad_key']],
];

describe('sources that are refused', () => {
  for (const [what, source, report] of REFUSED) {
    it(what, () => {
      expect(parse(source)).toEqual(report);
    });
  }
});

describe('sources that are read', () => {
  it('BOM, CRLF and CR change neither value nor places', () => {
    const lines = ['a: 1', 'b: |', '  x', '  y', 'c: [1, "z"]', ''];
    const plain = parse(lines.join('\n')) as ParsedSource;
    for (const text of [`\ufeff${lines.join('\n')}`, lines.join('\r\n'), lines.join('\r')]) {
      const parsed = parse(text) as ParsedSource;
      expect(parsed.value).toEqual({ a: 1, b: 'x\ny\n', c: [1, 'z'] });
      expect(parsed.locate(['c', 1])).toEqual(plain.locate(['c', 1]));
    }
    expect(plain.locate(['c', 1])).toEqual({ line: 5, column: 8 });
  });

  it('words of YAML 1.1 stay texts, and quoted numbers too', () => {
    expect((parse('a: [yes, no, on, 012, 1_000, "5", 2026-01-31, 0x10]') as ParsedSource).value).toEqual({
      a: ['yes', 'no', 'on', 12, '1_000', '5', '2026-01-31', 16],
    });
  });

  it('places: of a key, of a text inside a block, of what is missing', () => {
    const parsed = parse('a:\n  b: |\n    one\n    two {x}\n') as ParsedSource;
    expect(parsed.locateKey(['a', 'b'])).toEqual({ line: 2, column: 3 });
    expect(parsed.locateText(['a', 'b'], '{x}')).toEqual({ line: 4, column: 9 });
    expect(parsed.locateText(['a', 'b'], '{y}')).toEqual({ line: 2, column: 6 });
    expect(parsed.locate(['a', 'c', 0])).toEqual({ line: 2, column: 3 });
  });
});

/** Sources that make careless parsers explode: each is answered quickly, refused, without a stack trace. */
const BOMBS: readonly [what: string, text: string, reason: string][] = [
  [
    'doubling aliases',
    `a0: &a0 [x]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n')}`,
    'yaml_anchor',
  ],
  ['an alias to itself', 'a: &a [*a]', 'yaml_anchor'],
  ['open brackets', '['.repeat(100_000), 'too_deep'],
  ['brackets', '['.repeat(50_000) + ']'.repeat(50_000), 'too_deep'],
  ['braces', '{a: '.repeat(40_000), 'too_deep'],
  ['dashes', '- '.repeat(100_000), 'too_deep'],
  ['question marks', '? '.repeat(100_000), 'too_deep'],
  ['steps', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'too_deep'],
  ['colons', ': '.repeat(100_000), 'too_deep'],
  ['steps on a line, line by line', `${'- '.repeat(49)}a\n`.repeat(1_000), 'too_deep'],
  ['commas', `[${','.repeat(250_000)}]`, 'yaml_syntax'],
  ['commas apart', `[1${' ,\n#x\n '.repeat(30_000)}]`, 'yaml_syntax'],
  ['closing brackets', ']'.repeat(140_000), 'yaml_syntax'],
  ['quotes one a line', '"\n'.repeat(70_000), 'yaml_syntax'],
  ['nothings', '- \n'.repeat(87_000), 'too_large'],
  ['lists of one', '- - - - a\n'.repeat(26_000), 'too_large'],
  ['pairs of nothing', `[${'a: ,'.repeat(60_000)}]`, 'too_large'],
  ['comments', '#\n'.repeat(130_000), 'too_large'],
  ['the same key', 'a: 1\n'.repeat(20_000), 'duplicate_key'],
  ['documents', '---\n'.repeat(60_000), 'second_document'],
  ['anchors', '&a '.repeat(50_000), 'yaml_anchor'],
  ['quotes that never end', `a: "${'\\x'.repeat(60_000)}`, 'yaml_syntax'],
];

describe('bombs', () => {
  for (const [what, text, reason] of BOMBS) {
    it(what, () => {
      const before = process.cpuUsage();
      const report = parse(text);
      const { user, system } = process.cpuUsage(before);
      expect(Array.isArray(report) && report[0]?.split(' ')[1]).toBe(reason);
      // Enough to begin with; hundreds of thousands were more than a call takes as its arguments.
      expect((report as string[]).length).toBeLessThanOrEqual(100);
      // In microseconds of our own work, however busy the machine is: what explodes takes minutes.
      expect(user + system).toBeLessThan(5_000_000);
    });
  }

  it('the place of what is too much is told', () => {
    expect(parse(`a: 1\nb: [1, , 2]\n`)).toEqual(['2:8 yaml_syntax']);
    expect(parse(`a: 1\nb: ${'['.repeat(60)}\n`)).toEqual(['2:52 too_deep']);
    expect(parse('---\na: 1\n---\n---\n---\n')).toEqual(['3:1 second_document']);
    expect(parse('a: |\n  ---\n  ---\n  ---\nb: "---"\n')).toMatchObject({ value: { b: '---' } });
    expect(parse('- ---\n- ---\n- ---\n')).toMatchObject({ value: ['---', '---', '---'] });
    expect(parse('- - - - - -\n- - -\n')).toMatchObject({ value: [[[[[[null]]]]], [[null]]] });
    expect(parse('a: [\n  # nothing yet\n  b,\n  c: ,\n  [], {},\n]')).toMatchObject({
      value: { a: ['b', { c: null }, [], {}] },
    });
  });

  it('many keys are read in reasonable time', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n');
    const started = performance.now();
    expect(Object.keys((parse(text) as ParsedSource).value as object)).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
