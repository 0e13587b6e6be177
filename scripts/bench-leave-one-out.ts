/**
 * `npm run bench:leave-one-out -- --sets DIR [--save FILE]`: how the search does on a set that its weights were not fitted
 * on. For each set the weights of the ranking signals (src/search/weights.ts) are fitted anew, from none at all, on all
 * other sets and the own development half; then the real search ranks the left-out set by them. --save writes the figures
 * as JSON. What was tuned once by hand (the field table, the lexicon) is not fitted again.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Arm } from '../src/evaluation/arms.ts';
import { queryWithinBudget } from '../src/evaluation/ask.ts';
import type { JudgedSet } from '../src/evaluation/run-set.ts';
import { askWorld, searchWith } from '../src/evaluation/searcher.ts';
import { isRefusal } from '../src/reason/refusal.ts';
import { RANKING } from '../src/search/rank.ts';
import { WEIGHTS, type Weights } from '../src/search/weights.ts';
import { type Features, featuresOf } from './relevance/features.ts';
import { fitWeights } from './relevance/fit.ts';
import { judgedSets, type Scores, scoresOf } from './relevance/judged.ts';

type Row = { readonly set: string; readonly shipped: Scores; readonly held_out: Scores; readonly weights: Weights };

const { values } = parseArgs({ options: { sets: { type: 'string' }, save: { type: 'string' } } });
if (values.sets === undefined) {
  console.error('usage: npm run bench:leave-one-out -- --sets DIR [--save FILE]');
  process.exit(2);
}
const seen = [...judgedSets(values.sets)].map((set) => ({ set, features: featuresOfSet(set) }));
const rows: Row[] = [];
for (const { set } of seen) rows.push(await leaveOut(set));
print(rows);
if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify({ shipped: WEIGHTS, rows }, null, 2)}\n`);

async function leaveOut(set: JudgedSet): Promise<Row> {
  const others = seen.filter((other) => other.set !== set).flatMap(({ features }) => features);
  const weights = fitWeights(others);
  console.error(`${set.name}: ${JSON.stringify(weights)}`);
  return {
    set: set.name,
    shipped: await scoresOf(set, armWith(WEIGHTS)),
    held_out: await scoresOf(set, armWith(weights)),
    weights,
  };
}

/** The search with these weights. */
function armWith(weights: Weights): Arm {
  return {
    name: 'weights',
    about: 'the search with other weights',
    open: async (world) => askWorld(world, searchWith({ ...RANKING, weights })),
  };
}

function featuresOfSet({ name, questions, world }: JudgedSet): Features[] {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return questions
    .filter(({ kind }) => kind === 'single')
    .flatMap((question) => featuresOf(name, queryWithinBudget(question.query), question, snapshot) ?? []);
}

function print(all: readonly Row[]): void {
  const percent = (share: number) => (100 * share).toFixed(1).padStart(7);
  console.log('set             NDCG@10  held out     R@1  held out     R@5  held out');
  for (const { set, shipped, held_out: held } of all) {
    const pairs = (['ndcg_at_10', 'recall_at_1', 'recall_at_5'] as const).map(
      (name) => `${percent(shipped[name])}   ${percent(held[name])}`,
    );
    console.log(`${set.padEnd(15)}${pairs.join(' ')}`);
  }
}
