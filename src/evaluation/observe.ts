/**
 * Asks every question as a caller would and notes what came back. Three requests each: one for ten ranks, a plain one
 * for what an agent pays, and one for how far the first stands before the second.
 */
import { type Ask, questionOf, rankingOf, type SearchAnswer, SearchRefused, type Split } from './ask.ts';
import type { Observation, Question } from './question.ts';

/** What is asked, and the clock that it is asked by (microseconds, any origin). */
export type Searcher = { readonly ask: Ask; readonly split: Split; readonly clock: () => number };

export function observe(questions: readonly Question[], searcher: Searcher): Observation[] {
  return questions.map((question) => observeOne(question, searcher));
}

function observeOne(question: Question, { ask, split, clock }: Searcher): Observation {
  const asked =
    question.subqueries === undefined ? questionOf(question.query, split) : { subqueries: question.subqueries };
  const started = clock();
  const { answer, bytes } = ask({ version: 'tool-search.v1', ...asked });
  const microseconds = Math.round(clock() - started);
  if (answer.error !== undefined) throw new SearchRefused(answer.error);
  const { ids } = rankingOf(asked, ask);
  const { resolution = '', abstained = false } = answer;
  const explained = ask({ version: 'tool-search.v1', ...asked, limit: 2, explain: true }).answer;
  const [margin, logOdds] = [marginOf(explained), logOddsOf(explained)];
  const sureness = { ...(margin === undefined ? {} : { margin }), ...(logOdds === undefined ? {} : { logOdds }) };
  return { question, ids, resolution, abstained, ...sureness, bytes, microseconds };
}

/** Scores compare within one ranked list only: answers by name or by turns have no margin. */
function marginOf({ candidates = [], resolution }: SearchAnswer): number | undefined {
  const [first, second] = candidates.map(({ score_breakdown: score }) => score);
  if (first === undefined || first.total <= 0 || resolution === 'exact') return undefined;
  if (second === undefined) return 1000;
  if (second.clause !== first.clause) return undefined;
  return Math.max(0, Math.floor(((first.total - second.total) * 1000) / first.total));
}

/** The least sure clause speaks for the whole, as it does for the resolution. */
function logOddsOf({ understanding = [] }: SearchAnswer): number | undefined {
  const odds = understanding.flatMap(({ answer_log_odds: one }) => one ?? []);
  return odds.length === 0 ? undefined : Math.min(...odds);
}
