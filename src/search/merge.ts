/**
 * Merging the answers of sub-queries: round robin, each candidate once, so that no clause of a compound task starves.
 */

/** Interleaves ranked lists by turn, first occurrence wins, until `limit` items are taken. Order of lists is kept. */
export function roundRobin<T>(lists: readonly (readonly T[])[], key: (item: T) => number, limit: number): T[] {
  const taken: T[] = [];
  const seen = new Set<number>();
  const next = lists.map(() => 0);
  for (let progress = true; progress && taken.length < limit; ) {
    progress = false;
    for (let turn = 0; turn < lists.length && taken.length < limit; turn += 1) {
      const list = lists[turn] ?? [];
      let at = next[turn] ?? 0;
      while (at < list.length && seen.has(key(list[at] as T))) at += 1;
      next[turn] = at + 1;
      if (at >= list.length) continue;
      const item = list[at] as T;
      seen.add(key(item));
      taken.push(item);
      progress = true;
    }
  }
  return taken;
}
