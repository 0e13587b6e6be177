/** MiniSearch with its serialised index. */
import { readFileSync, writeFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { PEER_FIELDS, PEER_LIMIT, type PeerDocument, type PeerHit, servePeer } from './peer.ts';

const OPTIONS = { fields: [...PEER_FIELDS], storeFields: ['id', 'title', 'summary'] };

void servePeer({
  build(documents, path) {
    const index = new MiniSearch<PeerDocument>(OPTIONS);
    index.addAll(documents);
    writeFileSync(path, JSON.stringify(index));
  },
  search(query, path) {
    const index = MiniSearch.loadJSON<PeerDocument>(readFileSync(path, 'utf8'), OPTIONS);
    return index
      .search(query)
      .slice(0, PEER_LIMIT)
      .map(({ id, title, summary }): PeerHit => ({ id, title, summary }));
  },
});
