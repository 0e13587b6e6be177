/** Replays: what counts as moved, risen and lost, which files can be replayed, and what they are compared with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ReplayReport, replayReportResponse } from '../../src/contract/replay-report.v1.ts';
import { runEvaluation } from '../../src/evaluation/command.ts';
import { replayed } from '../../src/evaluation/replay.ts';
import { type ReplayOptions, runReplay } from '../../src/evaluation/replay-command.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { edit, RECIPE as GUIDE, KILL, ACTION as WHO } from '../compile/small-catalog.ts';
import { directoryWith, hostOver, jsonLines, OWN_JUDGEMENTS, smallWorld } from './bench.ts';

describe('one request', () => {
  const compare = (groups: readonly (readonly string[])[], before: string, after: string) => {
    const requests = [{ qid: 'q', groups, sent: { text: 'x' } }];
    const ids = (text: string) => new Map([['q', text === '' ? [] : text.split(' ')]]);
    const { moved, risen, regressions, changes } = replayed(requests, ids(before), ids(after));
    return { moved, risen, regressions, right: changes[0]?.right };
  };
  const A = [['a']];

  test.each([
    ['the same', A, 'a b', 'a b', { moved: 0, risen: 0, regressions: 0, right: undefined }],
    ['down within sight', A, 'a b c', 'b c a', { moved: 1, risen: 0, regressions: 0, right: { before: 1, after: 3 } }],
    ['out of sight', A, 'x y a b', 'x y b a', { moved: 1, regressions: 1, right: { before: 3, after: 4 } }],
    ['gone', A, 'a', '', { moved: 1, regressions: 1, right: { before: 1, after: null } }],
    ['never seen', A, '1 2 3 a', '1 2 3 4 a', { moved: 1, regressions: 0, right: { before: 4, after: 5 } }],
    ['up', A, 'b a', 'a b', { moved: 1, risen: 1, regressions: 0, right: { before: 2, after: 1 } }],
    ['any of a group', [['a', 'b']], 'a x y z', 'x b y z', { regressions: 0, right: { before: 1, after: 2 } }],
    ['one of two lost', [['a'], ['b']], 'b a', 'a x y b', { risen: 0, regressions: 1, right: { before: 1, after: 4 } }],
    ['nothing known', [], 'a', 'b', { moved: 1, risen: 0, regressions: 0, right: undefined }],
  ])('%s', (_title, groups, before, after, expected) => expect(compare(groups, before, after)).toMatchObject(expected));
});

describe('whole replays', () => {
  const requests = join(
    directoryWith({
      'requests.jsonl': jsonLines([
        { version: 'tool-search.v1', query: 'who uses this port', limit: 2 },
        { qid: 'mine', request: { version: 'tool-search.v1', query: 'free a port' }, gold: ['net.kill'] },
        { qid: 's1', query: '释放端口', gold: ['net.kill'] },
      ]),
    }),
    'requests.jsonl',
  );
  const was = smallWorld();
  const without = smallWorld({ 'net/kill.yaml': edit(KILL, 'en: [free a port]', 'en: [end it]') });
  const gone = smallWorld({
    'net/kill.yaml': edit(KILL, 'id: net.kill', 'id: net.stop'),
    'net/who.yaml': edit(WHO, 'instead: net.kill', 'instead: net.stop'),
    'net/occupied_guide.yaml': GUIDE.replaceAll('{cap:net.kill}', '{cap:net.stop}'),
  });

  async function replay(options: ReplayOptions, world = was, other = was): Promise<ReplayReport> {
    const done = await runReplay(
      options,
      hostOver(world, () => other),
    );
    if (isRefusal(done)) throw new Error(`${done.message} ${done.received ?? ''}`);
    expect(replayReportResponse.safeParse(done).error).toBeUndefined();
    return done;
  }

  test('without anything to compare with it records; against its own record nothing moves', async () => {
    const out = join(directoryWith({}), 'before.json');
    const recorded = await replay({ requests, out });
    expect(recorded).toMatchObject({ requests: 3, judged: 2, moved: 0, regressions: 0, changes: [], files: [out] });
    expect(recorded.against).toBeUndefined();
    const { results } = JSON.parse(readFileSync(out, 'utf8')) as ReplayReport;
    expect(results?.map(({ qid }) => qid)).toEqual(['line-1', 'mine', 's1']);
    expect(results?.[0]?.ids.length).toBeLessThanOrEqual(2);
    expect(await replay({ requests, against: out })).toMatchObject({ moved: 0, regressions: 0, unmatched: 0 });
  });

  test('against a record and against its snapshot: the same', async () => {
    const out = join(directoryWith({}), 'before.json');
    await replay({ requests, out });
    const byRecord = await replay({ requests, against: out }, gone);
    const bySnapshot = await replay({ requests, against: 'old.snapshot' }, gone, was);
    expect({ ...byRecord, against: '' }).toEqual({ ...bySnapshot, against: '' });
    expect(bySnapshot).toMatchObject({ regressions: 2, catalog: { source_hash: expect.any(String) } });
    const lost = bySnapshot.changes.filter(({ regression }) => regression);
    expect(lost.map(({ qid, asked }) => [qid, asked])).toEqual([
      ['mine', 'free a port'],
      ['s1', '释放端口'],
    ]);
    expect(lost.every(({ right }) => right?.after === null)).toBe(true);
  });

  test('a text that changes moves what it answered and loses nothing', async () => {
    const report = await replay({ requests, against: 'old.snapshot' }, without, was);
    expect(report.regressions).toBe(0);
  });

  test('the report of an evaluation is a record as well', async () => {
    const subject = directoryWith(OWN_JUDGEMENTS);
    const out = directoryWith({});
    await runEvaluation({ subject, half: 'dev', arm: 'default', ablation: false, out }, hostOver(was));
    const report = await replay({ requests: join(subject, 'single.jsonl'), against: join(out, 'report.json') });
    // The test half and what the catalog does not hold are not in the report.
    expect(report).toMatchObject({ requests: 4, unmatched: 2, moved: 0 });
  });

  test.each([
    [{ requests: '/nowhere' }, { reason: 'usage', received: '/nowhere' }],
    [{ requests: join(directoryWith({ x: '[1]' }), 'x') }, { reason: 'judgements_invalid' }],
    [{ requests: join(directoryWith({ x: '{"query":""}' }), 'x') }, { reason: 'judgements_invalid' }],
    [
      {
        requests: join(
          directoryWith({
            x: jsonLines([
              { qid: 'a', query: 'x' },
              { qid: 'a', query: 'y' },
            ]),
          }),
          'x',
        ),
      },
      { reason: 'judgements_invalid' },
    ],
    [
      { requests: join(directoryWith({ x: '{"version":"tool-search.v1","query":"x","limt":1}' }), 'x') },
      { reason: 'unknown_field' },
    ],
    [{ requests, against: join(directoryWith({ x: '{}' }), 'x') }, { reason: 'judgements_invalid' }],
  ])('%j is refused', async (options, refusal) => {
    expect(await runReplay(options, hostOver(was))).toMatchObject(refusal);
  });
});
