/**
 * The line of a listing: browse the tree of packs, level by level. It knows no queries and no contracts; order is the
 * canonical order of ids.
 */
import { CAPABILITY_TYPES } from '../capability/capability.ts';
import type { CapabilityListRequest, CapabilityListResponse } from '../contract/capability-list.v1.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import { identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Entry } from './entry.ts';
import { present } from './present.ts';

/** A listing never shows more entries than this; the answer says when it was cut. */
export const DEFAULT_LIMIT = 100;

/** Lists what stands below a pack (or the products at the top). An unknown or hidden parent is unknown_capability. */
export function list(
  request: CapabilityListRequest,
  snapshot: Snapshot,
  hidden?: (id: string) => boolean,
): CapabilityListResponse | Refusal {
  if (request.parent !== undefined) {
    const parent = identify(request.parent, snapshot, hidden);
    if (isRefusal(parent)) return parent;
  }
  const depth = request.depth ?? 1;
  const types = request.types;
  const wanted = (doc: number) =>
    types === undefined || types.some((type) => CAPABILITY_TYPES.indexOf(type) === snapshot.columns.type.at(doc));
  const entries = below(request.parent, depth, snapshot, hidden).filter((entry) => wanted(entry.doc));
  const neighbours = request.parent === undefined ? [] : siblings(request.parent, snapshot, hidden);
  return present(request, snapshot, entries.slice(0, request.limit ?? DEFAULT_LIMIT), neighbours, entries.length);
}

/** Entries under `parent` down to `depth`, counting each one's visible direct children. Only those packs are looked at. */
function below(
  parent: string | undefined,
  depth: number,
  snapshot: Snapshot,
  hidden: ((id: string) => boolean) | undefined,
): Entry[] {
  const visible = (doc: number) => hidden?.(snapshot.id(doc)) !== true;
  const above = parent === undefined ? 0 : segments(parent);
  return packsWithin(parent, depth - 1, snapshot)
    .flatMap((pack) => snapshot.children(pack).filter(visible))
    .sort((a, b) => a - b)
    .map((doc) => {
      const id = snapshot.id(doc);
      return { doc, below: segments(id) - above, children: snapshot.children(id).filter(visible).length };
    });
}

/** The parent itself ('' for the top) and the packs at most `depth` levels below it, whether or not they are documents. */
function packsWithin(parent: string | undefined, depth: number, snapshot: Snapshot): string[] {
  const packs = [parent ?? ''];
  if (depth < 1) return packs;
  const deepest = (parent === undefined ? 0 : segments(parent)) + depth;
  const { from, to } = snapshot.packs.prefixRange(parent === undefined ? '' : `${parent}.`);
  for (let number = from; number < to; number += 1) {
    const pack = snapshot.packs.at(number);
    if (pack !== '' && segments(pack) <= deepest) packs.push(pack);
  }
  return packs;
}

function segments(id: string): number {
  return id.split('.').length;
}

/** Packs beside this one: the same parent, another id. */
function siblings(parent: string, snapshot: Snapshot, hidden: ((id: string) => boolean) | undefined): string[] {
  const dot = parent.lastIndexOf('.');
  const above = dot < 0 ? undefined : parent.slice(0, dot);
  return below(above, 1, snapshot, hidden)
    .map((entry) => snapshot.id(entry.doc))
    .filter((id) => id !== parent);
}
