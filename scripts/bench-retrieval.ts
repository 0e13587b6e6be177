/**
 * Measures retrieval with the sources as they are: `npm run bench:retrieval -- (--sets DIR [--only SET] | --own dev|test)
 * [--arm NAME] [--against ARM|REPORT] [--ablation] [--out DIR]`. It is `cap eval` without a build, in short lines.
 *
 * --sets: a folder of foreign relevance sets, or one such set (tools.jsonl and queries.jsonl). --own: the default
 * catalog's own judgements, that half of them. --out writes report.json, report.html and SET.run.tsv (qid, rank, id).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDiagnostic } from '../src/compile/diagnostic.ts';
import type { EvalReport } from '../src/contract/eval-report.v1.ts';
import { type EvaluationOptions, runEvaluation } from '../src/evaluation/command.ts';
import { bareWorld, openBytes } from '../src/evaluation/searcher.ts';
import { isRefusal } from '../src/reason/refusal.ts';
import type { World } from '../src/verbs/world.ts';
import { compileDefault, languageSections } from './build-snapshot.ts';
import { hostOf, noSnapshot } from './relevance/host.ts';

const JUDGEMENTS = join(import.meta.dirname, '../golden/judgements');
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    own: { type: 'string' },
    only: { type: 'string' },
    arm: { type: 'string', default: 'default' },
    against: { type: 'string' },
    ablation: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const { sets, own, only, arm, against, ablation, out } = values;
if ((sets === undefined) === (own === undefined) || (own !== undefined && own !== 'dev' && own !== 'test')) {
  console.error('usage: npm run bench:retrieval -- (--sets DIR [--only SET] | --own dev|test) [--arm NAME]');
  console.error('       [--against ARM|REPORT] [--ablation] [--out DIR]');
  process.exit(2);
}
const options: EvaluationOptions = {
  subject: sets ?? JUDGEMENTS,
  half: own === 'test' ? 'test' : 'dev',
  arm,
  ablation,
  ...(only === undefined ? {} : { only }),
  ...(against === undefined ? {} : { against }),
  ...(out === undefined ? {} : { out }),
};
const language = languageSections();
const host = hostOf(language, () => (sets === undefined ? defaultWorld() : noSnapshot()));
const report = await runEvaluation(options, host);
if (isRefusal(report)) {
  console.error([report.message, report.expected, report.received].filter(Boolean).join('\n'));
  process.exit(1);
}
print(report);

/** The default catalog, compiled from its sources. */
function defaultWorld(): World {
  const compiled = compileDefault(language);
  if (!Array.isArray(compiled)) return bareWorld(openBytes(compiled.snapshot));
  console.error(compiled.map(formatDiagnostic).join('\n'));
  process.exit(1);
}

/** One line a set and kind of question, then what only the own judgements have. */
function print({ sets, comparisons = [], timing = [], recorded }: EvalReport): void {
  const percent = (share: number, width = 6) => (100 * share).toFixed(1).padStart(width);
  console.log('set            questions     asked   R@1   R@5  R@10  MRR@10 NDCG@10   C@5  C@10');
  for (const { name, kinds } of sets) {
    for (const kind of kinds) {
      const before = [kind.recall_at_1, kind.recall_at_5, kind.recall_at_10].map((share) => percent(share)).join('');
      const after = [kind.ndcg_at_10, kind.complete_at_5, kind.complete_at_10];
      const head = `${name.padEnd(15)}${kind.kind.padEnd(11)}${String(kind.questions).padStart(8)}`;
      console.log(
        `${head}${before}${kind.mrr_at_10.toFixed(3).padStart(8)}${after.map((share, at) => percent(share, at === 0 ? 8 : 6)).join('')}`,
      );
    }
  }
  for (const set of sets) printOwn(set);
  for (const { against: other, rows } of comparisons) {
    for (const row of rows) {
      const { set, kind, metric, delta, low, high, p } = row;
      const shares = [delta, low, high].map((share) => percent(share, 7)).join('');
      console.log(`against ${other}: ${`${set} ${kind} ${metric}`.padEnd(40)}${shares}  p ${p.toFixed(3)}`);
    }
  }
  for (const { set, median_us, p95_us } of timing)
    console.log(`latency ${set}: median ${median_us} µs, p95 ${p95_us} µs`);
  if (recorded === true) console.log('this configuration was run before: these are its recorded figures');
}

function printOwn({ slices, forbidden, vague, abstention, disclosure }: EvalReport['sets'][number]): void {
  const line = (name: string, rate: { hits: number; of: number; share: number } | undefined) => {
    if (rate === undefined) return;
    console.log(`${name.padEnd(28)}${String(rate.of).padStart(5)}${(100 * rate.share).toFixed(1).padStart(7)}`);
  };
  for (const { by, value, questions, recall_at_1, recall_at_5 } of slices) {
    if (by !== 'language' && by !== 'tag') continue;
    line(`  ${value} R@1`, { hits: 0, of: questions, share: recall_at_1 });
    line(`  ${value} R@5`, { hits: 0, of: questions, share: recall_at_5 });
  }
  line('forbidden at 1', forbidden?.at_1);
  line('forbidden in 5', forbidden?.at_5);
  line('vague high impact at 1', vague?.high_impact_at_1);
  line('vague acceptable at 1', vague?.acceptable_at_1);
  line('no answer recognised', abstention.recognised);
  for (const { tag, rate } of abstention.recognised_by_tag) line(`  ${tag}`, rate);
  line('abstentions that are right', abstention.right);
  line('falsely abstained', abstention.false);
  if (disclosure === undefined) return;
  const { search_bytes, inspect_bytes, all_bytes } = disclosure;
  console.log(`bytes a task: ${search_bytes} + ${inspect_bytes}, all tool definitions: ${all_bytes}`);
}
