/**
 * What is noted of a search where a policy asks for it: what came back, and of the query a keyed digest, or its words where
 * the user has chosen that. Pure; it knows no files, and the time is given to it.
 */
import { hmacSha256Hex } from '../canon/mac.ts';
import { maskArguments } from './mask.ts';

/** What a search was asked and what it answered, as far as a trace tells. */
export type SearchFacts = {
  readonly queries: readonly string[];
  readonly source_hash: string;
  readonly surface_hash: string;
  readonly strategy: string;
  readonly resolution: string;
  readonly abstained: boolean;
  readonly total_matches: number;
  readonly returned: readonly string[];
};

export type SearchTrace = Omit<SearchFacts, 'queries'> & {
  readonly version: 'search-trace.v1';
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The same query has the same digest on this machine, and nobody without the key can find out what it was. */
  readonly query_digest?: string;
  readonly query?: readonly string[];
};

export function traceOf(facts: SearchFacts, mode: 'digest' | 'text', key: Uint8Array, time: string): SearchTrace {
  const { queries, ...rest } = facts;
  const about =
    mode === 'text' ? { query: queries.map(masked) } : { query_digest: hmacSha256Hex(key, queries.join('\n')) };
  return { version: 'search-trace.v1', time, ...about, ...rest };
}

/** People paste what they have at hand. */
function masked(query: string): string {
  return String(maskArguments({ query }, {}).arguments.query);
}
