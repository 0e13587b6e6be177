/** Two names of one operation take one place of an answer. Enters by dispatch. */
import { expect, test } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { asker, capability, snapshotOf } from './catalog.ts';

const running = (...argv: string[]): Partial<Capability> => {
  return { handler: { kind: 'command', executable: 'lamp', argv } as unknown as NonNullable<Capability['handler']> };
};
const LAMPS = [
  capability('amber.paint', 'Paint lamps', 'Paint lamps', running('paint')),
  capability('lamps.colour', 'Colour lamps', 'Give lamps a colour: paint lamps', running('paint')),
  capability('lamps.paint_again', 'Paint lamps again', 'Paint lamps once more', running('repaint')),
  capability('zinc.paint', 'Paint lamps', 'Paint lamps of zinc', running('paint')),
];
const ask = asker(snapshotOf(LAMPS));
const search = (request: object) => ask('search', { version: 'tool-search.v1', ...request }).json.candidates;
const placesOf = (request: object) => search(request).map(({ canonical_path, twins }) => [canonical_path, twins]);

test('the best of several that run one operation stands, and names the others', () => {
  expect(placesOf({ query: 'paint lamps' })).toEqual([
    ['amber.paint', ['zinc.paint', 'lamps.colour']],
    ['lamps.paint_again', undefined],
  ]);
});

test('what takes no place makes room for others', () => {
  expect(placesOf({ query: 'paint lamps', limit: 2 }).map(([id]) => id)).toEqual(['amber.paint', 'lamps.paint_again']);
});

test('a twin that the request excludes is not named', () => {
  const [first] = search({ query: 'paint lamps', exclude_canonical: ['zinc.paint'] });
  expect(first).toMatchObject({ canonical_path: 'amber.paint', twins: ['lamps.colour'] });
});

test('names that were spelled out keep their places', () => {
  const found = placesOf({ query: 'zinc.paint or lamps.colour' });
  expect(found.slice(0, 2).map(([id]) => id)).toEqual(['zinc.paint', 'lamps.colour']);
});

test('one program with other arguments is another operation', () => {
  const schema = { type: 'object', properties: { port: { type: 'integer', description: 'x' } } };
  const other = capability('zinc.port', 'Paint lamps', 'Paint lamps at a port', {
    ...running('paint'),
    argumentsSchema: schema as unknown as Capability['argumentsSchema'],
  });
  const [first, second] = asker(snapshotOf([LAMPS[0] as Capability, other]))('search', {
    version: 'tool-search.v1',
    query: 'paint lamps',
  }).json.candidates;
  expect([first?.twins, second?.twins]).toEqual([undefined, undefined]);
});
