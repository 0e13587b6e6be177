/** What a catalog says of where it comes from. That it is the one inside nobody is believed: see isDefault. */
import type { Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';

/** A catalog that cannot be opened says nothing. */
export function declaredOrigin(snapshot: Pick<Snapshot, 'meta'> | Refusal): 'imported' | 'project' {
  const { meta } = snapshot as { readonly meta?: { readonly origin?: unknown } };
  return meta?.origin === 'imported' ? 'imported' : 'project';
}
