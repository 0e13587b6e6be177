/** Variety among answers that are about equally good. Enters by dispatch. */
import { expect, test } from 'vitest';
import { asker, capability, snapshotOf } from './catalog.ts';

const ask = asker(
  snapshotOf([
    ...['a', 'b', 'c', 'd', 'e'].map((name) => capability(`amber.${name}`, 'Paint lamps', 'Paint lamps')),
    // As many of this pack as of the other, so that the names of both are as rare.
    capability('zinc.f', 'Paint lamps', 'Paint lamps'),
    capability('zinc.g', 'Paint the street with a brush', 'Far more words than the others have'),
    ...['h', 'i', 'j'].map((name) => capability(`zinc.${name}`, 'Wash cars', 'Wash cars')),
  ]),
);
const paths = (more: object = {}) =>
  ask('search', { version: 'tool-search.v1', query: 'paint lamps', limit: 5, ...more }).json.candidates.map(
    ({ canonical_path }) => canonical_path,
  );

test('of equal answers one of another pack stands before the third sibling; what is plainly worse takes no place', () => {
  const found = paths();
  expect(found[2]).toBe('zinc.f');
  expect(found).not.toContain('zinc.g');
});

test('a request within a pack gets that pack alone', () => {
  expect(paths({ within: 'amber' })).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `amber.${name}`));
});
