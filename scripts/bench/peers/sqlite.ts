/** SQLite FTS5 through node:sqlite, with its stemmer and its BM25. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PEER_LIMIT, type PeerHit, servePeer } from './peer.ts';

void servePeer({
  build(documents, path) {
    rmSync(path, { force: true });
    const database = new DatabaseSync(path);
    database.exec(
      "CREATE VIRTUAL TABLE d USING fts5(id UNINDEXED, title, summary, aliases, tokenize='porter unicode61')",
    );
    database.exec('BEGIN');
    const insert = database.prepare('INSERT INTO d VALUES (?, ?, ?, ?)');
    for (const { id, title, summary, aliases } of documents) insert.run(id, title, summary, aliases);
    database.exec("COMMIT; INSERT INTO d(d) VALUES ('optimize')");
    database.close();
  },
  search(query, path) {
    const database = new DatabaseSync(path, { readOnly: true });
    const terms = query.split(/[^\p{L}\p{N}]+/u).filter((term) => term !== '');
    const expression = terms.map((term) => `"${term}"`).join(' OR ');
    const statement = database.prepare('SELECT id, title, summary FROM d WHERE d MATCH ? ORDER BY bm25(d) LIMIT ?');
    return statement.all(expression, PEER_LIMIT) as unknown as PeerHit[];
  },
});
