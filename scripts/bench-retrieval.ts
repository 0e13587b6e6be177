/**
 * Measures retrieval: `npm run bench:retrieval -- [--sets DIR [--out DIR] [--only SET]] [--own dev|test]`.
 *
 * --sets: foreign relevance sets; DIR holds a folder a set, each with tools.jsonl and queries.jsonl. With --out it writes
 * OUT/<set>.run.tsv (qid, rank, id). --own: the default catalog's own judgements, that half of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDiagnostic } from '../src/compile/diagnostic.ts';
import { askSnapshot, openBytes, runForeignSet } from '../src/evaluation/foreign-run.ts';
import { type ForeignTool, judgedQuery, parseJsonLines } from '../src/evaluation/foreign-set.ts';
import { mean } from '../src/evaluation/metrics.ts';
import { type OwnQuery, ownFigures } from '../src/evaluation/own-set.ts';
import { compileDefault, languageSections } from './build-snapshot.ts';

const JUDGEMENTS = join(import.meta.dirname, '../golden/judgements');
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string' },
    own: { type: 'string' },
  },
});
const { sets, out, only, own } = values;
if ((sets === undefined && own === undefined) || (own !== undefined && own !== 'dev' && own !== 'test')) {
  console.error('usage: npm run bench:retrieval -- [--sets DIR [--out DIR] [--only SET]] [--own dev|test]');
  process.exit(2);
}
const language = languageSections();
if (own !== undefined) reportOwn(own);
if (sets !== undefined) reportSets(sets);

/** Judgements of capabilities that the catalog does not hold are left out, and their number is said. */
function reportOwn(half: string): void {
  const compiled = compileDefault(language);
  if (Array.isArray(compiled)) {
    console.error(compiled.map(formatDiagnostic).join('\n'));
    process.exit(1);
  }
  const rows = (name: string) =>
    parseJsonLines<OwnQuery>(readFileSync(join(JUDGEMENTS, `${name}.jsonl`), 'utf8')).filter(
      ({ split }) => split === half,
    );
  const ids = new Set(compiled.capabilities.map(({ id }) => id));
  const judgements = {
    single: rows('single'),
    identity: rows('identity'),
    noAnswer: rows('no-answer'),
    vague: rows('vague'),
    compound: rows('compound'),
  };
  console.log(`own judgements, ${half} half: ${ids.size} capabilities`);
  for (const { name, count, percent } of ownFigures(judgements, ids, askSnapshot(openBytes(compiled.snapshot)))) {
    console.log(`${name.padEnd(28)}${String(count).padStart(5)}${percent.toFixed(1).padStart(7)}`);
  }
}

function reportSets(root: string): void {
  const isSet = (name: string) =>
    existsSync(join(root, name, 'tools.jsonl')) && existsSync(join(root, name, 'queries.jsonl'));
  const names = readdirSync(root)
    .filter((name) => isSet(name) && (only === undefined || name === only))
    .sort();
  console.log('set            queries   R@1   R@5  R@10  MRR@10 NDCG@10  C@5  C@10  resolved confident');
  for (const name of names) reportSet(root, name);
}

function reportSet(root: string, name: string): void {
  const tools = parseJsonLines<ForeignTool>(readFileSync(join(root, name, 'tools.jsonl'), 'utf8'));
  const queries = parseJsonLines<Parameters<typeof judgedQuery>[0]>(
    readFileSync(join(root, name, 'queries.jsonl'), 'utf8'),
  );
  const runs = runForeignSet(tools, queries.map(judgedQuery), language);
  const m = mean(runs.map((run) => run.metrics));
  const percent = (value: number) => (100 * value).toFixed(1).padStart(6);
  const confident = runs.filter((run) => run.answer.resolution === 'confident').length / Math.max(1, runs.length);
  const before = [m.recall1, m.recall5, m.recall10].map(percent).join('');
  const after = [m.ndcg10, m.complete5, m.complete10, confident].map(percent).join('');
  console.log(`${name.padEnd(14)}${String(runs.length).padStart(7)}${before}${m.mrr10.toFixed(3).padStart(8)}${after}`);
  if (out === undefined) return;
  mkdirSync(out, { recursive: true });
  const rows = runs.flatMap((run) => run.ids.map((id, at) => `${run.query.qid}\t${at + 1}\t${id}\n`));
  writeFileSync(join(out, `${name}.run.tsv`), rows.join(''));
}
