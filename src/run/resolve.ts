/**
 * Stage 1: the capability that the caller means, exactly as the caller saw it. Another catalog or version since then is
 * refused before anything else is looked at.
 */
import type { Capability, Handler } from '../capability/capability.ts';
import { describeRefusal, type Facts, NO_POLICY, type Policy } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { checkCatalog, identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { RunRequest } from './request.ts';

/** The part of an open snapshot that running reads. */
export type Catalog = Pick<Snapshot, 'sourceHash' | 'surfaceHash' | 'count' | 'id' | 'find' | 'contract'>;

/** What policy says of this catalog to this caller. */
export type Governance = {
  readonly policy: Policy;
  /** A hidden capability behaves as one that does not exist. */
  readonly hidden: ((id: string) => boolean) | undefined;
  readonly factsOf: (id: string) => Facts | undefined;
  /** The policy as it is at this moment; undefined when it cannot be used any more. */
  readonly revisionNow: () => string | undefined | Promise<string | undefined>;
  /** Whose projects have a say in it besides our own. */
  readonly reach?: Reach;
  /**
   * The same where the projects of these directories (real paths) have a say, too, and all below `tops`, which the call
   * takes as a whole; absent where no project has any.
   */
  readonly within?: (directories: readonly string[], tops?: readonly string[]) => Promise<Governance | Refusal>;
};

/** What `within` was asked for. */
export type Reach = { readonly directories: readonly string[]; readonly tops: readonly string[] };

/** Where nobody has written a policy. */
export const UNGOVERNED: Governance = {
  policy: NO_POLICY,
  hidden: undefined,
  factsOf: () => undefined,
  revisionNow: () => NO_POLICY.revision,
};

/** A private member: no literal has it, and a copy by spread has lost it. So only this file makes a Resolved. */
declare class MadeByResolve {
  private readonly madeByResolve: true;
}

export type Resolved = MadeByResolve & {
  readonly kind: 'resolved';
  readonly request: RunRequest;
  readonly capability: Capability;
  readonly handler: Handler;
  readonly sourceHash: string;
  readonly surfaceHash: string;
  readonly governance: Governance;
};

export function resolve(request: RunRequest, catalog: Catalog, governance: Governance): Resolved | Refusal {
  const doc = identify(request.canonical_path, catalog, governance.hidden);
  if (isRefusal(doc)) return doc;
  const stale = checkCatalog(catalog, request.expected_source_hash, request.expected_surface_hash);
  if (stale !== null) return stale;
  // Its version is of the contract, too, and so is everything that a later stage would refuse it by.
  const facts = governance.factsOf(request.canonical_path);
  const untold = facts === undefined ? undefined : describeRefusal(governance.policy, facts);
  if (untold !== undefined) return untold;
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
  return { kind: 'resolved', request, capability, handler, sourceHash, surfaceHash, governance } as Resolved;
}
