/**
 * Stage 1: the capability that the caller means, exactly as the caller saw it. Another catalog or version since then is
 * refused before anything else is looked at.
 */
import type { Capability, Handler } from '../capability/capability.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { checkCatalog, identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { RunRequest } from './request.ts';

/** The part of an open snapshot that running reads. */
export type Catalog = Pick<Snapshot, 'sourceHash' | 'surfaceHash' | 'count' | 'id' | 'find' | 'contract'>;

/** Whether policy hides a capability from this caller; a hidden one behaves as one that does not exist. */
export type Hidden = (id: string) => boolean;

export type Resolved = {
  readonly kind: 'resolved';
  readonly request: RunRequest;
  readonly capability: Capability;
  readonly handler: Handler;
  readonly sourceHash: string;
  readonly surfaceHash: string;
};

export function resolve(request: RunRequest, catalog: Catalog, hidden?: Hidden): Resolved | Refusal {
  const doc = identify(request.canonical_path, catalog, hidden);
  if (isRefusal(doc)) return doc;
  const stale = checkCatalog(catalog, request.expected_source_hash, request.expected_surface_hash);
  if (stale !== null) return stale;
  const capability = catalog.contract(doc);
  if (request.action_version !== capability.version) {
    return refuse('catalog_changed', {
      message: `${capability.id} has another version: inspect it again. Nothing was executed.`,
      path: '/action_version',
      expected: String(capability.version),
      received: String(request.action_version),
    });
  }
  if (capability.handler === undefined) {
    return refuse('unavailable', {
      message: `${capability.id} is a ${capability.type}: it is read with inspect and cannot be run. Nothing was executed.`,
      path: '/canonical_path',
      expected: 'an action',
      received: capability.type,
    });
  }
  const { handler } = capability;
  const { sourceHash, surfaceHash } = catalog;
  return { kind: 'resolved', request, capability, handler, sourceHash, surfaceHash };
}
