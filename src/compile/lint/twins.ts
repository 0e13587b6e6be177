/**
 * Lint rule: two actions that do the very same thing under two names. A search shows them as one; an author knows which
 * name to keep, or makes the other an alias.
 */
import type { Capability } from '../../capability/capability.ts';
import { operationOf } from '../../capability/operation.ts';

export function twins(capabilities: readonly Capability[]): { id: string; message: string }[] {
  const first = new Map<string, string>();
  return capabilities.flatMap((capability) => {
    const operation = operationOf(capability);
    if (operation === undefined) return [];
    const twin = first.get(operation);
    if (twin === undefined) first.set(operation, capability.id);
    return twin === undefined
      ? []
      : [{ id: capability.id, message: `runs the same operation as ${twin}: keep one, the other as alias` }];
  });
}
