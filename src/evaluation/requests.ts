/**
 * Recorded requests, one JSON object a line: a search request as it was sent, `{request, qid?, gold?}`, or a judged line
 * of any judgements file. It knows no search.
 */
import { BadJudgements, type JudgedLine, parseJsonLines } from './judgements.ts';

/** `groups`: the right answers, where they are known. A judged text is asked as an evaluation asks it. */
export type Recorded = {
  readonly qid: string;
  readonly groups: readonly (readonly string[])[];
  readonly sent: { readonly request: object } | { readonly text: string };
};

type Line = Partial<JudgedLine> & { readonly version?: string; readonly request?: unknown };

const SEARCH = 'tool-search.v1';

/** Reads a file of requests. Throws BadJudgements with the line of what cannot be understood. */
export function recordedRequests(text: string, name: string): Recorded[] {
  const seen = new Set<string>();
  return parseJsonLines<Line>(text, name).map((line, at) => {
    const recorded = recordedOf(line, `line-${at + 1}`);
    if (recorded === undefined) throw new BadJudgements(`${name}, request ${at + 1} is none`);
    if (seen.has(recorded.qid)) throw new BadJudgements(`${name}, request ${at + 1} has the qid of an earlier one`);
    seen.add(recorded.qid);
    return recorded;
  });
}

function recordedOf(line: Line, place: string): Recorded | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const qid = typeof line.qid === 'string' && line.qid !== '' ? line.qid : place;
  if (line.version === SEARCH) return { qid: place, groups: [], sent: { request: line } };
  if (typeof line.request === 'object' && line.request !== null) {
    return { qid, groups: groupsOf(line), sent: { request: line.request } };
  }
  if (typeof line.query !== 'string' || line.query === '') return undefined;
  return { qid, groups: groupsOf(line), sent: { text: line.query } };
}

/** `groups`, or `gold`: ids any of which is right, or a list of such lists that must all be met. */
function groupsOf({ gold = [], groups }: Line): readonly (readonly string[])[] {
  if (Array.isArray(groups)) return groups as readonly (readonly string[])[];
  if (!Array.isArray(gold) || gold.length === 0) return [];
  return gold.some(Array.isArray) ? gold.map((group) => [group].flat().map(String)) : [gold.map(String)];
}
