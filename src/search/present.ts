/**
 * From a search's domain values to the wire: references without raw scores, cut to the budget. The only file of this
 * room that speaks tool-search.v1's field names.
 */
import type { ToolSearchRequest, ToolSearchResponse } from '../contract/tool-search.v1.ts';
import { FIELDS } from '../fulltext/fields.ts';
import type { Card, Snapshot } from '../snapshot/read.ts';
import { hasHan } from '../text/characters.ts';
import { fitWhole } from './budget.ts';
import type { ClauseResult, Found } from './clause.ts';
import { explainQuery } from './explain-query.ts';

type Candidate = ToolSearchResponse['candidates'][number];

/** A summary in a reference is cut to this many code points (row 16 of the system's budgets). */
const SUMMARY_CODE_POINTS = 256;
const TITLE_CODE_POINTS = 128;
/** The caller knows its words: their beginning tells which clause it is, and eight long ones leave room for answers. */
const CLAUSE_CODE_POINTS = 32;
/** A reference names at most so many that run its operation. */
const MOST_TWINS = 4;

/** Builds the answer; `merged` is in its final order. `wentByHistory`: past runs were known, and had a say. */
export function present(
  request: ToolSearchRequest,
  snapshot: Snapshot,
  clauses: readonly ClauseResult[],
  merged: readonly Found[],
  wentByHistory: boolean,
): ToolSearchResponse {
  const totalMatches = clauses.reduce((sum, clause) => sum + clause.totalMatches, 0);
  const candidates = merged.map((found, at) => reference(found, at + 1, snapshot, clauses, request.explain === true));
  const filtered = clauses.flatMap((clause) => clause.filtered)[0];
  const recovered = recoveredOf(clauses);
  const hint = hintOf(clauses, recovered);
  const isLexical = clauses.some(({ query }) => query !== null);
  return fitWhole(
    candidates.length,
    (shown): ToolSearchResponse => ({
      version: 'tool-search.v1',
      catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
      ...(request.query === undefined ? {} : { query: request.query }),
      ...(request.subqueries === undefined ? {} : { subqueries: request.subqueries }),
      strategy: strategy(clauses, request.subqueries !== undefined || clauses.length > 1),
      resolution: resolution(clauses),
      ...(clauses.length === 1 ? {} : { clauses: clauses.map(clauseOf) }),
      candidates: candidates.slice(0, shown),
      ...(filtered === undefined
        ? {}
        : { exact_filtered: { canonical_path: snapshot.id(filtered.doc), reason: filtered.reason } }),
      abstained: clauses.every((clause) => clause.verdict.abstained),
      weak_match: clauses.some((clause) => clause.verdict.weakMatch),
      truncated: shown < candidates.length,
      total_matches: totalMatches,
      ...(hint === undefined ? {} : { hint }),
      ...(request.explain === true && recovered.length > 0 ? { recovered } : {}),
      ...(request.explain === true ? { understanding: understandings(clauses, snapshot) } : {}),
      search_meta: {
        planned_retrievers: ['exact', 'lexical', ...(request.use_history === true ? ['history'] : [])],
        completed_retrievers: ['exact', ...(isLexical ? ['lexical'] : []), ...(wentByHistory ? ['history'] : [])],
        candidate_count: clauses.reduce((sum, clause) => sum + clause.found.length, 0),
        returned_count: shown,
      },
    }),
  );
}

/** What each of several clauses came to. */
function clauseOf({ text, verdict: { resolution } }: ClauseResult) {
  return { text: clip(text, CLAUSE_CODE_POINTS).text, resolution };
}

/** What was mistyped, each word once: the whole and its clauses hold the same words. */
function recoveredOf(clauses: readonly ClauseResult[]): { written: string; read_as: string }[] {
  const words = new Map(
    clauses.flatMap(({ query }) => query?.recovered ?? []).map(({ written, readAs }) => [written, readAs]),
  );
  return Array.from(words, ([written, read_as]) => ({ written, read_as }));
}

