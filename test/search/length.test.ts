/** A long question and the length of what answers it. Enters by dispatch. */
import { expect, test } from 'vitest';
import { asker, capability, snapshotOf } from './catalog.ts';

const WORDS = 'green yellow orange purple silver golden bronze copper marble velvet cotton linen';
const FILLING = 'river mountain valley forest desert island harbour bridge tower castle village meadow garden orchard';

/** Two that do the same: one spare, one wordy; the rest of the catalog is of middle length. */
const TWINS = asker(
  snapshotOf([
    capability('paint.spare', 'Paint a wall', 'Paint a wall in one colour'),
    capability('paint.wordy', 'Paint a wall', `Paint a wall in one colour: ${WORDS} ${FILLING}`),
    ...['door', 'roof', 'floor', 'fence'].map((thing) =>
      capability(`build.${thing}`, `Build a ${thing}`, `Build a ${thing} out of wood and stone, with nails and glue`),
    ),
  ]),
);
const first = (query: string) => TWINS('search', { version: 'tool-search.v1', query, limit: 1 }).json.candidates[0];

test('a short question leaves the wordy twin ahead: it has the word that is asked for', () => {
  expect(first('paint a velvet wall')?.canonical_path).toBe('paint.wordy');
});

test('a long question, which shares words with long texts by chance, goes to the spare one', () => {
  const long =
    'paint wall colour, paint wall before guests arrive, wall beside wood door, stone floor, paint roof nails, paint ' +
    'fence glue, colour entrance, staircase, silver cars, tower clocks, trains, dogs, lamps, phones, music';
  const answer = TWINS('search', { version: 'tool-search.v1', query: long, limit: 1, explain: true }).json;
  expect(answer.candidates[0]?.canonical_path).toBe('paint.spare');
  const breakdown = answer.candidates[0]?.score_breakdown as { signals: { signal: string; delta: number }[] };
  expect(breakdown.signals.find(({ signal }) => signal === 'length')?.delta).toBeGreaterThan(0);
});
