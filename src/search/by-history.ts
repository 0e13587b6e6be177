/**
 * What was run before, where the request asks for it: a weak sign. It decides between answers that are about equally good
 * and brings none of its own, so it stands above neither the words nor what policy shows.
 */
import type { Snapshot } from '../snapshot/read.ts';
import type { Found } from './clause.ts';
import { isWithinShare } from './signals/share.ts';
import { NEARLY_AS_GOOD } from './variety.ts';

/**
 * The same answers; of neighbours that are nearly as good the one that was run more often comes first. As a source of
 * fusion, history cost sets whose questions all differ a point as soon as it weighed more than a tie (fusion.ts).
 */
export function byHistory(
  found: readonly Found[],
  runs: ReadonlyMap<string, number>,
  snapshot: Snapshot,
): readonly Found[] {
  const timesOf = ({ doc }: Found) => runs.get(snapshot.id(doc)) ?? 0;
  const ordered = [...found];
  for (let at = 1; at < ordered.length; at += 1) {
    const item = ordered[at] as Found;
    const better = ordered[at - 1] as Found;
    const isNear = isWithinShare(item.score, better.score, NEARLY_AS_GOOD);
    if (better.source !== 'fielded_bm25' || !isNear || timesOf(item) <= timesOf(better)) continue;
    ordered.splice(at - 1, 2, item, better);
  }
  return ordered;
}
