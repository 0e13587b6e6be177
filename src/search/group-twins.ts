/** Twins in one place: of answers that run the same operation the best stands, and names the others. */
import type { Snapshot } from '../snapshot/read.ts';
import type { Found } from './clause.ts';

/** The same answers without those whose operation a better one runs; what was spelled out keeps its place. */
export function groupTwins(found: readonly Found[], snapshot: Snapshot): readonly Found[] {
  const { twins } = snapshot;
  if (twins === null) return found;
  const docs = new Map<number, number[]>();
  for (const { doc } of found) {
    const first = twins(doc);
    if (first !== undefined) docs.set(first, [...(docs.get(first) ?? []), doc]);
  }
  return found.flatMap((item) => {
    const group = docs.get(twins(item.doc) ?? -1) ?? [item.doc];
    if (group[0] !== item.doc && item.source !== 'exact_guard') return [];
    const others = group[0] === item.doc ? group.slice(1) : [];
    return [others.length === 0 ? item : { ...item, twins: others }];
  });
}
