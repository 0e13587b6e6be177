/** Hidden names leave a contract wherever they stand in its texts, and nothing else of it changes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { withoutHidden } from '../../src/inspect/withhold.ts';

const HIDDEN: ReadonlySet<string> = new Set(['git.push', 'git.push.force', 'net.port_2']);
const hidden = (id: string) => HIDDEN.has(id);

/** What a text is to become, told by its words alone. */
const shown = (text: string) =>
  text.replaceAll(/[a-z0-9_]+(?:\.[a-z0-9_]+)+/g, (name) => {
    const parts = name.split('.');
    const begun = parts.map((_, end) => parts.slice(0, end + 1).join('.'));
    return begun.some((id) => id.includes('.') && hidden(id)) ? '(another capability)' : name;
  });

const piece = fc.constantFrom(
  'git.push',
  'net.port_2',
  'git',
  'push',
  'force',
  'net',
  'port_2',
  'log',
  '.',
  '..',
  ' ',
  '，',
  '用',
  'G',
  '-',
  '\n',
  '',
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

const contractOf = (texts: JsonObject) =>
  ({ id: 'git.log', whenNotToUse: [], verifies: [], description: texts }) as unknown as Capability;

it('replaces a hidden name, whatever stands around it', () => {
  let replaced = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(text, fc.array(text))), (texts) => {
      const expected = Object.fromEntries(
        Object.entries(texts).map(([key, value]) => [key, Array.isArray(value) ? value.map(shown) : shown(value)]),
      );
      const before = JSON.stringify(texts);
      expect(withoutHidden(contractOf(texts), hidden)).toEqual(contractOf(expected));
      expect(JSON.stringify(texts)).toBe(before);
      if (JSON.stringify(expected) !== before) replaced += 1;
    }),
    { numRuns: 3000, seed: 8_128 },
  );
  expect(replaced).toBeGreaterThan(100);
});

it('leaves hidden siblings out', () => {
  const lines = [
    { en: 'to send', instead: 'git.push' },
    { en: 'to look', instead: 'git.status' },
  ];
  const contract = {
    id: 'git.log',
    whenNotToUse: lines,
    verifies: ['git.push', 'git.status'],
  } as unknown as Capability;
  expect(withoutHidden(contract, hidden)).toEqual({
    id: 'git.log',
    whenNotToUse: [{ en: 'to send' }, { en: 'to look', instead: 'git.status' }],
    verifies: ['git.status'],
  });
});
