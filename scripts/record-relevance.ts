/**
 * `npm run record:relevance -- --sets DIR [--leave-one-out FILE]`: measures the search, the search without each of
 * its signals, and fusion, on the own development half and on foreign sets, and writes golden/relevance.json and the same as
 * tables into golden/relevance.md. FILE is what bench:leave-one-out --save wrote.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ABLATIONS, type Arm, armOf, DEFAULT_ARM } from '../src/evaluation/arms.ts';
import { judgedSets, type Scores, scoresOf } from './relevance/judged.ts';

type LeftOut = { readonly set: string; readonly shipped: Scores; readonly held_out: Scores };
type Measured = { readonly arm: string; readonly set: string; readonly scores: Scores };

const { values } = parseArgs({ options: { sets: { type: 'string' }, 'leave-one-out': { type: 'string' } } });
const { sets: directory, 'leave-one-out': leftOutFile } = values;
if (directory === undefined) {
  console.error('usage: npm run record:relevance -- --sets DIR [--leave-one-out FILE]');
  process.exit(2);
}
const arms: Arm[] = [DEFAULT_ARM, 'fusion', 'fusion-history'].map((name) => armOf(name) as Arm).concat(ABLATIONS);
const measured: Measured[] = [];
const names: string[] = [];
for (const set of judgedSets(directory)) {
  names.push(set.name);
  for (const arm of arms) measured.push({ arm: arm.name, set: set.name, scores: await scoresOf(set, arm) });
  console.error(set.name);
}
const leftOut: LeftOut[] =
  leftOutFile === undefined ? [] : (JSON.parse(readFileSync(leftOutFile, 'utf8')) as { rows: LeftOut[] }).rows;
const GOLDEN = join(import.meta.dirname, '../golden');
const kept = leftOut.map(({ set, shipped, held_out }) => ({ set, shipped, held_out }));
writeFileSync(join(GOLDEN, 'relevance.json'), `${JSON.stringify({ arms: measured, leave_one_out: kept }, null, 1)}\n`);
writeFileSync(join(GOLDEN, 'relevance.md'), page());

function page(): string {
  return [
    '# Relevance, as recorded',
    '',
    'Written by `npm run record:relevance`; questions that look for one thing, in per cent. `own` is the development half',
    'of golden/judgements, the others are public sets that are not part of this repository.',
    '',
    '## The search',
    '',
    ...table(['NDCG@10', 'R@1', 'R@5'], (set) => figures(scores(DEFAULT_ARM, set))),
    '## What each signal is worth',
    '',
    'NDCG@10 that the search loses without it, in points; a minus says that it would gain.',
    '',
    ...table(
      ABLATIONS.map(({ name }) => name.replace('without-', '')),
      (set) => ABLATIONS.map(({ name }) => signed(scores(DEFAULT_ARM, set).ndcg_at_10 - scores(name, set).ndcg_at_10)),
      'mean',
    ),
    '## Fusion',
    '',
    'NDCG@10 and R@1 of reciprocal rank fusion, and the same with the answers of the questions before as history.',
    '',
    ...table(['fusion', 'R@1', 'with history', 'R@1'], (set) =>
      ['fusion', 'fusion-history'].flatMap((arm) => figures(scores(arm, set)).slice(0, 2)),
    ),
    ...(kept.length === 0 ? [] : leaveOneOut()),
  ].join('\n');
}

function leaveOneOut(): string[] {
  return [
    '## Leave one set out',
    '',
    'The weights of the signals fitted anew, from none, on all sets but this one; then this one ranked by them, beside the',
    'weights as shipped (`npm run bench:leave-one-out`). The field table and the lexicon stay as they are.',
    '',
    ...table(['NDCG@10', 'held out', 'R@1', 'held out', 'R@5', 'held out'], (name) => {
      const row = kept.find(({ set }) => set === name);
      if (row === undefined) return [];
      const [shipped, held] = [figures(row.shipped), figures(row.held_out)];
      return shipped.flatMap((figure, at) => [figure, held[at] ?? '']);
    }),
  ];
}

/** One line a set; `last` names a line with the means of the columns. */
function table(columns: readonly string[], of: (set: string) => readonly string[], last?: string): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = names.map((set) => of(set));
  const means = columns.map((_, at) => signed(rows.reduce((sum, row) => sum + Number(row[at]), 0) / rows.length / 100));
  return [
    line(['set', ...columns]),
    line(['---', ...columns.map(() => '--:')]),
    ...names.map((set, at) => line([set, ...(rows[at] ?? [])])),
    ...(last === undefined ? [] : [line([last, ...means])]),
    '',
  ];
}

function scores(arm: string, set: string): Scores {
  const found = measured.find((one) => one.arm === arm && one.set === set);
  if (found === undefined) throw new Error(`${arm} was not measured on ${set}`);
  return found.scores;
}

function figures({ ndcg_at_10, recall_at_1, recall_at_5 }: Scores): string[] {
  return [ndcg_at_10, recall_at_1, recall_at_5].map((share) => (100 * share).toFixed(1));
}

function signed(share: number): string {
  return (100 * share).toFixed(2);
}
