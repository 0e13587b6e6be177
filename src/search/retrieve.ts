/**
 * From a query's terms to lexical candidates. Documents without a text in the query's language are scored apart, by the
 * terms' foreign weights: what helps across languages only blurs where both speak one. Knows no signals.
 */
import { type Scored, scoreDocuments } from '../fulltext/bm25.ts';
import { FLAGS } from '../snapshot/columns.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { hasHan } from '../text/characters.ts';
import type { Query } from './query.ts';

/** The best `limit` of the documents with a one in `eligible`, best first; ties keep the lower document. */
export function retrieve(query: Query, snapshot: Snapshot, eligible: Uint8Array, limit: number): Scored {
  const language = hasHan(query.text) ? 'zh' : 'en';
  const { native, foreign } =
    snapshot.common.without(language) === 0
      ? { native: eligible, foreign: null }
      : byLanguage(language, snapshot, eligible);
  const score = (documents: Uint8Array, weight: 'weight' | 'foreignWeight'): Scored => {
    const terms = query.terms.map((term) => ({ termId: term.termId, weight: term[weight] }));
    return scoreDocuments(snapshot.lexical, terms, snapshot.count, documents, limit);
  };
  if (foreign === null) return score(native ?? eligible, 'weight');
  if (native === null) return score(foreign, 'foreignWeight');
  const [own, other] = [score(native, 'weight'), score(foreign, 'foreignWeight')];
  const top = [...own.top, ...other.top].sort((a, b) => b.score - a.score || a.doc - b.doc);
  return { top: top.slice(0, limit), total: own.total + other.total };
}

/** The eligible documents by whether they speak the query's language; null where there are none. */
function byLanguage(language: 'zh' | 'en', snapshot: Snapshot, eligible: Uint8Array) {
  const flag = language === 'zh' ? FLAGS.HAS_ZH : FLAGS.HAS_EN;
  const { flags } = snapshot.columns;
  const native = new Uint8Array(eligible.length);
  const foreign = new Uint8Array(eligible.length);
  let natives = 0;
  let foreigners = 0;
  for (let doc = 0; doc < eligible.length; doc += 1) {
    if (eligible[doc] === 0) continue;
    if ((flags.at(doc) & flag) !== 0) natives += native[doc] = 1;
    else foreigners += foreign[doc] = 1;
  }
  return { native: natives === 0 ? null : native, foreign: foreigners === 0 ? null : foreign };
}
