/**
 * The default catalog's own judgements: five files, each asked its own question. It knows no files and no rankers; the
 * forms are described in golden/judgements/README.md.
 */
import { type Ask, queryWithinBudget } from './ask.ts';

export type OwnQuery = {
  readonly qid: string;
  readonly query: string;
  readonly lang?: string;
  readonly gold?: readonly unknown[];
  readonly also?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly acceptable?: readonly string[];
  readonly subqueries?: readonly string[];
  readonly domain?: string;
  readonly tags?: readonly string[];
  readonly split: 'dev' | 'test';
};

/** A figure: its name, over how many queries, and the share of them in per cent. */
export type Figure = { readonly name: string; readonly count: number; readonly percent: number };

type Asked = { readonly row: OwnQuery; readonly ids: readonly string[]; readonly abstained: boolean };

const LIMIT = 10;

/** All five files. */
export type OwnJudgements = {
  readonly single: readonly OwnQuery[];
  readonly identity: readonly OwnQuery[];
  readonly noAnswer: readonly OwnQuery[];
  readonly vague: readonly OwnQuery[];
  readonly compound: readonly OwnQuery[];
};

/** All figures; questions whose answers are not among `ids` are not asked. */
export function ownFigures(judgements: OwnJudgements, ids: ReadonlySet<string>, ask: Ask): Figure[] {
  const has = (id: unknown): boolean => typeof id === 'string' && ids.has(id);
  return [
    ...singleFigures(
      judgements.single.filter(({ gold = [] }) => gold.some(has)),
      ask,
    ),
    ...identityFigures(
      judgements.identity.filter(({ gold = [] }) => gold.every(has)),
      ask,
    ),
    ...noAnswerFigures(judgements.noAnswer, ask),
    ...vagueFigures(judgements.vague, ask),
    ...compoundFigures(
      judgements.compound.filter(({ gold = [] }) => (gold as unknown[][]).every((group) => group.some(has))),
      ask,
    ),
  ];
}

/** Requests that name one capability: found at 1 and in 5, by language and tag; false abstentions; forbidden at 1. */
function singleFigures(rows: readonly OwnQuery[], ask: Ask): Figure[] {
  const asked = rows.map((row) => askRow(row, ask));
  const slice = (name: string, of: readonly Asked[]): Figure[] => [
    figure(`${name} R@1`, of, ({ row, ids }) => isRight(row, ids.slice(0, 1))),
    figure(`${name} R@5`, of, ({ row, ids }) => isRight(row, ids.slice(0, 5))),
  ];
  const languages = [...new Set(rows.map((row) => row.lang ?? ''))].sort();
  return [
    ...slice('single', asked),
    ...languages.flatMap((lang) =>
      slice(
        `  ${lang}`,
        asked.filter(({ row }) => row.lang === lang),
      ),
    ),
    ...slice(
      '  typo',
      asked.filter(({ row }) => row.tags?.includes('typo') === true),
    ),
    figure('single falsely abstained', asked, ({ abstained }) => abstained),
    figure('forbidden at 1', asked, ({ row, ids }) =>
      ids.slice(0, 1).some((id) => row.forbidden?.includes(id) === true),
    ),
  ];
}

/** Names: all ids that the query names come back. */
function identityFigures(rows: readonly OwnQuery[], ask: Ask): Figure[] {
  const asked = rows.map((row) => askRow(row, ask));
  return [
    figure('identity all found', asked, ({ row, ids }) => (row.gold as string[]).every((id) => ids.includes(id))),
  ];
}

/** Questions that the catalog has no answer to: the search says so. */
function noAnswerFigures(rows: readonly OwnQuery[], ask: Ask): Figure[] {
  const asked = rows.map((row) => askRow(row, ask));
  return [
    figure('no answer recognised', asked, ({ abstained }) => abstained),
    ...['far', 'near'].map((domain) =>
      figure(
        `  ${domain}`,
        asked.filter(({ row }) => row.domain === domain),
        ({ abstained }) => abstained,
      ),
    ),
  ];
}

/** Vague goals: nothing of high impact comes first. */
function vagueFigures(rows: readonly OwnQuery[], ask: Ask): Figure[] {
  const asked = rows.map((row) => askRow(row, ask));
  return [
    figure('vague high impact at 1', asked, ({ row, ids }) =>
      ids.slice(0, 1).some((id) => row.forbidden?.includes(id) === true),
    ),
    figure('vague acceptable at 1', asked, ({ row, ids }) =>
      ids.slice(0, 1).some((id) => row.acceptable?.includes(id) === true),
    ),
  ];
}

/** Compound tasks, taken apart by the caller and left whole: every part has its answer among the first five. */
function compoundFigures(rows: readonly OwnQuery[], ask: Ask): Figure[] {
  const complete = (row: OwnQuery, ids: readonly string[]): boolean =>
    (row.gold as string[][]).every((group) => group.some((id) => ids.slice(0, 5).includes(id)));
  return [
    figure('compound given parts C@5', rows, (row) =>
      complete(row, idsOf(ask({ ...HEAD, subqueries: row.subqueries }))),
    ),
    figure('compound whole C@5', rows, (row) => complete(row, idsOf(ask({ ...HEAD, query: row.query })))),
  ];
}

const HEAD = { version: 'tool-search.v1', limit: LIMIT } as const;

function askRow(row: OwnQuery, ask: Ask): Asked {
  const answer = ask({ ...HEAD, query: queryWithinBudget(row.query) });
  if (answer.error !== undefined) throw new Error(`${row.qid}: ${answer.error.message}`);
  return { row, ids: idsOf(answer), abstained: answer.abstained === true };
}

function idsOf(answer: ReturnType<Ask>): string[] {
  return (answer.candidates ?? []).map((candidate) => candidate.canonical_path);
}

function isRight({ gold = [] }: OwnQuery, ids: readonly string[]): boolean {
  return ids.some((id) => gold.includes(id));
}

function figure<T>(name: string, of: readonly T[], holds: (one: T) => boolean): Figure {
  return { name, count: of.length, percent: (100 * of.filter(holds).length) / Math.max(1, of.length) };
}
