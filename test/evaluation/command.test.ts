/** Whole evaluations over real files: what is reported, what is written, and what is refused. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type EvalReport, evalReportResponse } from '../../src/contract/eval-report.v1.ts';
import { type EvaluationOptions, runEvaluation } from '../../src/evaluation/command.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { directoryWith, hostOver, jsonLines, OWN_JUDGEMENTS, smallWorld } from './bench.ts';

const WORLD = smallWorld();
const DEFAULTS = { half: 'dev', arm: 'default', ablation: false } as const;

async function report(options: Partial<EvaluationOptions> & { subject: string }, world = WORLD): Promise<EvalReport> {
  const done = await runEvaluation({ ...DEFAULTS, ...options }, hostOver(world));
  if (isRefusal(done)) throw new Error(`${done.message} ${done.received ?? ''}`);
  expect(evalReportResponse.safeParse(done).error).toBeUndefined();
  return done;
}

const refused = async (options: Partial<EvaluationOptions> & { subject: string }) =>
  runEvaluation({ ...DEFAULTS, ...options }, hostOver(WORLD));

const written = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as EvalReport & { sets: { results: object[] }[] };

describe('our own judgements', () => {
  const subject = directoryWith(OWN_JUDGEMENTS);

  test('the dev half, without what the catalog does not hold', async () => {
    const { sets, configuration, comparisons, timing } = await report({ subject });
    expect(sets).toMatchObject([{ name: 'own', half: 'dev', questions: 5, left_out: 1, capabilities: 4 }]);
    expect(sets[0]?.kinds).toMatchObject([
      { kind: 'single', questions: 2, recall_at_5: 1 },
      { kind: 'compound', questions: 1 },
      { kind: 'decomposed', questions: 1, complete_at_5: 1 },
    ]);
    expect(sets[0]?.abstention.recognised).toEqual({ hits: 1, of: 1, share: 1 });
    expect(sets[0]?.forbidden?.guarded).toBe(1);
    const { search_bytes = 0, inspect_bytes = 0, all_bytes = 0 } = sets[0]?.disclosure ?? {};
    expect(Math.min(search_bytes, inspect_bytes, all_bytes)).toBeGreaterThan(100);
    expect(configuration).toMatchObject({ arm: 'default', catalog: { source_hash: expect.any(String) } });
    expect(comparisons).toBeUndefined();
    expect(timing).toMatchObject([{ set: 'own', queries: 5 }]);
  });

  test('the same figures on each run; another catalog is another configuration', async () => {
    const [one, two] = [await report({ subject }), await report({ subject })];
    expect({ ...one, timing: [] }).toEqual({ ...two, timing: [] });
    const other = await report({ subject }, smallWorld({}, { meta: { note: 'another' } }));
    expect(other.configuration.hash).toBe(one.configuration.hash);
    const renamed = smallWorld({ 'lexicon/extra.yaml': '# a comment\n' });
    expect((await report({ subject }, renamed)).configuration.hash).not.toBe(one.configuration.hash);
  });

  test('files: the whole report, a page, and a run file that a scorer reads', async () => {
    const out = join(directoryWith({}), 'made', 'here');
    const shown = await report({ subject, out });
    expect(readdirSync(out).sort()).toEqual(['own.run.tsv', 'report.html', 'report.json']);
    expect(shown.files).toEqual(['report.json', 'report.html', 'own.run.tsv'].map((name) => join(out, name)));
    const whole = written(out);
    expect(evalReportResponse.safeParse(whole).error).toBeUndefined();
    expect(whole.sets[0]?.results).toHaveLength(5);
    expect(JSON.stringify(shown)).not.toContain('"results"');
    const ranks = new Map<string, number>();
    for (const line of readFileSync(join(out, 'own.run.tsv'), 'utf8').trim().split('\n')) {
      const [qid = '', rank, id, ...rest] = line.split('\t');
      expect(Number(rank)).toBe((ranks.get(qid) ?? 0) + 1);
      expect(id).toMatch(/^net/);
      expect(rest).toEqual([]);
      ranks.set(qid, Number(rank));
    }
    expect([...ranks.keys()]).toEqual(['s1', 's2', 'c1']);
  });

  test('against an arm, against an earlier report, and signal by signal', async () => {
    const out = directoryWith({});
    await report({ subject, arm: 'tfidf', out });
    const byArm = await report({ subject, against: 'tfidf' });
    const byReport = await report({ subject, against: join(out, 'report.json') });
    expect(byReport.comparisons?.[0]?.rows).toEqual(byArm.comparisons?.[0]?.rows);
    expect(byArm.comparisons).toMatchObject([{ against: 'tfidf', purpose: 'comparison' }]);
    const forbidden = byArm.comparisons?.[0]?.rows.find(({ metric }) => metric === 'forbidden_at_1');
    expect(forbidden).toMatchObject({ kind: 'single', questions: 1, after: 0 });
    expect(byArm.comparisons?.[0]?.rows[0]).toMatchObject({
      set: 'own',
      kind: 'single',
      metric: 'top_1',
      questions: 2,
    });
    const { comparisons = [] } = await report({ subject, ablation: true });
    expect(comparisons.length).toBeGreaterThan(0);
    expect(comparisons.every(({ purpose, against }) => purpose === 'ablation' && against.startsWith('without-'))).toBe(
      true,
    );
  });
});

describe('the sealed half', () => {
  const RUN = { half: 'test' } as const;

  test('runs once a configuration, when it is the one that is pinned; nothing of a question leaves', async () => {
    const subject = directoryWith(OWN_JUDGEMENTS);
    const unpinned = await refused({ subject, ...RUN });
    expect(unpinned).toMatchObject({ reason: 'sealed_set_changed', received: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { example } = unpinned as { example: string };
    writeFileSync(join(subject, 'sealed.json'), example);

    const out = directoryWith({});
    const first = await report({ subject, ...RUN, out });
    expect(first.sets).toMatchObject([{ half: 'test', questions: 1 }]);
    expect(first.recorded).toBeUndefined();
    expect(readdirSync(out).sort()).toEqual(['report.html', 'report.json']);
    expect(readFileSync(join(out, 'report.json'), 'utf8')).not.toContain('secret question');

    const log = readFileSync(join(subject, 'test-runs.jsonl'), 'utf8');
    expect(log).not.toContain('secret question');
    const again = await report({ subject, ...RUN });
    expect(again).toMatchObject({ recorded: true, figures_hash: first.figures_hash, sets: first.sets });
    expect(readFileSync(join(subject, 'test-runs.jsonl'), 'utf8')).toBe(log);

    await runEvaluation({ ...DEFAULTS, ...RUN, subject }, hostOver(smallWorld({ 'lexicon/x.yaml': '# other\n' })));
    const runs = readFileSync(join(subject, 'test-runs.jsonl'), 'utf8').trim().split('\n');
    expect(runs).toHaveLength(2);
    expect(new Set(runs.map((run) => JSON.parse(run).configuration.hash)).size).toBe(2);
    expect(JSON.parse(runs[0] ?? '').configuration.hash).toBe((await report({ subject })).configuration.hash);
  });

  test('is not run when one of its lines is another one; the other half may change', async () => {
    const subject = directoryWith(OWN_JUDGEMENTS);
    const { example } = (await refused({ subject, ...RUN })) as { example: string };
    writeFileSync(join(subject, 'sealed.json'), example);
    const single = OWN_JUDGEMENTS['single.jsonl'];
    writeFileSync(join(subject, 'single.jsonl'), single.replace('谁占用端口 80', '谁占用端口 81'));
    expect(isRefusal(await refused({ subject, ...RUN }))).toBe(false);
    writeFileSync(join(subject, 'single.jsonl'), single.replace('secret question', 'easy question'));
    expect(await refused({ subject, ...RUN })).toMatchObject({ reason: 'sealed_set_changed' });
    expect(readFileSync(join(subject, 'test-runs.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test.each([{ arm: 'tfidf' }, { against: 'tfidf' }, { ablation: true }])('is never tuned on: %j', async (more) => {
    expect(await refused({ subject: directoryWith(OWN_JUDGEMENTS), ...RUN, ...more })).toMatchObject({
      reason: 'usage',
    });
  });
});

describe('foreign sets', () => {
  const tools = jsonLines([
    { id: 'a.make', title: 'Make a folder', params: [{ name: 'path', description: 'where' }] },
    { id: 'a.drop', title: 'Drop a folder' },
    { id: 'b.send', title: '发送邮件' },
  ]);
  const queries = jsonLines([
    { qid: 'q1', query: 'make folder', lang: 'en', gold: ['a.make'] },
    { qid: 'q2', query: '发送邮件', lang: 'zh', gold: ['b.send'] },
    { qid: 'q3', query: 'make and drop a folder', lang: 'en', gold: ['a.make', 'a.drop'] },
    { qid: 'q4', query: 'absent', lang: 'en', gold: ['nowhere'] },
  ]);
  const root = directoryWith({
    'one/tools.jsonl': tools,
    'one/queries.jsonl': queries,
    'two/tools.jsonl': tools,
    'two/queries.jsonl': queries,
    'other/readme.txt': 'x',
  });

  test('one, several, or one of several; a question without its answer is a miss', async () => {
    const one = await report({ subject: join(root, 'one') });
    expect(one.sets).toMatchObject([{ name: 'one', questions: 4, left_out: 0, capabilities: 3 }]);
    expect(one.sets[0]?.kinds).toMatchObject([{ kind: 'single', recall_at_5: 0.75, complete_at_5: 0.75 }]);
    expect(one.sets[0]?.slices.filter(({ by }) => by === 'answers')).toMatchObject([
      { value: 'one', questions: 3 },
      { value: 'several', questions: 1, complete_at_5: 1 },
    ]);
    expect(one.configuration.catalog).toBeUndefined();
    expect((await report({ subject: root })).sets.map(({ name }) => name)).toEqual(['one', 'two']);
    expect((await report({ subject: root, only: 'two' })).sets.map(({ name }) => name)).toEqual(['two']);
  });
});

const foreign = (tools: string) => directoryWith({ 'tools.jsonl': tools, 'queries.jsonl': '' });

test.each([
  [{ subject: foreign('{"title":"x"}') }, { reason: 'judgements_invalid' }],
  [{ subject: foreign('{"id":"a"}\n{"id":"a"}') }, { reason: 'judgements_invalid' }],
  [{ subject: foreign('{"id":"a"}'), half: 'test' as const }, { reason: 'usage' }],
  [{ subject: directoryWith(OWN_JUDGEMENTS), only: 'x' }, { reason: 'usage' }],
  [{ subject: directoryWith(OWN_JUDGEMENTS), arm: 'tfidf', ablation: true }, { reason: 'usage' }],
  [{ subject: '/nowhere' }, { reason: 'usage', received: '/nowhere' }],
  [{ subject: directoryWith({ 'x.txt': '' }) }, { reason: 'usage' }],
  [{ subject: directoryWith({ 'single.jsonl': '{' }) }, { reason: 'judgements_invalid' }],
  [
    { subject: directoryWith(OWN_JUDGEMENTS), arm: 'best' },
    { reason: 'usage', received: 'best' },
  ],
  [
    { subject: directoryWith(OWN_JUDGEMENTS), against: '/nowhere' },
    { reason: 'usage', received: '/nowhere' },
  ],
  [{ subject: directoryWith(OWN_JUDGEMENTS), out: '/proc/nowhere' }, { reason: 'usage' }],
])('%j is refused', async (options, refusal) => expect(await refused(options)).toMatchObject(refusal));
