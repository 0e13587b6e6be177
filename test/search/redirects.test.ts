/** A situation in which a capability is not to be used leads to the one that is. Enters by dispatch. */
import { expect, test } from 'vitest';
import { asker, capability, snapshotOf } from './catalog.ts';

const sends = { whenNotToUse: [{ en: 'You want the barometer read aloud', instead: 'b.speak' }] };
const search = (more: object) =>
  asker(
    snapshotOf([
      capability('a.measure', 'Measure the pressure', 'Measures the pressure of the air', more),
      capability('b.speak', 'Speak a number', 'Says a number'),
    ]),
  )('search', { version: 'tool-search.v1', query: 'have the barometer read aloud' }).json.candidates;

test('it is found by the words of the one that sends people to it, and by when_to_use alone', () => {
  expect(search({})).toEqual([]);
  expect(search(sends)).toMatchObject([{ canonical_path: 'b.speak', matched_fields: ['usage'] }]);
});
