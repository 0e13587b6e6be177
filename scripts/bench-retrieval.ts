/**
 * Measures retrieval on foreign relevance sets: `npm run bench:retrieval -- --sets DIR [--out DIR]`. DIR holds a folder
 * a set, each with tools.jsonl and queries.jsonl. With --out it writes OUT/<set>.run.tsv (qid, rank, id).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runForeignSet } from '../src/evaluation/foreign-run.ts';
import { type ForeignTool, judgedQuery, parseJsonLines } from '../src/evaluation/foreign-set.ts';
import { mean } from '../src/evaluation/metrics.ts';
import { languageSections } from './build-snapshot.ts';

const { values } = parseArgs({
  options: { sets: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
});
if (values.sets === undefined) {
  console.error('usage: npm run bench:retrieval -- --sets DIR [--out DIR] [--only SET]');
  process.exit(2);
}
const root = values.sets;
const isSet = (name: string) =>
  existsSync(join(root, name, 'tools.jsonl')) && existsSync(join(root, name, 'queries.jsonl'));
const names = readdirSync(root)
  .filter(isSet)
  .sort()
  .filter((name) => values.only === undefined || name === values.only);
const dictionary = languageSections();
console.log('set            queries   R@1   R@5  R@10  MRR@10 NDCG@10  C@5  C@10  resolved confident');
for (const name of names) {
  const tools = parseJsonLines<ForeignTool>(readFileSync(join(root, name, 'tools.jsonl'), 'utf8'));
  const queries = parseJsonLines<Parameters<typeof judgedQuery>[0]>(
    readFileSync(join(root, name, 'queries.jsonl'), 'utf8'),
  );
  const runs = runForeignSet(tools, queries.map(judgedQuery), dictionary);
  const m = mean(runs.map((run) => run.metrics));
  const percent = (value: number) => (100 * value).toFixed(1).padStart(6);
  const confident = runs.filter((run) => run.answer.resolution === 'confident').length / Math.max(1, runs.length);
  console.log(
    name.padEnd(14) +
      String(runs.length).padStart(7) +
      percent(m.recall1) +
      percent(m.recall5) +
      percent(m.recall10) +
      m.mrr10.toFixed(3).padStart(8) +
      percent(m.ndcg10) +
      percent(m.complete5) +
      percent(m.complete10) +
      percent(confident),
  );
  if (values.out === undefined) continue;
  mkdirSync(values.out, { recursive: true });
  const rows = runs.flatMap((run) => run.ids.map((id, at) => `${run.query.qid}\t${at + 1}\t${id}\n`));
  writeFileSync(join(values.out, `${name}.run.tsv`), rows.join(''));
}
