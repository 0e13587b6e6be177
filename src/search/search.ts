/**
 * The line of a search: filters → exact guard → retrieve → rank → resolve → merge → present. Each step is a file beside
 * this one; here stands only their order. It knows neither the wire's text nor where the snapshot came from.
 */
import type { ToolSearchRequest, ToolSearchResponse } from '../contract/tool-search.v1.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { type Reading, readText } from '../text/analyze.ts';
import { type Cue, cuesOf } from '../text/lexicon/cues.ts';
import { byHistory } from './by-history.ts';
import type { ClauseResult, Found } from './clause.ts';
import { withoutRuledOut } from './constraints.ts';
import { type CallerFacts, type Eligible, eligibleDocuments, type Filters, resolveFilters } from './eligible.ts';
import { bestElsewhere } from './elsewhere.ts';
import { type ExactOutcome, exactGuard } from './exact.ts';
import { groupTwins } from './group-twins.ts';
import { roundRobin } from './merge.ts';
import { withPack } from './near-ties.ts';
import { present } from './present.ts';
import { type Query, understand } from './query.ts';
import { RANKING, type Ranking, rank } from './rank.ts';
import { type Recover, recoverer } from './recover.ts';
import { type AskElsewhere, judge, type Verdict } from './resolution.ts';
import { retrieve } from './retrieve.ts';
import { splitTask } from './split.ts';
import { vary } from './variety.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

export const DEFAULT_LIMIT = 5;
export const DEFAULT_CANDIDATE_LIMIT = 20;
/**
 * How many documents the lexical stage hands to the signals: deeper than any answer, so that a signal can lift one. With a
 * hundred no figure of ten public sets changes in its first decimal.
 */
const RERANK_DEPTH = 50;

/**
 * Answers a request that the contract has accepted. Throws SnapshotDamaged when a block it touches is damaged. Only the
 * evaluation ranks otherwise, to see what each signal is worth.
 */
export function search(
  request: ToolSearchRequest,
  snapshot: Snapshot,
  caller: CallerFacts,
  ranking: Ranking = RANKING,
): ToolSearchResponse {
  const filters = resolveFilters(request, snapshot, caller);
  const eligible = eligibleDocuments(request, filters, snapshot, caller);
  const depth = request.candidate_limit ?? DEFAULT_CANDIDATE_LIMIT;
  const recover = recoverer(snapshot, eligible.bitmap);
  const vocabulary = vocabularyOf(snapshot.lexical, caller.hidden);
  const clauses = textsOf(request, snapshot, filters).map((asked, clause) =>
    answerClause(asked, clause, vocabulary, recover, depth, eligible, snapshot, ranking, request.explain === true),
  );
  const limit = request.limit ?? DEFAULT_LIMIT;
  const isScoped = request.within !== undefined || request.product_ids !== undefined;
  const mayShow = (doc: number) => !filters.hidden(doc) && filters.reason(doc) === null;
  const merged = roundRobin(
    turnsOf(request, clauses).map((turn) => {
      const grouped = groupTwins(turn.found, snapshot);
      const found = caller.runs === undefined ? grouped : byHistory(grouped, caller.runs, snapshot);
      return isScoped ? found : withPack(vary(found, snapshot), snapshot, mayShow);
    }),
    (found) => found.doc,
    limit,
  );
  return present(request, snapshot, clauses, merged, caller.runs !== undefined);
}

/**
 * The clauses in the order of their turns. A sentence that was taken apart goes first as a whole; the clause that the first
 * answers already waits, so that the next clause has its best in the second place.
 */
function turnsOf({ subqueries }: ToolSearchRequest, clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  const [whole, ...parts] = clauses;
  const best = whole?.found[0]?.doc;
  if (whole === undefined || best === undefined || subqueries !== undefined) return clauses;
  const answered = parts.find(({ found }) => found[0]?.doc === best);
  return answered === undefined ? clauses : [whole, ...parts.filter((part) => part !== answered), answered];
}

/** What names alone answer, or name in part. */
type Named = Exclude<ExactOutcome, { kind: 'none' }>;

/** One text that is asked: what the guard says of it, and how it reads where names do not answer it alone. */
type Asked = { readonly text: string } & (
  | { readonly guard: Named; readonly reading: undefined }
  | { readonly guard: ExactOutcome; readonly reading: Reading; readonly cues: readonly Cue[] }
);

