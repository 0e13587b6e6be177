/** Orama with its saved database. */
import { readFileSync, writeFileSync } from 'node:fs';
import { create, insertMultiple, load, type RawData, save, search } from '@orama/orama';
import { PEER_LIMIT, type PeerHit, servePeer } from './peer.ts';

function emptyDatabase() {
  return create({ schema: { id: 'string', title: 'string', summary: 'string', aliases: 'string' } as const });
}

void servePeer({
  async build(documents, path) {
    const database = emptyDatabase();
    await insertMultiple(database, [...documents], 1_000);
    writeFileSync(path, JSON.stringify(save(database)));
  },
  async search(query, path) {
    const database = emptyDatabase();
    load(database, JSON.parse(readFileSync(path, 'utf8')) as RawData);
    const found = await search(database, {
      term: query,
      limit: PEER_LIMIT,
      properties: ['title', 'summary', 'aliases'],
    });
    return found.hits.map(({ document: { id, title, summary } }): PeerHit => ({ id, title, summary }));
  },
});
