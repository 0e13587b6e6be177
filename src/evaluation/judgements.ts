/**
 * Judgements as they stand in files, read into questions: the default catalog's five files (their forms are described in
 * golden/judgements/README.md), one file of them, and the queries of a foreign set. It knows no disk and no ranker.
 */
import { clusterOf, type Question } from './question.ts';

/** Which half of the own judgements; questions of a single file or of a foreign set have none. */
export type Half = 'dev' | 'test';

/** A line of any of the files. */
export type JudgedLine = {
  readonly qid: string;
  readonly query: string;
  readonly lang?: string;
  readonly gold?: readonly unknown[];
  readonly groups?: readonly (readonly string[])[];
  readonly forbidden?: readonly string[];
  readonly acceptable?: readonly string[];
  readonly subqueries?: readonly string[];
  readonly domain?: string;
  readonly tags?: readonly string[];
  readonly split?: Half;
};

type Form = { readonly file: string; readonly read: (line: JudgedLine) => readonly Question[] };

/** The own judgements: every file, in this order, and how its lines are meant. */
export const OWN_FORMS: readonly Form[] = [
  { file: 'single', read: (line) => [question(line, 'single', [texts(line.gold)])] },
  { file: 'identity', read: (line) => [question(line, 'identity', oneEach(line))] },
  { file: 'compound', read: compound },
  { file: 'vague', read: (line) => [question(line, 'vague', [])] },
  { file: 'no-answer', read: (line) => [question(line, 'no_answer', [])] },
];

/** All questions of the own judgements of one half. `textOf` gives a file's text; one that is absent holds nothing. */
export function ownQuestions(textOf: (file: string) => string | undefined, half: Half): Question[] {
  return OWN_FORMS.flatMap(({ file, read }) =>
    linesOf(textOf(file) ?? '', file)
      .filter(({ split }) => split === half)
      .flatMap(read),
  );
}

/** The questions of any one file: by its name where it is one of ours, else as queries of a foreign set. */
export function fileQuestions(name: string, text: string): Question[] {
  const form = OWN_FORMS.find(({ file }) => file === name);
  return linesOf(text, name).flatMap(form?.read ?? ((line) => [foreignQuestion(line)]));
}

/** A foreign query: `gold` lists ids that must all be found, or `groups` sets of which any one will do. */
function foreignQuestion(line: JudgedLine): Question {
  return question(line, 'single', line.groups ?? oneEach(line));
}

/** Parses JSON lines; blank lines are skipped. Throws with the line's number on bad JSON. */
export function parseJsonLines<T>(text: string, name = ''): T[] {
  const rows: T[] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    try {
      rows.push(JSON.parse(line) as T);
    } catch {
      throw new BadJudgements(`${name === '' ? '' : `${name}, `}line ${at + 1} is not JSON`);
    }
  });
  return rows;
}

/** Judgements that cannot be understood: the message says where. */
export class BadJudgements extends Error {}

function linesOf(text: string, name: string): JudgedLine[] {
  const lines = parseJsonLines<JudgedLine>(text, name);
  const seen = new Set<string>();
  lines.forEach((line, at) => {
    const fault = faultOf(line) ?? (seen.has(line.qid) ? 'has the qid of an earlier one' : undefined);
    if (fault !== undefined) throw new BadJudgements(`${name}, question ${at + 1} ${fault}`);
    seen.add(line.qid);
  });
  return lines;
}

function faultOf(line: JudgedLine): string | undefined {
  if (typeof line !== 'object' || line === null) return 'is no object';
  if (typeof line.qid !== 'string' || line.qid === '') return 'has no qid';
  // It becomes a cell of a run file.
  if (/[\t\r\n]/.test(line.qid)) return 'has a qid with a tab or a line break';
  if (typeof line.query !== 'string' || line.query === '') return 'has no query';
  const lists = [line.gold, line.groups, line.forbidden, line.acceptable, line.subqueries, line.tags];
  return lists.every((list) => list === undefined || Array.isArray(list)) ? undefined : 'has a list that is none';
}

/** Asked whole, and as the steps that a caller would make of it. */
function compound(line: JudgedLine): Question[] {
  const groups = (line.gold ?? []).map((group) => (Array.isArray(group) ? texts(group) : [String(group)]));
  const whole = question(line, 'compound', groups);
  if (line.subqueries === undefined) return [whole];
  return [whole, { ...whole, kind: 'decomposed', subqueries: line.subqueries }];
}

function question(line: JudgedLine, kind: Question['kind'], groups: readonly (readonly string[])[]): Question {
  const first = groups[0]?.[0];
  return {
    qid: line.qid,
    kind,
    query: line.query,
    groups,
    forbidden: line.forbidden ?? [],
    acceptable: line.acceptable ?? [],
    language: line.lang ?? '',
    tags: [...(line.tags ?? []), ...(line.domain === undefined ? [] : [line.domain])],
    cluster: first === undefined ? line.qid : clusterOf(first),
  };
}

function oneEach({ gold }: JudgedLine): string[][] {
  return texts(gold).map((id) => [id]);
}

function texts(list: readonly unknown[] = []): string[] {
  return list.map(String);
}