/** What is asked, text by text: as the caller took it apart, else as the sentence itself falls apart. */
function textsOf(request: ToolSearchRequest, snapshot: Snapshot, filters: Filters): Asked[] {
  const { query, subqueries } = request;
  const asked = (text: string): Asked => {
    const guard = exactGuard(text, snapshot, filters);
    if (answersAlone(guard)) return { text, guard, reading: undefined };
    const reading = readText(text, snapshot.words, snapshot.lexicon);
    const cues = cuesOf(reading.units, snapshot.lexicon);
    if (guard.kind === 'none' || cues.length === 0) return { text, guard, reading, cues };
    const wanted = withoutRuledOut(reading, cues, snapshot.lexicon);
    return { text, guard: wanted === reading.normal ? guard : exactGuard(wanted, snapshot, filters), reading, cues };
  };
  if (query === undefined) return (subqueries ?? []).map(asked);
  const whole = asked(query);
  if (subqueries !== undefined) return [whole, ...subqueries.map(asked)];
  if (whole.reading === undefined || whole.guard.kind !== 'none') return [whole];
  const { clauses, isSequence } = splitTask(whole.reading, snapshot.lexicon, whole.cues);
  if (clauses.length === 1) return [whole];
  // The whole goes first: where the sentence asked for one thing after all, its best answer stays the first.
  return isSequence ? clauses.map(asked) : [whole, ...clauses.map(asked)];
}

/** Nothing but names was said, or a name that must be made whole, or what was named is filtered out. */
function answersAlone(guard: ExactOutcome): guard is Named {
  return guard.kind === 'options' || (guard.kind === 'exact' && (!guard.inSentence || guard.docs.length === 0));
}

function answerClause(
  asked: Asked,
  clause: number,
  vocabulary: Vocabulary,
  recover: Recover,
  depth: number,
  eligible: Eligible,
  snapshot: Snapshot,
  ranking: Ranking,
  explain: boolean,
): ClauseResult {
  const { text, guard } = asked;
  if (asked.reading === undefined) return exactResult(text, clause, asked.guard);
  const { reading, cues } = asked;
  const recovered = recover(reading);
  const { lexicon, elsewhere } = snapshot;
  const understoodBy = (lexical: Vocabulary): Query =>
    recovered === null
      ? understand(text, reading, { lexical, lexicon }, cues)
      : understand(text, recovered.reading, { lexical, lexicon }, undefined, recovered);
  const best = () => (elsewhere === null ? null : bestElsewhere(understoodBy(elsewhere), elsewhere));
  const rest = lexicalResult(understoodBy(vocabulary), clause, depth, eligible, snapshot, ranking, {
    best,
    always: explain,
  });
  if (guard.kind === 'none') return rest;
  const exact = exactResult(text, clause, guard);
  const named = new Set(exact.found.map((item) => item.doc));
  return {
    ...exact,
    query: rest.query,
    found: [...exact.found, ...rest.found.filter((item) => !named.has(item.doc))],
  };
}

function lexicalResult(
  query: Query,
  clause: number,
  depth: number,
  eligible: Eligible,
  snapshot: Snapshot,
  ranking: Ranking,
  elsewhere: AskElsewhere,
): ClauseResult {
  const scored = retrieve(query, snapshot, eligible.bitmap, Math.max(RERANK_DEPTH, depth));
  const ranked = rank(scored.top, query, snapshot, depth, ranking);
  const verdict = judge(query, ranked, eligible.count, snapshot, elsewhere);
  const withheld = verdict.abstained && !verdict.weakMatch;
  const found = withheld ? [] : ranked.map((item): Found => ({ ...item, source: 'fielded_bm25', clause }));
  const totalMatches = withheld ? 0 : scored.total;
  return { text: query.text, query, found, filtered: [], verdict, totalMatches, exact: false };
}

function exactResult(text: string, clause: number, guard: Named): ClauseResult {
  const found = guard.docs.map((doc): Found => {
    return { doc, score: 0, alone: 0, mask: 0, lexical: 0, signals: () => [], source: 'exact_guard', clause };
  });
  const filtered = guard.kind === 'exact' ? guard.filtered : [];
  return { text, query: null, found, filtered, verdict: exactVerdict(guard), totalMatches: found.length, exact: true };
}

function exactVerdict(guard: Named): Verdict {
  const sure = { abstained: false, weakMatch: false } as const;
  if (guard.kind === 'options') {
    return {
      resolution: 'ambiguous',
      ...sure,
      hint: 'This name ends several ids; give the whole id of the one you mean.',
    };
  }
  if (guard.docs.length > 0) return { resolution: 'exact', ...sure };
  const hint = 'The capability that you named exists, but your filters exclude it. Ask again without that filter.';
  return { resolution: 'exact_filtered', ...sure, hint };
}
