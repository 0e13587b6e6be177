/**
 * Documents that are backed by one operation. Few catalogs have any, so they are kept as a list and not as a column: a
 * search over a catalog without twins reads nothing.
 */
import type { Capability } from '../capability/capability.ts';
import { operationOf } from '../capability/operation.ts';
import type { SectionData } from './layout.ts';
import type { Sections } from './sections.ts';

const SECTION = 'twins';

/** `twins` (u32): pairs of a document and the first one with its operation, for every one that has twins, ascending. */
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
    .flatMap((docs) => docs.map((doc): [number, number] => [doc, docs[0] as number]))
    .sort((a, b) => a[0] - b[0]);
  return pairs.length === 0 ? [] : [{ name: SECTION, type: 'u32', data: Uint32Array.from(pairs.flat()) }];
}

/** The first document with the operation of this one; undefined where no other has it. */
export type Twins = (doc: number) => number | undefined;

/** Null where no two share one. Looks a document up where it stands: a catalog made of twins costs a search no more. */
export function openTwins(sections: Sections): Twins | null {
  if (!sections.has(SECTION)) return null;
  const pairs = sections.numbers(SECTION);
  return (doc) => {
    let low = 0;
    let high = pairs.length / 2 - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const here = pairs.at(middle * 2);
      if (here === doc) return pairs.at(middle * 2 + 1);
      if (here < doc) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
}
