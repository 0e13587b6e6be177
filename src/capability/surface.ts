/**
 * What of a capability a caller can see or feel: the part that surface_hash covers. Handlers count as well, because what
 * a run does is felt; comments, formatting and the order of keys do not. It knows no files and no hashing.
 */
import type { Capability, Json, JsonObject } from './capability.ts';

/** The visible part of a capability as plain JSON; order of keys is left to the canonical form. */
export function surfaceOf(capability: Capability): JsonObject {
  return JSON.parse(JSON.stringify(capability)) as { [key: string]: Json };
}
