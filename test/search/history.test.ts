/** Past runs decide between answers that are about equally good, only where they are asked for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pastRuns } from '../../src/platform/past-runs.ts';
import { search } from '../../src/search/search.ts';
import { capability, snapshotOf } from './catalog.ts';

const snapshot = snapshotOf([
  capability('amber.paint', 'Paint lamps', 'Paint lamps'),
  capability('zinc.paint', 'Paint lamps', 'Paint lamps'),
  capability('zinc.wash', 'Wash windows', 'Wash the windows of a house'),
]);
const answer = (query: string, runs?: ReadonlyMap<string, number>, hidden?: Uint8Array) =>
  search({ version: 'tool-search.v1', query, use_history: true }, snapshot, {
    os: 'linux',
    hidden,
    ...(runs === undefined ? {} : { runs }),
  });
const ids = (...asked: Parameters<typeof answer>) => answer(...asked).candidates.map(({ canonical_path: id }) => id);

test('of two that are equally good the one that was run comes first', () => {
  const [first, second] = ids('paint lamps') as [string, string];
  expect(ids('paint lamps', new Map([[second, 1]]))).toEqual([second, first]);
  expect(
    ids(
      'paint lamps',
      new Map([
        [second, 1],
        [first, 1],
      ]),
    ),
  ).toEqual([first, second]);
});

test('it stands above neither what fits better nor a name nor what is hidden', () => {
  const often = new Map([['zinc.paint', 1000]]);
  expect(ids('wash the windows of a house', often)[0]).toBe('zinc.wash');
  expect(ids('amber.paint', often)[0]).toBe('amber.paint');
  const hidden = new Uint8Array(snapshot.count);
  hidden[snapshot.find('zinc.paint')] = 1;
  expect(ids('paint lamps', often, hidden)).toEqual(['amber.paint']);
});

test('the answer says whether past runs were known', () => {
  const meta = (runs?: ReadonlyMap<string, number>) => answer('paint lamps', runs).search_meta;
  expect(meta().planned_retrievers).toContain('history');
  expect(meta().completed_retrievers).not.toContain('history');
  expect(meta(new Map()).completed_retrievers).toContain('history');
});

test('runs that succeeded are counted, by the newest file of the log; damage counts for nothing', () => {
  const state = mkdtempSync(join(tmpdir(), 'past-runs-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  mkdirSync(join(state, 'audit'));
  const line = (kind: string, id: string, status: string) =>
    JSON.stringify({ kind, canonical_path: id, details: { status } });
  const log = [
    line('outcome', 'a.b', 'succeeded'),
    line('outcome', 'a.b', 'succeeded'),
    line('outcome', 'a.c', 'failed'),
    line('intent', 'a.d', 'succeeded'),
    '{"kind":"outcome","succeeded"',
  ];
  writeFileSync(join(state, 'audit', 'audit-000001.jsonl'), line('outcome', 'old.one', 'succeeded'));
  writeFileSync(join(state, 'audit', 'audit-000002.jsonl'), log.join('\n'));
  expect([...(pastRuns({ CAP_STATE_DIR: state }) ?? [])]).toEqual([['a.b', 2]]);
  expect(pastRuns({ CAP_STATE_DIR: join(state, 'nowhere') })).toBeUndefined();
});
