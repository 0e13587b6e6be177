/** Small documents, and an analyzer of their own for the tests of this room: lower-case words, split at spaces. */
import { FIELDS, type FieldedDocument, type FieldName } from '../../src/fulltext/fields.ts';
import { SHARE_OF_WHOLE, type Token, TokenClass, termKey } from '../../src/text/token.ts';

/** A document from the fields that matter to a test. */
export function documentOf(fields: Partial<Record<FieldName, readonly string[]>>): FieldedDocument {
  const all = Object.fromEntries(FIELDS.map(({ name }) => [name, fields[name] ?? []]));
  return { fields: all as FieldedDocument['fields'] };
}

export function splitAtSpaces(text: string): Token[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, position) => {
      const term = termKey(TokenClass.WORD_EN, word);
      const stop = word === 'the';
      return { term, cls: TokenClass.WORD_EN, position, start: 0, end: 0, stop, share: SHARE_OF_WHOLE };
    });
}

/** Numbers that look random and are the same in every run (a linear congruence of 32 bits). */
export function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
