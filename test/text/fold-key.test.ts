import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldKey } from '../../src/text/fold-key.ts';

const SAME: readonly [key: string, spellings: readonly string[]][] = [
  [
    'system port who',
    [
      'system.port.who',
      'System Port WHO',
      'system/port/who',
      'system:port-who',
      ' system__port..who ',
      'ｓｙｓｔｅｍ．ｐｏｒｔ．ｗｈｏ',
      '"system.port.who"?',
      '「system　port　who」',
      '`system.port.who`',
      '（system.port.who）',
      'sys\u00adtem.port\u200b.who',
    ],
  ],
  ['findsymbol', ['findSymbol', 'FindSymbol', 'FINDSYMBOL']],
  ['端口被谁占用', ['端口被谁占用？', '“端口被谁占用”', '端口被谁占用。']],
  ['c++', ['C++', '"c++"', 'Ｃ＋＋']],
  ['c#', ['C#', '(c#)']],
  ['', ['', '   ', '?!', '…', '——', '"."']],
];

describe('foldKey', () => {
  for (const [key, spellings] of SAME) {
    for (const spelling of spellings) {
      it(`${JSON.stringify(spelling)} → ${JSON.stringify(key)}`, () => expect(foldKey(spelling)).toBe(key));
    }
  }

  it('applied twice changes nothing, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = foldKey(text);
        expect(foldKey(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });
});
