/** The sets that relevance is measured on, and their figures for an arm. It knows no weights. */
import { join } from 'node:path';
import type { Arm } from '../../src/evaluation/arms.ts';
import { questionOf, rankingOf } from '../../src/evaluation/ask.ts';
import { mean, measure } from '../../src/evaluation/metrics.ts';
import type { JudgedSet } from '../../src/evaluation/run-set.ts';
import { bareWorld, openBytes, searcherOf } from '../../src/evaluation/searcher.ts';
import { ownSet, subjectAt } from '../../src/evaluation/subjects.ts';
import { microseconds } from '../../src/platform/measuring-files.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { compileDefault, languageSections } from '../build-snapshot.ts';
import { hostOf } from './host.ts';

/** Shares from 0 to 1, in ten-thousandths. */
export type Scores = { readonly ndcg_at_10: number; readonly recall_at_1: number; readonly recall_at_5: number };

/** Of questions that look for one thing, asked like any other: the means over them. */
export async function scoresOf({ name, questions, world }: JudgedSet, arm: Arm): Promise<Scores> {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  const { ask, split } = searcherOf(world, snapshot, microseconds, await arm.open(world, snapshot, questions));
  const rows = questions.map(({ query, groups }) => measure(groups, rankingOf(questionOf(query, split), ask).ids));
  if (rows.length === 0) throw new Error(`${name} has no questions`);
  const { ndcg10, recall1, recall5 } = mean(rows);
  return { ndcg_at_10: rounded(ndcg10), recall_at_1: rounded(recall1), recall_at_5: rounded(recall5) };
}

/** The own development half and the foreign sets of a directory: questions that look for one thing. */
export function judgedSets(directory: string): readonly JudgedSet[] {
  const language = languageSections();
  const own = compileDefault(language);
  if (Array.isArray(own)) throw new Error('the default catalog does not compile');
  const host = hostOf(language, () => bareWorld(openBytes(own.snapshot)));
  const foreign = subjectAt(directory, undefined, host);
  const judged = subjectAt(join(import.meta.dirname, '../../golden/judgements'), undefined, host);
  if (isRefusal(foreign) || foreign.kind !== 'sets') throw new Error('there are no sets here');
  if (isRefusal(judged) || judged.kind !== 'own') throw new Error('the own judgements are missing');
  const set = ownSet(judged, 'dev', host);
  return [{ ...set, questions: set.questions.filter(({ kind }) => kind === 'single') }, ...foreign.sets];
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
