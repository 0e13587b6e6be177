/** What every lexical retriever looks like to the evaluation, and what it may be made of. */
import type { Token } from '../text/token.ts';
import type { Scored, WeightedTerm } from './bm25.ts';
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
