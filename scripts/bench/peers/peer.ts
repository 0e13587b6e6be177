/** What every peer is given and must do, so that all of them do the same job: five references for a query, from a cold process. */
import { readFileSync, writeSync } from 'node:fs';

/** One document: the texts that `cap` indexes too, and what a reference shows. */
export type PeerDocument = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly aliases: string;
};

export const PEER_FIELDS = ['title', 'summary', 'aliases'] as const;

/** References an answer holds, as in a default search. */
export const PEER_LIMIT = 5;

/** A reference as the peers print it. */
export type PeerHit = { readonly id: string; readonly title: string; readonly summary: string };

/** A peer: writes its index to a file once, and answers from that file in a process that has just started. */
export type Peer = {
  build(documents: readonly PeerDocument[], path: string): Promise<void> | void;
  search(query: string, path: string): Promise<PeerHit[]> | PeerHit[];
};

/** The process form: `build DOCUMENTS INDEX` or `search INDEX QUERY`. */
export async function servePeer(peer: Peer): Promise<void> {
  const [verb, first = '', second = ''] = process.argv.slice(2);
  if (verb === 'build') {
    await peer.build(JSON.parse(readFileSync(first, 'utf8')) as PeerDocument[], second);
    return;
  }
  const hits = await peer.search(second, first);
  writeSync(1, `${JSON.stringify(hits)}\n`);
  // Some peers leave a timer behind that would keep the process, and the clock of the benchmark, running.
  process.exit(hits.length > 0 ? 0 : 1);
}