/** What was not taken as it was written, and what to do next. */
function hintOf(clauses: readonly ClauseResult[], recovered: ReturnType<typeof recoveredOf>): string | undefined {
  const hint = clauses.map((clause) => clause.verdict.hint).find((text) => text !== undefined);
  if (recovered.length === 0) return hint;
  const read = recovered.slice(0, MOST_NAMED).map(({ written, read_as }) => `"${written}" as "${read_as}"`);
  return [`Read ${read.join(', ')}.`, ...(hint === undefined ? [] : [hint])].join(' ');
}

/** A hint names no more mistyped words than this; explain names them all. */
const MOST_NAMED = 3;

/** What was understood of each clause that was more than a name. */
function understandings(clauses: readonly ClauseResult[], snapshot: Snapshot) {
  return clauses.flatMap(({ text, query, verdict: { logOdds } }, clause) => {
    if (query === null) return [];
    const odds = logOdds === undefined ? {} : { answer_log_odds: logOdds };
    return [{ clause, text, ...explainQuery(query, snapshot), ...odds }];
  });
}

function strategy(clauses: readonly ClauseResult[], decomposed: boolean): ToolSearchResponse['strategy'] {
  const allFiltered = clauses.every((clause) => clause.verdict.resolution === 'exact_filtered');
  if (decomposed) return allFiltered ? 'decomposed_exact_filtered' : 'decomposed_round_robin';
  if (allFiltered) return 'exact_filtered';
  return clauses.every((clause) => clause.exact) ? 'exact_guard' : 'fielded_bm25';
}

/** Of several clauses the least sure one speaks for the whole, so that a doubt is never hidden. */
function resolution(clauses: readonly ClauseResult[]): ToolSearchResponse['resolution'] {
  const order = ['no_confident_match', 'exact_filtered', 'ambiguous', 'confident', 'exact'] as const;
  return order.find((name) => clauses.some((clause) => clause.verdict.resolution === name)) ?? 'no_confident_match';
}

function reference(
  found: Found,
  rank: number,
  snapshot: Snapshot,
  clauses: readonly ClauseResult[],
  explain: boolean,
): Candidate {
  const card = snapshot.card(found.doc);
  const language = hasHan((clauses[found.clause] as ClauseResult).text) ? 'zh' : 'en';
  const title = clip(inLanguage(card.title, language), TITLE_CODE_POINTS);
  const summary = clip(inLanguage(card.summary, language), SUMMARY_CODE_POINTS);
  const cut = [...(title.cut ? ['title'] : []), ...(summary.cut ? ['summary'] : [])];
  return {
    rank,
    canonical_path: card.id,
    cli_path: card.cliPath,
    type: card.type,
    product_id: card.product,
    title: title.text,
    summary: summary.text,
    side_effect: card.sideEffect,
    effect: card.effect,
    risk_level: card.riskLevel,
    confirmation: card.confirmation,
    idempotency: card.idempotency,
    availability: 'available',
    matched_fields: FIELDS.filter((field) => (found.mask & (1 << field.bit)) !== 0).map((field) => field.name),
    rank_sources: [found.source],
    ...(cut.length === 0 ? {} : { truncated_fields: cut }),
    ...(found.twins === undefined ? {} : { twins: found.twins.slice(0, MOST_TWINS).map((doc) => snapshot.id(doc)) }),
    ...(clauses.length === 1 ? {} : { clause: found.clause }),
    requires_inspect: true,
    next_step: nextStep(card, snapshot),
    ...(explain ? { score_breakdown: breakdown(found) } : {}),
  } as Candidate;
}

function nextStep(card: Card, snapshot: Snapshot): Candidate['next_step'] {
  return {
    command: 'cap inspect --request-json -',
    request: {
      version: 'schema-inspect.v1',
      canonical_path: card.id,
      expected_source_hash: snapshot.sourceHash,
      expected_surface_hash: snapshot.surfaceHash,
      detail: 'compact',
    },
  };
}

function breakdown(found: Found) {
  return { total: found.score, lexical: found.lexical, signals: found.signals(), clause: found.clause };
}

function inLanguage(text: { readonly zh?: string; readonly en?: string }, language: 'zh' | 'en'): string {
  return text[language] ?? text.zh ?? text.en ?? '';
}

/** Cuts at code points, never inside one. */
function clip(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  const points = [...text];
  return points.length <= limit ? { text, cut: false } : { text: `${points.slice(0, limit - 1).join('')}…`, cut: true };
}
