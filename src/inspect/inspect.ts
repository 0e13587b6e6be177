/**
 * The line of an inspection: check that the catalog is still the one that the search saw, find exactly one capability,
 * disclose its contract within the byte bounds. It knows no ranking: an id is found or unknown.
 */
import type { SchemaInspectRequest, SchemaInspectResponse } from '../contract/schema-inspect.v1.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { checkCatalog, identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { present } from './present.ts';
import { withoutHidden } from './withhold.ts';

/** An answer above this many bytes is refused as schema_too_large, in either form. */
const MAX_RESPONSE_BYTES = 65_536;

/** Discloses one contract. `hidden` capabilities are unknown, also to the suggestion. */
export function inspect(
  request: SchemaInspectRequest,
  snapshot: Snapshot,
  hidden?: (id: string) => boolean,
): SchemaInspectResponse | Refusal {
  const stale = checkCatalog(snapshot, request.expected_source_hash, request.expected_surface_hash);
  if (stale !== null) return stale;
  const doc = identify(request.canonical_path, snapshot, hidden);
  if (isRefusal(doc)) return doc;
  const contract = snapshot.contract(doc);
  const shown = hidden === undefined ? contract : withoutHidden(contract, hidden);
  const answer = present(shown, snapshot, request.detail ?? 'compact');
  const bytes = new TextEncoder().encode(JSON.stringify(answer)).length + 1;
  if (bytes <= MAX_RESPONSE_BYTES) return answer;
  return refuse('schema_too_large', {
    path: '/canonical_path',
    message: `The contract of ${request.canonical_path} is larger than one answer may be.`,
    expected: `at most ${MAX_RESPONSE_BYTES} bytes`,
    received: `${bytes} bytes`,
  });
}
