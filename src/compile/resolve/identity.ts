/** Identities across the catalog: ids that fold to one key, and aliases that are not anybody's alone. */
import { foldKey } from '../../text/fold-key.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type Draft, diagnostic } from '../validate.ts';
import { placeOf } from './overlay.ts';

/** A caller who types an id or an alias, in any spelling, must mean exactly one capability. */
export function checkIdentity(drafts: readonly Draft[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const ids = new Map<string, Draft>();
  for (const draft of drafts) {
    const { id } = draft.manifest;
    const earlier = ids.get(foldKey(id));
    if (earlier === undefined) ids.set(foldKey(id), draft);
    else {
      const message = `${id} cannot be told from ${earlier.manifest.id} (${placeOf(earlier)}) when separators and case are folded`;
      found.push(diagnostic(draft.source, ['id'], 'folding_id', message));
    }
  }
  const aliases = new Map<string, { draft: Draft; path: (string | number)[] }>();
  for (const draft of drafts) {
    for (const { alias, path } of aliasesOf(draft)) {
      const key = foldKey(alias);
      const quoted = JSON.stringify(alias);
      if (key === '') {
        found.push(diagnostic(draft.source, path, 'empty_alias', `the alias ${quoted} has no letter and no digit`));
        continue;
      }
      const owner = ids.get(key);
      const earlier = aliases.get(key);
      // An alias that spells the capability's own id differently (`git log` of git.log) takes nothing from anybody.
      if (owner !== undefined && owner !== draft) {
        const message = `the alias ${quoted} is the id of ${owner.manifest.id} (${placeOf(owner)})`;
        found.push(diagnostic(draft.source, path, 'colliding_alias', message));
      } else if (earlier !== undefined) {
        const message = `the alias ${quoted} already belongs to ${earlier.draft.manifest.id} (${placeOf(earlier.draft, earlier.path)})`;
        found.push(diagnostic(draft.source, path, 'colliding_alias', message));
      } else aliases.set(key, { draft, path });
    }
  }
  return found;
}

function aliasesOf({ manifest }: Draft): { alias: string; path: (string | number)[] }[] {
  return (['zh', 'en'] as const).flatMap((language) =>
    (manifest.aliases?.[language] ?? []).map((alias, i) => ({ alias, path: ['aliases', language, i] })),
  );
}
