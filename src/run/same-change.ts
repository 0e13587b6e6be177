/** When two calls are the same change to the world, whoever makes them, from where, and under whatever name. */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Capability, Handler, Json, JsonObject } from '../capability/capability.ts';

/**
 * The same arguments to the same capability, in the same place. All the rest of a call follows from these, but for a key
 * that the caller chose: another key makes no other change.
 */
export function repeatKeyOf({ id, handler }: Capability, values: JsonObject, cwd: string): string {
  return sha256Hex(canonicalJson({ canonical_path: id, values, place: placeOf(handler, cwd) }));
}

/** Where the change is made. Where that is not here, the directory that it is asked from means nothing. */
function placeOf(handler: Handler | undefined, cwd: string): Json {
  if (handler?.kind === 'http') return [handler.method, handler.url];
  if (handler?.kind === 'mcp') return [handler.server.executable, handler.tool];
  return cwd;
}

/** What a backend recognises a call by that it has had before; a hash, as the journal keeps no texts of callers. */
export function backendKeyOf({ idempotency }: Capability, key: string | undefined): string | undefined {
  return key === undefined || idempotency !== 'backend_key' ? undefined : sha256Hex(key);
}
