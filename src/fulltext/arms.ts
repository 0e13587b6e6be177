/**
 * The TABLE of lexical retrievers that the evaluation can set side by side. A search uses bm25.ts directly and never comes
 * here; what an arm other than ours needs is loaded when that arm is opened.
 */
import type { ArmMaterial, LexicalArm } from './arm.ts';
import { scoreDocuments } from './bm25.ts';

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
