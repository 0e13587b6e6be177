/**
 * The hard filters: which capabilities this request may see at all. They run before retrieval, counts and suggestions.
 * This file knows no scores.
 */
import { CAPABILITY_TYPES, OPERATING_SYSTEMS, type OperatingSystem, SIDE_EFFECTS } from '../capability/capability.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import type { DocumentSet } from '../snapshot/common-sets.ts';
import type { Snapshot } from '../snapshot/read.ts';

/** Why an exact hit is not shown; the order is the order in which the filters are asked. */
export type FilterReason =
  | 'excluded'
  | 'scope_mismatch'
  | 'product_mismatch'
  | 'type_mismatch'
  | 'effect_mismatch'
  | 'unavailable';

/** What the world says about the caller: the operating system, and what policy hides (absent everywhere). */
export type CallerFacts = {
  readonly os: OperatingSystem;
  /** By document, 1 for what this caller may not discover; absent: nothing is hidden. */
  readonly hidden?: Uint8Array | undefined;
  /** How often each id was run with success; only where the request asks to go by it. */
  readonly runs?: ReadonlyMap<string, number>;
};

/** The filters of one request, resolved to numbers once. */
export type Filters = {
  /** The reason that shuts this capability out, or null when it is eligible. Whether policy hides it is asked first. */
  readonly reason: (doc: number) => FilterReason | null;
  /** True when policy hides it: then it does not exist for this caller. */
  readonly hidden: (doc: number) => boolean;
};

/** The documents that may be scored and counted: one byte each, 1 for yes. */
export type Eligible = DocumentSet;

const EFFECT_OF_SIDE_EFFECT = ['read', 'write', 'write', 'destructive'] as const;
const PACK = CAPABILITY_TYPES.indexOf('pack');

/** Filters of a request over a snapshot. */
export function resolveFilters(request: ToolSearchRequest, snapshot: Snapshot, caller: CallerFacts): Filters {
  const { columns } = snapshot;
  const excluded = new Set((request.exclude_canonical ?? []).map((id) => snapshot.find(id)));
  const products = request.product_ids?.map((id) => snapshot.products.find(id));
  const types = request.types?.map((type) => CAPABILITY_TYPES.indexOf(type));
  const effects: readonly string[] | undefined = request.effects;
  const ceiling = request.side_effect_max === undefined ? Infinity : SIDE_EFFECTS.indexOf(request.side_effect_max);
  const scope = request.within === undefined ? null : scopeOf(request.within, snapshot);
  const osBit = 1 << OPERATING_SYSTEMS.indexOf(caller.os);

  const reason = (doc: number): FilterReason | null => {
    if (excluded.has(doc)) return 'excluded';
    if (scope !== null && doc !== scope.pack && (doc < scope.from || doc >= scope.to)) return 'scope_mismatch';
    if (products !== undefined && !products.includes(columns.product.at(doc))) return 'product_mismatch';
    if (types !== undefined && !types.includes(columns.type.at(doc))) return 'type_mismatch';
    const sideEffect = columns.sideEffect.at(doc);
    if (sideEffect > ceiling) return 'effect_mismatch';
    if (effects !== undefined && !effects.includes(EFFECT_OF_SIDE_EFFECT[sideEffect] ?? '')) return 'effect_mismatch';
    const os = columns.osMask.at(doc);
    return os !== 0 && (os & osBit) === 0 ? 'unavailable' : null;
  };
  const { hidden: documents } = caller;
  const hidden = documents === undefined ? () => false : (doc: number) => documents[doc] === 1;
  return { reason, hidden };
}

/**
 * Marks what this request may be answered with. Packs are candidates only when the request asks for a type. Without
 * filters the answer was worked out when the catalog was compiled.
 */
export function eligibleDocuments(
  request: ToolSearchRequest,
  filters: Filters,
  snapshot: Snapshot,
  caller: CallerFacts,
): Eligible {
  const asksType = request.types !== undefined;
  if (!FILTER_FIELDS.some((name) => request[name] !== undefined)) {
    const open = snapshot.common.openOn(caller.os);
    return caller.hidden === undefined ? open : without(open, caller.hidden);
  }
  const bitmap = new Uint8Array(snapshot.count);
  const types = snapshot.columns.type.slice(0, snapshot.count);
  const os = snapshot.columns.osMask.slice(0, snapshot.count);
  const osBit = 1 << OPERATING_SYSTEMS.indexOf(caller.os);
  let count = 0;
  for (let doc = 0; doc < bitmap.length; doc += 1) {
    if (!asksType && types[doc] === PACK) continue;
    const mask = os[doc] as number;
    if (mask !== 0 && (mask & osBit) === 0) continue;
    if (filters.hidden(doc) || filters.reason(doc) !== null) continue;
    bitmap[doc] = 1;
    count += 1;
  }
  return { bitmap, count };
}

function without(open: Eligible, hidden: Uint8Array): Eligible {
  const bitmap = open.bitmap.slice();
  let { count } = open;
  for (let doc = 0; doc < bitmap.length; doc += 1) {
    if (hidden[doc] === 0 || bitmap[doc] === 0) continue;
    bitmap[doc] = 0;
    count -= 1;
  }
  return { bitmap, count };
}

/** Fields of a request that can shut a capability out. */
const FILTER_FIELDS = ['exclude_canonical', 'within', 'product_ids', 'types', 'effects', 'side_effect_max'] as const;

/** The documents of a pack and below: ids ascend, so they are one range, the pack's own document aside. */
function scopeOf(pack: string, snapshot: Snapshot) {
  return { pack: snapshot.find(pack), ...snapshot.ids.prefixRange(`${pack}.`) };
}
