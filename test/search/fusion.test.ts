/** Fusion: which sources a plan has, what each says, and that history is weak and never brings what may not be seen. */
import { expect, test } from 'vitest';
import { fuse } from '../../src/search/fusion.ts';
import { understand } from '../../src/search/query.ts';
import { readText } from '../../src/text/analyze.ts';
import { capability, snapshotOf } from './catalog.ts';

const snapshot = snapshotOf([
  capability('amber.lamp', 'Paint a lamp', 'Paints one lamp'),
  capability('amber.wall', 'Paint a wall', 'Paints one wall'),
  capability('zinc.lamp', 'Paint a lamp', 'Paints one lamp'),
  capability('zinc.car', 'Wash a car', 'Washes one car'),
]);
const all = new Uint8Array(snapshot.count).fill(1);
const doc = (id: string) => snapshot.find(id);
const none = { named: [], isScoped: false };
const ids = (text: string, beside: Parameters<typeof fuse>[4] = none, eligible = all) =>
  found(text, beside, eligible).map((one) => snapshot.id(one.doc));

function found(text: string, beside: Parameters<typeof fuse>[4] = none, eligible = all) {
  return fuse(
    understand(text, readText(text, snapshot.words, snapshot.lexicon), snapshot),
    snapshot,
    eligible,
    10,
    beside,
  );
}

test('each source says where it has a document; the pack that was found most stands first of equals', () => {
  const [first, second] = found('paint a lamp');
  expect(snapshot.id(first?.doc ?? -1)).toBe('amber.lamp');
  expect(first?.places).toEqual({ lexical: 1, signals: 1, metadata: 1, hierarchy: 1 });
  expect(snapshot.id(second?.doc ?? -1)).toBe('zinc.lamp');
  expect(second?.places).toEqual({ lexical: 2, signals: 2, metadata: 2, hierarchy: 3 });
});

test('what no word finds is not there', () => {
  expect(ids('paint a lamp')).not.toContain('zinc.car');
  expect(ids('')).toEqual([]);
});

test('a name that is spelled out stands first, though no word finds it', () => {
  expect(ids('paint a lamp', { ...none, named: [doc('zinc.car')] })[0]).toBe('zinc.car');
});

test('within a pack its packs say nothing', () => {
  const [first] = found('paint a lamp', { ...none, isScoped: true });
  expect(first?.places).toEqual({ lexical: 1, signals: 1, metadata: 1 });
});

test('history speaks only where it was asked for, and turns nothing that the words tell apart', () => {
  const history = new Map([
    [doc('zinc.lamp'), 3],
    [doc('amber.wall'), 9],
  ]);
  const places = new Map(found('paint a lamp', { ...none, history }).map((one) => [snapshot.id(one.doc), one.places]));
  expect(places.get('amber.wall')?.history).toBe(1);
  expect(places.get('zinc.lamp')?.history).toBe(2);
  expect(places.get('amber.lamp')).not.toHaveProperty('history');
  expect(found('paint a lamp').some((one) => 'history' in one.places)).toBe(false);
  expect(ids('paint a lamp', { ...none, history })[0]).toBe('amber.lamp');
  const withoutHistory = found('paint a lamp').find((one) => one.doc === doc('zinc.lamp'))?.score ?? 0;
  const withHistory =
    found('paint a lamp', { ...none, history }).find((one) => one.doc === doc('zinc.lamp'))?.score ?? 0;
  expect(withHistory).toBeGreaterThan(withoutHistory);
});

test('neither a name nor a history brings back what may not be seen', () => {
  const seen = all.slice();
  for (const id of ['zinc.lamp', 'zinc.car']) seen[doc(id)] = 0;
  const history = new Map([[doc('zinc.lamp'), 9]]);
  expect(ids('paint a lamp', { named: [doc('zinc.car')], isScoped: false, history }, seen)).toEqual([
    'amber.lamp',
    'amber.wall',
  ]);
});
