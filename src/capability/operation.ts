/** Which operation backs an action: two actions with the same one do the very same thing under two names. */
import { canonicalJson } from '../canon/json.ts';
import type { Capability, Json } from './capability.ts';

/** The operation of an action as canonical JSON, equal for equal operations; undefined for what runs nothing. */
export function operationOf({ handler, argumentsSchema }: Capability): string | undefined {
  if (handler === undefined) return undefined;
  const { properties = {}, required = [] } = argumentsSchema;
  // One tool may do two jobs: with a port that must be given, and without.
  return canonicalJson({ handler, accepts: Object.keys(properties as object).sort(), required } as unknown as Json);
}
