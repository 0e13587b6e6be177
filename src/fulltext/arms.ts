/**
 * The TABLE of lexical retrievers that the evaluation can set side by side. A search uses bm25.ts directly and never comes
 * here; what an arm other than ours needs is loaded when that arm is opened.
 */
import type { Token } from '../text/token.ts';
import { type Scored, scoreDocuments, type WeightedTerm } from './bm25.ts';
import type { FieldedDocument } from './fields.ts';
import type { LexicalIndex } from './lexical.ts';

/** A query as text and as the known terms of the index. */
export type ArmQuery = { readonly text: string; readonly terms: readonly WeightedTerm[] };

export interface LexicalArm {
  readonly name: string;
  /** As scoreDocuments: whole-number scores, best first. Masks and matched counts are 0 where the arm does not know them. */
  search(query: ArmQuery, eligible: Uint8Array | null, limit: number): Scored;
}

/** What an arm may be made of; `documents` is asked only by arms that build an index of their own. */
export type ArmMaterial = {
  readonly index: LexicalIndex;
  readonly count: number;
  readonly documents: () => readonly FieldedDocument[];
  readonly analyze: (text: string) => readonly Token[];
};

export type ArmRow = { readonly name: string; readonly open: (material: ArmMaterial) => Promise<LexicalArm> };

export const ARMS: readonly ArmRow[] = [
  { name: 'bm25f', open: async (material) => ourArm(material) },
  { name: 'tfidf', open: async (material) => (await import('./arm-tfidf.ts')).tfidfArm(material) },
  { name: 'flexsearch', open: async (material) => (await import('./arm-flexsearch.ts')).flexsearchArm(material) },
];

function ourArm({ index, count }: ArmMaterial): LexicalArm {
  return {
    name: 'bm25f',
    search: ({ terms }, eligible, limit) => scoreDocuments(index, terms, count, eligible, limit),
  };
}
