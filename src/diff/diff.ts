/**
 * The line of a comparison of two snapshots: what was added, removed and changed, and what of it breaks callers. It knows
 * no files and no queries; what is hidden from the caller does not exist on either side.
 */
import type { Snapshot } from '../snapshot/read.ts';
import { type Change, capabilityChanges } from './capability-change.ts';

/** One catalog, and what of it this caller may discover and have described. */
export type Side = {
  readonly snapshot: Snapshot;
  readonly hidden: ((id: string) => boolean) | undefined;
  readonly describable: (id: string) => boolean;
};

export type Difference =
  | { readonly id: string; readonly kind: 'added'; readonly breaking: false; readonly changes: readonly [] }
  | { readonly id: string; readonly kind: 'removed'; readonly breaking: true; readonly changes: readonly [] }
  | { readonly id: string; readonly kind: 'changed'; readonly breaking: boolean; readonly changes: readonly Change[] };

/** Differences by ascending id. Reads contracts only where their hashes differ. */
export function diffSnapshots(before: Side, after: Side): Difference[] {
  const [was, is] = [documentsOf(before), documentsOf(after)];
  const ids = [...new Set([...was.keys(), ...is.keys()])].sort();
  return ids.flatMap((id): Difference[] => {
    const [old, now] = [was.get(id), is.get(id)];
    if (old === undefined) return [{ id, kind: 'added', breaking: false, changes: [] }];
    if (now === undefined) return [{ id, kind: 'removed', breaking: true, changes: [] }];
    if (before.snapshot.specHash(old) === after.snapshot.specHash(now)) return [];
    const described = before.describable(id) && after.describable(id);
    const changes = described
      ? capabilityChanges(before.snapshot.contract(old), after.snapshot.contract(now))
      : [UNDESCRIBED];
    return [{ id, kind: 'changed', breaking: changes.some(({ breaking }) => breaking), changes }];
  });
}

/** Policy lets this caller know that it exists, and no more. */
const UNDESCRIBED: Change = { at: 'contract', what: 'differs; policy does not let you read how', breaking: false };

function documentsOf({ snapshot, hidden }: Side): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let doc = 0; doc < snapshot.count; doc += 1) {
    const id = snapshot.id(doc);
    if (hidden?.(id) !== true) found.set(id, doc);
  }
  return found;
}
