/**
 * Which capability of which catalog a caller means: the checks that inspect and run share before anything is disclosed
 * or executed. A hidden capability is answered exactly like one that does not exist.
 */
import { forbiddenCharacter, isOneLine } from '../contract/text-limits.ts';
import { nearest } from '../reason/nearest.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import type { Snapshot } from './read.ts';

/** The part of a snapshot that these checks touch. */
type Ids = Pick<Snapshot, 'count' | 'id' | 'find'>;
type Hashes = Pick<Snapshot, 'sourceHash' | 'surfaceHash'>;

/** How many ids are compared for a suggestion: bounded, so that an unknown id costs the same in a huge catalog. */
const SUGGESTION_POOL = 5_000;

/** The document of a canonical id, or the refusal unknown_capability with the nearest id that this caller may know. */
export function identify(id: string, snapshot: Ids, hidden?: (id: string) => boolean): number | Refusal {
  const doc = snapshot.find(id);
  if (doc >= 0 && hidden?.(id) !== true) return doc;
  const forbidden = isOneLine(id) ? null : forbiddenCharacter(id);
  if (forbidden !== null) {
    return refuse('forbidden_character', {
      path: '/canonical_path',
      expected: 'one line of text without control or bidirectional characters',
      received: `${forbidden} in the text`,
    });
  }
  const pool: string[] = [];
  for (let other = 0; other < Math.min(snapshot.count, SUGGESTION_POOL); other += 1) {
    const known = snapshot.id(other);
    if (hidden?.(known) !== true) pool.push(known);
  }
  const suggestion = nearest(id, pool);
  return refuse('unknown_capability', {
    path: '/canonical_path',
    message: 'No capability has this id. Ids come from cap search or cap list.',
    received: id,
    ...(suggestion === undefined ? {} : { did_you_mean: suggestion }),
  });
}

/** Null when both hashes are those of this snapshot (or were not given), else the refusal catalog_changed. */
export function checkCatalog(
  snapshot: Hashes,
  sourceHash: string | undefined,
  surfaceHash: string | undefined,
): Refusal | null {
  if (sourceHash === undefined || surfaceHash === undefined) return null;
  if (sourceHash === snapshot.sourceHash && surfaceHash === snapshot.surfaceHash) return null;
  const source = sourceHash !== snapshot.sourceHash;
  return refuse('catalog_changed', {
    path: source ? '/expected_source_hash' : '/expected_surface_hash',
    message: 'The catalog is not the one that you searched. Search again and use the new hashes.',
    expected: source ? snapshot.sourceHash : snapshot.surfaceHash,
    received: source ? sourceHash : surfaceHash,
  });
}
