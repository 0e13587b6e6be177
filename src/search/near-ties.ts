/**
 * Siblings that tie: where several of one pack answer about equally well, the pack says what tells them apart, and one
 * more of them does not. It knows scores and columns, no texts.
 */
import type { Snapshot } from '../snapshot/read.ts';
import type { Found } from './clause.ts';
import { isWithinShare } from './signals/share.ts';

/** So many of one pack, and nothing between them. */
const LEAST_SIBLINGS = 3;
/** They score at most this share less than the first, in per mille. */
const TIED_PER_MILLE = 50;
/** At most so many of them stand before the pack: it is the last of an answer of the usual length. */
const BEFORE_PACK = 4;

/** The same answers with the pack of the first behind those that tie with it; `mayShow` says whether it may be seen. */
export function withPack(
  found: readonly Found[],
  snapshot: Snapshot,
  mayShow: (doc: number) => boolean,
): readonly Found[] {
  const [first] = found;
  if (first?.source !== 'fielded_bm25') return found;
  const pack = snapshot.columns.pack.at(first.doc);
  let tied = 1;
  for (const item of found.slice(1)) {
    if (!isWithinShare(item.alone, first.alone, TIED_PER_MILLE) || snapshot.columns.pack.at(item.doc) !== pack) break;
    tied += 1;
  }
  if (tied < LEAST_SIBLINGS) return found;
  const doc = snapshot.find(snapshot.packs.at(pack));
  if (doc < 0 || !mayShow(doc)) return found;
  const at = Math.min(tied, BEFORE_PACK);
  const last = found[at - 1] ?? first;
  return [...found.slice(0, at), { ...last, doc, mask: 0, signals: () => [], source: 'hierarchy' }, ...found.slice(at)];
}
