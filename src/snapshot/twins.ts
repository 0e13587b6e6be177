/**
 * Documents that are backed by one operation. Few catalogs have any, so they are kept as a list and not as a column: a
 * search over a catalog without twins reads nothing.
 */
import type { Capability } from '../capability/capability.ts';
import { operationOf } from '../capability/operation.ts';
import type { SectionData } from './layout.ts';
import type { Sections } from './sections.ts';

const SECTION = 'twins';

/** `twins` (u32): pairs of a document and the first one with its operation, for every one that has twins. */
export function twinSections(capabilities: readonly Capability[]): SectionData[] {
  const groups = new Map<string, number[]>();
  capabilities.forEach((capability, doc) => {
    const operation = operationOf(capability);
    if (operation === undefined) return;
    const group = groups.get(operation);
    if (group === undefined) groups.set(operation, [doc]);
    else group.push(doc);
  });
  const pairs = [...groups.values()]
    .filter(({ length }) => length > 1)
    .flatMap((docs) => docs.map((doc) => [doc, docs[0]]));
  return pairs.length === 0 ? [] : [{ name: SECTION, type: 'u32', data: Uint32Array.from(pairs.flat() as number[]) }];
}

/** By document, the first one with the same operation. Null where no two share one. */
export function openTwins(sections: Sections): ReadonlyMap<number, number> | null {
  if (!sections.has(SECTION)) return null;
  const pairs = sections.numbers(SECTION);
  return new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs.at(at * 2), pairs.at(at * 2 + 1)]));
}
