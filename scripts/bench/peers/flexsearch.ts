/** FlexSearch: a document index exported to one file, its stored documents with it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Document } from 'flexsearch';
import { PEER_FIELDS, PEER_LIMIT, type PeerDocument, type PeerHit, servePeer } from './peer.ts';

function emptyIndex(): Document<PeerDocument> {
  return new Document<PeerDocument>({
    document: { id: 'id', index: [...PEER_FIELDS], store: ['id', 'title', 'summary'] },
  });
}

void servePeer({
  async build(documents, path) {
    const index = emptyIndex();
    for (const document of documents) index.add(document);
    const parts: [string, string][] = [];
    await index.export((key, data) => {
      if (data !== undefined) parts.push([key, data]);
    });
    writeFileSync(path, JSON.stringify(parts));
  },
  search(query, path) {
    const index = emptyIndex();
    for (const [key, data] of JSON.parse(readFileSync(path, 'utf8')) as [string, string][]) index.import(key, data);
    const fields = index.search(query, { limit: PEER_LIMIT, enrich: true, suggest: true });
    const hits = new Map<string, PeerHit>();
    for (const { result } of fields) {
      for (const { doc } of result as unknown as { doc: PeerHit | null }[]) if (doc !== null) hits.set(doc.id, doc);
    }
    return [...hits.values()].slice(0, PEER_LIMIT);
  },
});
