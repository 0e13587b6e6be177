/**
 * The hard filters: which capabilities this request may see at all. They run before retrieval, counts and suggestions.
 * This file knows no scores.
 */
import { CAPABILITY_TYPES, OPERATING_SYSTEMS, type OperatingSystem, SIDE_EFFECTS } from '../capability/capability.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
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
  /** True for a capability that this caller may not discover; absent: nothing is hidden. */
  readonly hidden?: (id: string) => boolean;
};

/** The filters of one request, resolved to numbers once. */
export type Filters = {
  /** The reason that shuts this capability out, or null when it is eligible. A hidden one must be asked first. */
  readonly reason: (doc: number) => FilterReason | null;
  /** True when policy hides it: then it does not exist for this caller. */
  readonly hidden: (doc: number) => boolean;
  /** True when no filter can exclude anything, so that scoring needs no bitmap. */
  readonly open: boolean;
};

const EFFECT_OF_SIDE_EFFECT = ['read', 'write', 'write', 'destructive'] as const;

/** Filters of a request over a snapshot. Packs are a candidate only when the request asks for the type. */
export function resolveFilters(request: ToolSearchRequest, snapshot: Snapshot, caller: CallerFacts): Filters {
  const { columns } = snapshot;
  const excluded = new Set((request.exclude_canonical ?? []).map((id) => snapshot.find(id)));
  const products = request.product_ids === undefined ? null : new Set(request.product_ids);
  const types = request.types === undefined ? null : new Set(request.types.map((t) => CAPABILITY_TYPES.indexOf(t)));
  const effects = request.effects === undefined ? null : new Set<string>(request.effects);
  const ceiling = request.side_effect_max === undefined ? 3 : SIDE_EFFECTS.indexOf(request.side_effect_max);
  const scope = request.within === undefined ? null : `${request.within}.`;
  const osBit = 1 << OPERATING_SYSTEMS.indexOf(caller.os);

  const reason = (doc: number): FilterReason | null => {
    if (excluded.has(doc)) return 'excluded';
    if (scope !== null && !snapshot.id(doc).startsWith(scope) && snapshot.id(doc) !== request.within) {
      return 'scope_mismatch';
    }
    if (products !== null && !products.has(productOf(snapshot.id(doc)))) return 'product_mismatch';
    if (types !== null && !types.has(columns.type.at(doc))) return 'type_mismatch';
    const sideEffect = columns.sideEffect.at(doc);
    if (sideEffect > ceiling) return 'effect_mismatch';
    if (effects !== null && !effects.has(EFFECT_OF_SIDE_EFFECT[sideEffect] ?? '')) return 'effect_mismatch';
    const os = columns.osMask.at(doc);
    if (os !== 0 && (os & osBit) === 0) return 'unavailable';
    return null;
  };
  const isHidden = caller.hidden;
  return {
    reason,
    hidden: isHidden === undefined ? () => false : (doc) => isHidden(snapshot.id(doc)),
    open: isHidden === undefined && excluded.size === 0 && !scope && !products && !types && !effects && ceiling === 3,
  };
}

/** First segment of a canonical id: the product. */
function productOf(id: string): string {
  const dot = id.indexOf('.');
  return dot < 0 ? id : id.slice(0, dot);
}
