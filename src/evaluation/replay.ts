/**
 * Old requests against two runs: what moved, and which right answers fell out of the first three. It knows rankings only,
 * not where they come from.
 */
import type { ReplaySummary } from '../contract/replay-report.v1.ts';
import type { Recorded } from './requests.ts';

/** A run: the ids that each request got, by qid. */
export type Rankings = ReadonlyMap<string, readonly string[]>;

type Change = ReplaySummary['changes'][number];
/** Best rank of a group before and after; Infinity where none came back. */
type Moved = { readonly before: number; readonly after: number };

/** Below this rank an agent no longer looks: a right answer that fell under it is lost. */
const SEEN = 3;

/** Compares two runs of the same requests, in the order of the requests. */
export function replayed(requests: readonly Recorded[], before: Rankings, after: Rankings): ReplaySummary {
  const matched = requests.filter(({ qid }) => before.has(qid));
  const compared = matched.map((one) => compareOne(one, before.get(one.qid) ?? [], after.get(one.qid) ?? []));
  return {
    requests: requests.length,
    judged: requests.filter(({ groups }) => groups.length > 0).length,
    moved: compared.filter(({ moved }) => moved).length,
    risen: compared.filter(({ risen }) => risen).length,
    regressions: compared.filter(({ change }) => change.regression).length,
    unmatched: requests.length - matched.length,
    changes: compared.filter(({ moved }) => moved).map(({ change }) => change),
  };
}

function compareOne(
  { qid, sent, groups }: Recorded,
  before: readonly string[],
  after: readonly string[],
): { readonly moved: boolean; readonly risen: boolean; readonly change: Change } {
  const moves = groups.map((group) => ({ before: bestRank(group, before), after: bestRank(group, after) }));
  const regression = moves.some((move) => move.before <= SEEN && move.after > SEEN);
  const risen = moves.some(isRise) && !moves.some((move) => move.after > move.before);
  const told = worstOf(moves);
  return {
    moved: before.length !== after.length || before.some((id, at) => id !== after[at]),
    risen,
    change: {
      qid,
      asked: askedOf(sent),
      before: [...before],
      after: [...after],
      ...(told === undefined ? {} : { right: { before: rankOrNull(told.before), after: rankOrNull(told.after) } }),
      regression,
    },
  };
}

/** The answer that fell out of sight first, then the one that fell furthest, else the one that rose most. */
function worstOf(moves: readonly Moved[]): Moved | undefined {
  const lost = ({ before, after }: Moved) => (before <= SEEN && after > SEEN ? 1 : 0);
  const fall = ({ before, after }: Moved) => rankNumber(after) - rankNumber(before);
  const sorted = [...moves].sort((a, b) => lost(b) - lost(a) || fall(b) - fall(a));
  const [first] = sorted;
  return first === undefined || fall(first) > 0 ? first : sorted.at(-1);
}

function isRise({ before, after }: Moved): boolean {
  return after < before;
}

function bestRank(group: readonly string[], ids: readonly string[]): number {
  const at = ids.findIndex((id) => group.includes(id));
  return at < 0 ? Infinity : at + 1;
}

/** Beyond every answer, so that ranks can be subtracted. */
function rankNumber(rank: number): number {
  return Math.min(rank, 1000);
}

function rankOrNull(rank: number): number | null {
  return rank === Infinity ? null : rank;
}

function askedOf(sent: Recorded['sent']): string {
  if ('text' in sent) return sent.text;
  const { query, subqueries = [] } = sent.request as { query?: string; subqueries?: readonly string[] };
  return [...(query === undefined ? [] : [query]), ...subqueries].join(' / ');
}
