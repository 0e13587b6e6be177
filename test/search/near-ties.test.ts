/** Siblings that answer equally well bring their pack along. Enters by dispatch. */
import { expect, test } from 'vitest';
import { asker, capability, snapshotOf } from './catalog.ts';

const ask = asker(
  snapshotOf([
    capability('amber', 'Lamps', 'All about lamps', { type: 'pack' }),
    ...['a', 'b', 'c'].map((name) => capability(`amber.${name}`, 'Paint lamps', 'Paint lamps')),
    capability('amber.d', 'Wash the windows', 'Wash the windows of a house'),
    ...['e', 'f', 'g'].map((name) => capability(`zinc.${name}`, 'Wash cars', 'Wash cars')),
  ]),
);
const search = (query: string, more: object = {}) =>
  ask('search', { version: 'tool-search.v1', query, ...more }).json.candidates;
const packs = (query: string, more: object = {}) =>
  search(query, more).filter((candidate) => candidate.canonical_path === 'amber');

test('the pack of three that tie stands behind them and says why it is there', () => {
  const found = search('paint lamps');
  expect(found.map(({ canonical_path }) => canonical_path)).toEqual(['amber.a', 'amber.b', 'amber.c', 'amber']);
  expect(found[3]).toMatchObject({ type: 'pack', rank_sources: ['hierarchy'], matched_fields: [] });
});

test.each([
  ['one is plainly the best', 'wash the windows of a house', {}],
  ['the request is within the pack', 'paint lamps', { within: 'amber' }],
  ['the request asks for a type', 'paint lamps', { types: ['action'] }],
  ['it is excluded', 'paint lamps', { exclude_canonical: ['amber'] }],
  ['there is no such pack in the catalog', 'wash cars', {}],
])('no pack where %s', (_, query, more) => expect(packs(query, more)).toEqual([]));
