/** Searching a catalog that was compiled a moment ago, for the lint that asks whether its texts find their own. */
import type { Compiled } from '../compile/compile.ts';
import { FIRST, type Find } from '../compile/lint/self-retrieval.ts';
import { codePoints, QUERY_BYTES, QUERY_CODE_POINTS, utf8Bytes } from '../contract/text-limits.ts';
import { isRefusal } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import { openSnapshot } from '../snapshot/read.ts';
import { bytesSource } from '../snapshot/source.ts';

/** Asks as a caller would, with nothing hidden. A text longer than a query may be finds nothing. */
export function finderOf({ snapshot: bytes }: Pick<Compiled, 'snapshot'>): Find {
  const snapshot = openSnapshot(bytesSource(bytes));
  if (isRefusal(snapshot)) throw new Error(`what was just compiled cannot be opened: ${snapshot.message}`);
  return (query, os) => {
    if (codePoints(query) > QUERY_CODE_POINTS || utf8Bytes(query) > QUERY_BYTES) return [];
    const { candidates } = search({ version: 'tool-search.v1', query, limit: FIRST }, snapshot, { os });
    return candidates.map(({ canonical_path: id }) => id);
  };
}
