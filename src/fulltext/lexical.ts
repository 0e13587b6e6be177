/** What a search sees of the full-text index: terms, how common they are, and where they stand. It knows no storage. */

/** The documents of one term, ascending, side by side: docs[i] earns impacts[i], from the fields of masks[i]. Read only. */
export type Postings = {
  readonly docs: Uint16Array | Uint32Array;
  /** 1..65535, comparable between all terms and documents of one index. */
  readonly impacts: Uint16Array;
  /** Bit per field of the FIELDS table. */
  readonly masks: Uint8Array;
};

export interface LexicalIndex {
  /** How many different terms there are; term ids are 0..vocabularySize-1, ascending by key (code unit order). */
  readonly vocabularySize: number;
  /** The id of a term's key (see text/token.ts), or -1 when no document has it. */
  termId(key: string): number;
  /** The key of a term id. */
  term(termId: number): string;
  /** In how many documents the term stands, ≥ 1. */
  documentFrequency(termId: number): number;
  postings(termId: number): Postings;
  /** How long a document is against the middle of all, in steps of which LENGTH_STEPS are a doubling: -128 … 127. */
  relativeLength(doc: number): number;
  /** Ids of the terms whose keys begin with `prefix`, as a half-open range in key order. */
  prefixRange(prefix: string): { readonly from: number; readonly to: number };
}
