/** Whatever a name holds, it makes no line that could be one of the question, and no two names look alike for their blanks. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judged, judgedLines } from '../../src/cli/render/unforgeable.ts';
import { nameToType } from '../../src/run/decide.ts';
import { capability } from '../run/capabilities.ts';

const BLANKS = [
  ' ',
  '  ',
  '\u00a0',
  '\u2800',
  '\u3000',
  '\u2007',
  '\u205f',
  '\u1680',
  '\u3164',
  '\u200b',
  '\u034f',
  '\t',
  '\n',
];
const names = fc
  .array(
    fc.constantFrom(...BLANKS, 'a', 'b.txt', '- ', 'Type', 'It touches:', '端口', '\u202e', '␣', '¬', 'x'.repeat(40)),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

it('every line fits, begins as ours do or deeper, and holds no blank but single spaces', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 30, max: 120 }), (name, columns) => {
      const [first = '', ...rest] = judgedLines('  - ', name, columns);
      expect(first.startsWith('  - ')).toBe(true);
      for (const line of [first, ...rest])
        expect(Array.from(line).reduce((sum, one) => sum + (one < '\u007f' ? 1 : 2), 0)).toBeLessThan(columns);
      for (const line of rest) expect(line).toMatch(/^ {6}\S/u);
      for (const line of [first.slice(4), ...rest.map((line) => line.slice(6))]) {
        expect(line).not.toMatch(/ {2}|[^\P{Zs} ]|\p{Cc}|\p{DI}|\u2800/u);
      }
    }),
  );
});

it('different names are different lines, and joined again they say the name', () => {
  fc.assert(
    fc.property(names, names, (one, two) => {
      const lines = judgedLines('  ', one, 40);
      expect(
        lines
          .map((line) => line.slice(lines.indexOf(line) === 0 ? 2 : 4))
          .join('\n')
          .replaceAll('¬\n', '')
          .replaceAll('\n', ' '),
      ).toBe(judged(one));
      // A tab is shown as spaces.
      const plain = (text: string) => text.replaceAll('\t', '    ');
      if (plain(one) !== plain(two)) expect(judgedLines('  ', two, 40)).not.toEqual(lines);
    }),
  );
});

it('an everyday text stays as it is', () => {
  for (const text of ['/home/ann/my notes/端口 3000.txt', 'git push origin main in /srv/a b'])
    expect(judged(text)).toBe(text);
  expect(judged(' a  b ')).toBe('␣a␣␣b␣');
});

it('no name is asked for that cannot be typed as it is seen', () => {
  const subject = capability({ affectedResources: ['{what}'] });
  for (const what of ['a\u00a0b', 'a  b', 'a\u2800', 'a\u3164b'])
    expect(nameToType({ capability: subject, arguments: { what } })).toBe(subject.id);
  expect(nameToType({ capability: subject, arguments: { what: '/x/a b' } })).toBe('a b');
});
