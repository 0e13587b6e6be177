/**
 * Lint rule: two actions that do the very same thing under two names. A search could only show both or hide one of them;
 * an author knows which to keep, or makes the other name an alias.
 */
import { canonicalJson } from '../../canon/json.ts';
import type { Capability, Json } from '../../capability/capability.ts';

export function twins(capabilities: readonly Capability[]): { id: string; message: string }[] {
  const first = new Map<string, string>();
  return capabilities.flatMap(({ id, handler, argumentsSchema: { properties = {}, required = [] } }) => {
    if (handler === undefined) return [];
    // One tool may do two jobs: with a port that must be given, and without.
    const operation = canonicalJson({
      handler,
      accepts: Object.keys(properties as object).sort(),
      required,
    } as unknown as Json);
    const twin = first.get(operation);
    if (twin === undefined) first.set(operation, id);
    return twin === undefined
      ? []
      : [{ id, message: `runs the same operation as ${twin}: keep one, the other as alias` }];
  });
}
