/** How text is laid out: widths in cells, tables that fit, and foreign text that cannot play tricks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCatalogReport } from '../../src/cli/render/catalog-report.ts';
import { fold, widthOf } from '../../src/cli/render/fold.ts';
import { clean, cleanText } from '../../src/cli/render/screen.ts';
import { table } from '../../src/cli/render/table.ts';
import { valueText } from '../../src/cli/render/value.ts';

const plain = (text: string) => text;

describe('folding', () => {
  test.each([
    ['one two three', 7, 'one two\nthree'],
    ['查看谁占用了端口', 8, '查看谁占\n用了端口'],
    ['端口 port 被占用', 9, '端口 port\n被占用'],
    ['abcdefghij', 4, 'abcd\nefgh\nij'],
    ['', 10, ''],
    ['a\nb', 10, 'a\nb'],
  ])('%j in %i cells', (text, width, folded) => expect(fold(text, width)).toBe(folded));

  test('no line is wider than asked, and no visible character is lost or moved', () => {
    const text = fc
      .array(fc.constantFrom('a', 'bc', ' ', '中', '文', '，', 'long-word', '\n', 'é'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (given, width) => {
        const folded = fold(given, width);
        for (const line of folded.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(folded.replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
      }),
    );
  });
});

describe('tables', () => {
  test('columns stand straight beside wide characters, and the last one folds', () => {
    const drawn = table(
      ['id', 'what'],
      [
        ['端口', 'one two three four five six seven'],
        ['p', 'x'],
      ],
      34,
    );
    expect(drawn).toBe('id    what\n端口  one two three four five six\n      seven\np     x');
  });
});

describe('values', () => {
  test.each([
    [
      [
        { a: 1, b: '中' },
        { a: 22, b: null },
      ],
      'a   b\n1   中\n22  -',
    ],
    [{ port: 1, holders: [] }, 'port     1\nholders  (none)'],
    [[{ a: ['x', 'y'], b: [] }], 'a     b\nx, y  (none)'],
    [['x', 'y'], 'x\ny'],
    ['text', 'text'],
    [[[1], [2]], '[\n  [\n    1\n  ],\n  [\n    2\n  ]\n]'],
    [[{ a: { b: 1 } }], 'a\n{"b":1}'],
  ])('%j', (value, text) => expect(valueText(value, 80, plain)).toBe(text));

  test('records too wide for the screen come as blocks', () => {
    const record = { first: 'x'.repeat(50), second: 'y'.repeat(50) };
    expect(valueText([record, record], 60, plain)).toBe(
      [0, 1].map(() => `first   ${record.first}\nsecond  ${record.second}`).join('\n\n'),
    );
  });
});

test('examples of which none was run are no success', () => {
  const screen = {
    columns: 80,
    colour: { out: false, err: false },
    help: '',
    optionAt: () => undefined,
    command: plain,
  };
  const told = (outcome: 'passed' | 'not_run') =>
    renderCatalogReport(
      {
        version: 'catalog-report.v1',
        command: 'test',
        capabilities: 1,
        by_type: { action: 1 },
        examples: [{ canonical_path: 'a.b', example: 1, outcome, message: '' }],
      },
      screen,
    ).text;
  expect(told('not_run')).toContain('No example was run: 0 passed, 0 failed, 1 not run');
  expect(told('passed')).not.toContain('No example was run');
});

test('no control or turning character survives, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(clean(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
      expect(cleanText(text)).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/,
      );
    }),
  );
});

describe('a name that holds a newline begins no line', () => {
  const FORGED = 'a\nFORGED  yes\n\n  FORGED';
  const lines = (text: string) => text.split('\n').filter((line) => /^ {0,2}FORGED/.test(line));

  test.each([
    ['a value of a record', { name: FORGED, size: 1 }],
    ['a key', { [FORGED]: 1 }],
    ['an item of a list', { names: ['x', FORGED] }],
    ['a list alone', ['x', `${FORGED}`]],
    ['a row, first column', [{ name: FORGED, size: 1 }]],
    ['a row, last column', [{ size: 1, name: FORGED }]],
    ['a row beside others', [{ name: 'x' }, { name: FORGED }, { name: 'y' }]],
    ['a row of keys', [{ [FORGED]: 1 }]],
    ['a row of what is deeper', [{ deep: { name: FORGED } }]],
    ['something deep', { deep: [[FORGED]] }],
  ])('%s', (_what, value) => {
    for (const columns of [40, 200]) {
      const text = valueText(value, columns, plain);
      expect(text).toContain('FORGED');
      // A list alone is set in by two, where no line of ours begins.
      expect(lines(text).filter((line) => !Array.isArray(value) || !line.startsWith('  '))).toEqual([]);
    }
  });
});
