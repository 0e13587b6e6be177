/** Every identity of the default catalog, in every spelling that people use: it comes first, or is named exact_filtered. */
import { describe, expect, it } from 'vitest';
import { again } from '../compile/again.ts';
import { asker } from '../search/catalog.ts';
import { defaultCapabilities, defaultCatalog } from './default-catalog.ts';

const capabilities = defaultCapabilities();
const ask = asker(defaultCatalog());

/** ASCII in its full width forms, as a Chinese input method types it. */
const fullWidth = (text: string) =>
  [...text]
    .map((sign) =>
      sign > ' ' && sign < '\u007f' ? String.fromCodePoint((sign.codePointAt(0) as number) + 0xfee0) : sign,
    )
    .join('');

it('each manifest can be told from its capability, so that another catalog may take it along', () => {
  expect(capabilities.map(again)).toEqual(capabilities);
});

const SPELLINGS: readonly (readonly [string, (id: string) => string])[] = [
  ['canonical', (id) => id],
  ['capitals', (id) => id.toUpperCase()],
  ['CLI path', (id) => id.replaceAll('.', ' ')],
  ['words', (id) => id.replaceAll(/[._]/g, ' ')],
  ['full width', fullWidth],
  ['slashes', (id) => id.replaceAll('.', '/')],
  ['command', (id) => `cap run ${id}`],
  ['quoted', (id) => `"${id}"`],
  ['Chinese quotes', (id) => `「${id}」。`],
  ['blanks', (id) => `  ${id}\u3000`],
];

describe('identities of the default catalog', () => {
  it('are many', () => expect(capabilities.length).toBeGreaterThan(60));

  it.each(SPELLINGS)('%s', (_name, spell) => {
    const lost = capabilities.filter(({ id, type }) => {
      const types = type === 'pack' ? { types: ['pack'] } : {};
      const { json } = ask('search', { version: 'tool-search.v1', query: spell(id), ...types });
      return json.candidates[0]?.canonical_path !== id && json.exact_filtered?.canonical_path !== id;
    });
    expect(lost.map(({ id }) => spell(id))).toEqual([]);
  });

  it('aliases name their own capability', () => {
    const lost = capabilities.flatMap(({ id, aliases, type }) =>
      [...aliases.zh, ...aliases.en].filter((alias) => {
        const types = type === 'pack' ? { types: ['pack'] } : {};
        const { json } = ask('search', { version: 'tool-search.v1', query: alias, ...types });
        return json.candidates[0]?.canonical_path !== id && json.exact_filtered?.canonical_path !== id;
      }),
    );
    expect(lost).toEqual([]);
  });

  it('five ids in one query all come back, in their order', () => {
    const ids = capabilities
      .filter(({ type, os }) => type === 'action' && (os.length === 0 || os.includes('linux')))
      .map(({ id }) => id);
    for (let at = 0; at + 5 <= ids.length; at += 5) {
      const five = ids.slice(at, at + 5);
      for (const separator of [', ', ' ', '、']) {
        const { json } = ask('search', { version: 'tool-search.v1', query: five.join(separator), limit: 5 });
        expect(json.candidates.map((candidate) => candidate.canonical_path)).toEqual(five);
      }
    }
  });
});
