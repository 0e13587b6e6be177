/** A capability taken back to its manifest and made of it once more. */
import type { Capability } from '../../src/capability/capability.ts';
import { manifestOf } from '../../src/compile/resolve/there-before.ts';
import { toCapability } from '../../src/compile/resolve/to-capability.ts';

export function again(capability: Capability): Capability {
  const { manifest, script } = manifestOf(capability);
  return toCapability(manifest, script);
}
