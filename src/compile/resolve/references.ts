/** References between capabilities: packs, `instead`, `verifies` and `{cap:ID}` in bodies must lead somewhere. */
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type Draft, diagnostic } from '../validate.ts';

/** How a body refers to a capability; whatever stands after the colon must be an id. */
const BODY_REFERENCE = /\{cap:([^{}\n]*)\}/g;

/** `drafts` refer to any of `all`. */
export function checkReferences(drafts: readonly Draft[], all: readonly Draft[]): Diagnostic[] {
  const byId = new Map(all.map((draft) => [draft.manifest.id, draft]));
  const ids = [...byId.keys()].sort();
  return drafts.flatMap((draft) => [
    ...checkPack(draft, byId),
    ...referencesOf(draft).flatMap(({ id, path, text }) => {
      const at = text === undefined ? draft.source.locate(path) : draft.source.locateText(path, text);
      if (id === draft.manifest.id && path[0] !== 'body') {
        return [diagnostic(draft.source, path, 'self_reference', `${id} names itself`, {}, at)];
      }
      if (byId.has(id)) return [];
      const details = { received: id, did_you_mean: nearest(id, ids) };
      return [diagnostic(draft.source, path, 'unknown_reference', `no capability ${id} in the catalog`, details, at)];
    }),
  ]);
}

function checkPack(draft: Draft, byId: ReadonlyMap<string, Draft>): Diagnostic[] {
  const { id, type } = draft.manifest;
  const parent = id.slice(0, Math.max(id.lastIndexOf('.'), 0));
  if (parent === '') {
    if (type === 'pack') return [];
    const expected = 'a pack, a dot and a name';
    return [diagnostic(draft.source, ['id'], 'missing_pack', `${id} lies in no pack`, { expected })];
  }
  const pack = byId.get(parent);
  if (pack?.manifest.type === 'pack') return [];
  const message = pack === undefined ? `the pack ${parent} has no manifest` : `${parent} is not a pack`;
  return [diagnostic(draft.source, ['id'], 'missing_pack', message, { expected: `a _pack.yaml with id ${parent}` })];
}

type Reference = { readonly id: string; readonly path: (string | number)[]; readonly text?: string };

function referencesOf({ manifest }: Draft): Reference[] {
  const references: Reference[] = [];
  for (const [i, { instead }] of manifest.when_not_to_use.entries()) {
    if (instead !== undefined) references.push({ id: instead, path: ['when_not_to_use', i, 'instead'] });
  }
  if (manifest.type === 'action') {
    for (const [i, id] of (manifest.verifies ?? []).entries()) references.push({ id, path: ['verifies', i] });
    for (const field of ['verification', 'compensation'] as const) {
      const other = manifest[field];
      if (other !== undefined) references.push({ id: other.action, path: [field, 'action'] });
    }
  }
  if ('body' in manifest) {
    for (const language of ['zh', 'en'] as const) {
      for (const [text, id] of (manifest.body[language] ?? '').matchAll(BODY_REFERENCE)) {
        references.push({ id: id ?? '', path: ['body', language], text });
      }
    }
  }
  return references;
}
