/** From a listing's entries to capability-list.v1; titles in both languages, since a listing has no query to follow. */
import type { CapabilityListRequest, CapabilityListResponse } from '../contract/capability-list.v1.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Entry } from './entry.ts';

/** Builds the answer; `total` counts the entries before the limit. */
export function present(
  request: CapabilityListRequest,
  snapshot: Snapshot,
  entries: readonly Entry[],
  neighbours: readonly string[],
  total: number,
): CapabilityListResponse {
  return {
    version: 'capability-list.v1',
    catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
    ...(request.parent === undefined ? {} : { parent: request.parent }),
    children: entries.map((entry) => {
      const card = snapshot.card(entry.doc);
      return {
        canonical_path: card.id,
        cli_path: card.cliPath,
        type: card.type,
        title: card.title.en ?? card.title.zh ?? '',
        summary: card.summary.en ?? card.summary.zh ?? '',
        ...(card.type === 'action' ? { side_effect: card.sideEffect } : {}),
        children_count: entry.children,
      };
    }),
    neighbours: [...neighbours],
    truncated: entries.length < total,
  } as CapabilityListResponse;
}
