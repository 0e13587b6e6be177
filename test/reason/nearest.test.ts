/** Suggestions: near enough to help, never a guess, and the same in every order of the candidates. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearest } from '../../src/reason/nearest.ts';

const FIELDS = ['query', 'subqueries', 'limit', 'candidate_limit', 'within', 'types', 'effects', 'explain'];

describe('nearest', () => {
  test.each([
    ['a neighbour swap', 'qurey', 'query'],
    ['a missing letter', 'limt', 'limit'],
    ['a letter too many', 'withinn', 'within'],
    ['another letter', 'typos', 'types'],
    ['other case', 'Explain', 'explain'],
    ['two edits', 'subquerys', 'subqueries'],
  ])('%s', (_title, text, wanted) => expect(nearest(text, FIELDS)).toBe(wanted));

  test.each([
    ['three edits', 'quarrrey'],
    ['nothing alike', 'version'],
    ['a text of one letter', 'q'],
    ['no text', ''],
  ])('%s is no suggestion', (_title, text) => expect(nearest(text, FIELDS)).toBeUndefined());

  test('a tie goes to the first in code unit order, whatever the order of the candidates', () => {
    expect(nearest('card', ['cart', 'care', 'cars'])).toBe('care');
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.uniqueArray(fc.string({ maxLength: 8 })), (text, names) => {
        expect(nearest(text, [...names].reverse())).toBe(nearest(text, names));
      }),
    );
  });

  test('one edit of a name of four letters or more always leads back to a name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), fc.nat(), fc.constantFrom('x', '', '__'), (name, place, put) => {
        const at = place % name.length;
        expect(FIELDS).toContain(nearest(name.slice(0, at) + put + name.slice(at + 1), FIELDS));
      }),
    );
  });
});
