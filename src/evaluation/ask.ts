/**
 * How the evaluation asks: a judged query becomes tool-search.v1 requests like a caller's own, within the contract's
 * budgets, and the ranking is read from the answers. It knows no search internals.
 */
import { codePoints, forbiddenCharacter, QUERY_BYTES, QUERY_CODE_POINTS, utf8Bytes } from '../contract/text-limits.ts';
import { analyze } from '../text/analyze.ts';
import { normalize } from '../text/normalize.ts';
import { NO_DICTIONARY } from '../text/segmenter.ts';

/** Takes a text that asks for several things apart, as a caller would. */
export type Split = (text: string) => readonly string[];

/** Sends one request document and gives the parsed answer with the bytes that it took. */
export type Ask = (request: object) => { readonly answer: SearchAnswer; readonly bytes: number };

export type SearchAnswer = {
  readonly resolution?: string;
  readonly abstained?: boolean;
  readonly candidates?: readonly {
    readonly canonical_path: string;
    readonly score_breakdown?: { readonly total: number; readonly clause: number };
  }[];
  readonly understanding?: readonly { readonly answer_log_odds?: number }[];
  readonly error?: { readonly reason: string; readonly message: string };
};

/** A search that was refused where an answer is needed: nothing can be measured then. */
export class SearchRefused extends Error {
  readonly reason: string;

  constructor({ reason, message }: { readonly reason: string; readonly message: string }) {
    super(message);
    this.reason = reason;
  }
}

/** The contract's own upper bound on references. */
const LIMIT = 20;
const CANDIDATE_LIMIT = 100;

/** A text that the contract accepts as one query: whole when it fits, else what it says in fewer words. */
export function queryWithinBudget(text: string): string {
  const line = withoutForbidden(text);
  return fits(line) ? line : condense(line);
}

/** The part of a request that asks. */
export type Asked = { readonly query: string } | { readonly subqueries: readonly string[] };

/** One query where the text fits, else its clauses as sub-queries. */
export function questionOf(text: string, split: Split): Asked {
  const line = withoutForbidden(text);
  const clauses = fits(line)
    ? [line]
    : split(line)
        .map(queryWithinBudget)
        .filter((clause) => clause !== '');
  return clauses.length > 1 ? { subqueries: clauses } : { query: queryWithinBudget(text) };
}

/**
 * The first `ranks` ids. An answer is cut by bytes, so the rest is asked for without the known. Throws when the search
 * refuses.
 */
export function rankingOf(
  asked: Asked,
  ask: Ask,
  ranks = 10,
): { readonly ids: string[]; readonly first: SearchAnswer } {
  const ids: string[] = [];
  let first: SearchAnswer | undefined;
  for (;;) {
    const exclude = ids.length === 0 ? {} : { exclude_canonical: ids };
    const { answer } = ask({
      version: 'tool-search.v1',
      ...asked,
      limit: LIMIT,
      candidate_limit: CANDIDATE_LIMIT,
      ...exclude,
    });
    if (answer.error !== undefined) throw new SearchRefused(answer.error);
    first ??= answer;
    const found = (answer.candidates ?? []).map((candidate) => candidate.canonical_path);
    ids.push(...found);
    if (found.length === 0 || ids.length >= ranks) return { ids: ids.slice(0, ranks), first };
  }
}

/** Each content word once, in order, until the budget is full: what a ranker that knows no order would use anyway. */
function condense(text: string): string {
  const normal = normalize(text);
  const kept: string[] = [];
  const seen = new Set<string>();
  let end = 0;
  for (const token of analyze(text, NO_DICTIONARY)) {
    if (token.stop || token.start < end || seen.has(token.term)) continue;
    const word = normal.slice(token.start, token.end);
    if (!fits([...kept, word].join(' '))) continue;
    seen.add(token.term);
    kept.push(word);
    end = token.end;
  }
  return kept.join(' ');
}

function withoutForbidden(text: string): string {
  return [...text].map((sign) => (forbiddenCharacter(sign) === null ? sign : ' ')).join('');
}

function fits(text: string): boolean {
  return codePoints(text) <= QUERY_CODE_POINTS && utf8Bytes(text) <= QUERY_BYTES;
}
