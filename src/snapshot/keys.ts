/** Spellings that name a capability → documents. The spellings come folded; how they are folded is not known here. */
import type { SectionViews } from '../fulltext/section-view.ts';
import { buildStringTable, StringTable } from '../fulltext/string-table.ts';
import type { SectionData } from './layout.ts';

/** Strongest first. A suffix is a tail of the canonical id; it may be shared. */
export const KEY_KINDS = ['id', 'cli_path', 'alias', 'suffix'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export type KeyHit = { readonly doc: number; readonly kind: KeyKind };
export type KeyEntry = KeyHit & { readonly key: string };

export interface Keys {
  /** Everything that this folded spelling names: strongest kind first, then ascending documents. Empty when nothing. */
  lookup(foldedKey: string): readonly KeyHit[];
}

/** The table `keys` and its hits: `document × KEY_KINDS.length + kind` in one word. */
export function keySections(entries: readonly KeyEntry[], count: number): SectionData[] {
  const hits = new Map<string, Set<number>>();
  for (const { key, doc, kind } of entries) {
    if (!(doc >= 0 && doc < count)) throw new RangeError(`the key "${key}" names document ${doc} of ${count}`);
    const own = hits.get(key) ?? new Set();
    own.add(doc * KEY_KINDS.length + KEY_KINDS.indexOf(kind));
    hits.set(key, own);
  }
  const keys = [...hits.keys()].sort();
  const starts = new Uint32Array(keys.length + 1);
  const flat: number[] = [];
  keys.forEach((key, i) => {
    flat.push(...[...(hits.get(key) ?? [])].sort(byKindThenDoc));
    starts[i + 1] = flat.length;
  });
  return [
    ...buildStringTable('keys', keys),
    { name: 'keys.hit_starts', type: 'u32', data: starts },
    { name: 'keys.hits', type: 'u32', data: Uint32Array.from(flat) },
  ];
}

function byKindThenDoc(a: number, b: number): number {
  return (a % KEY_KINDS.length) - (b % KEY_KINDS.length) || a - b;
}

export function openKeys(sections: SectionViews): Keys {
  const keys = new StringTable(sections, 'keys');
  const starts = sections.numbers('keys.hit_starts');
  const hits = sections.numbers('keys.hits');
  return {
    lookup: (foldedKey) => {
      const found: KeyHit[] = [];
      const key = keys.find(foldedKey);
      if (key < 0) return found;
      for (let i = starts.at(key); i < starts.at(key + 1); i++) {
        const hit = hits.at(i);
        const kind = KEY_KINDS[hit % KEY_KINDS.length] as KeyKind;
        found.push({ doc: Math.floor(hit / KEY_KINDS.length), kind });
      }
      return found;
    },
  };
}
