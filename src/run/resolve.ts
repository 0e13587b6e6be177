/**
 * Stage 1: the capability that the caller means, exactly as the caller saw it. Another catalog or version since then is
 * refused before anything else is looked at.
 */
import type { Capability, Handler } from '../capability/capability.ts';
import { nearest } from '../reason/nearest.ts';
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { RunRequest } from './request.ts';

/** The part of an open snapshot that running reads. */
export type Catalog = {
  readonly sourceHash: string;
  readonly surfaceHash: string;
  readonly count: number;
  id(doc: number): string;
  /** -1 when there is none. */
  find(id: string): number;
  contract(doc: number): Capability;
};

/** Whether this caller may know that the capability exists; a hidden one behaves as an absent one. */
export type Visible = (doc: number) => boolean;

export type Resolved = {
  readonly kind: 'resolved';
  readonly request: RunRequest;
  readonly capability: Capability;
  readonly handler: Handler;
  readonly sourceHash: string;
  readonly surfaceHash: string;
};

export function resolve(request: RunRequest, catalog: Catalog, visible: Visible): Resolved | Refusal {
  const doc = catalog.find(request.canonical_path);
  if (doc < 0 || !visible(doc)) return unknown(request.canonical_path, catalog, visible);
  for (const [field, actual] of [
    ['expected_source_hash', catalog.sourceHash],
    ['expected_surface_hash', catalog.surfaceHash],
  ] as const) {
    if (request[field] !== actual) {
      return refuse('catalog_changed', {
        message:
          'The catalog is not the one that the search answered from: search and inspect again. Nothing was executed.',
        path: `/${field}`,
        expected: actual,
        received: request[field],
      });
    }
  }
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

function unknown(id: string, catalog: Catalog, visible: Visible): Refusal {
  const ids: string[] = [];
  for (let doc = 0; doc < catalog.count; doc++) if (visible(doc)) ids.push(catalog.id(doc));
  const meant = nearest(id, ids);
  return refuse('unknown_capability', {
    message: 'There is no capability of this id. Nothing was executed.',
    path: '/canonical_path',
    received: id,
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  });
}
