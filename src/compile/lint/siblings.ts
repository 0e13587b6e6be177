/** Lint rule: whoever sends a caller to a sibling of the same pack is sent back by it, so that a wrong turn is never one-way. */
import type { Capability } from '../../capability/capability.ts';

export function siblingReferences(capabilities: readonly Capability[]): { id: string; message: string }[] {
  const byId = new Map(capabilities.map((capability) => [capability.id, capability]));
  const pointsTo = ({ whenNotToUse }: Capability, id: string): boolean =>
    whenNotToUse.some(({ instead }) => instead === id);
  const found: { id: string; message: string }[] = [];
  for (const capability of capabilities) {
    // A pack sends people to its members and neighbours; nobody is sent to a pack.
    if (capability.type === 'pack') continue;
    for (const { instead } of capability.whenNotToUse) {
      const sibling = instead === undefined ? undefined : byId.get(instead);
      if (sibling === undefined || sibling.type !== 'action' || sibling.pack !== capability.pack) continue;
      if (capability.type === 'action' && !pointsTo(sibling, capability.id)) {
        found.push({ id: sibling.id, message: `when_not_to_use does not name ${capability.id}, which names this one` });
      }
    }
  }
  return found;
}
