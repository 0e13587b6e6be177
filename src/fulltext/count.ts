/** First pass of indexing: which term stands how often in which field of which document. It weighs nothing. */
import { type Token, TokenClass } from '../text/token.ts';
import type { Field, FieldedDocument } from './fields.ts';

/** Occurrences, document by document; all arrays of `entries` are parallel. */
export type Counts = {
  /** Keys in order of first appearance: the place is the term's number here. */
  readonly keys: readonly string[];
  readonly classes: Uint8Array;
  /** In how many documents each term stands. */
  readonly documentFrequencies: Uint32Array;
  /** Where the entries of each document begin; one more than there are documents. */
  readonly starts: readonly number[];
  readonly terms: Uint32Array;
  /** Index in the table of fields. */
  readonly fields: Uint8Array;
  /** In quarters of an occurrence (SHARE_OF_WHOLE). */
  readonly frequencies: Uint32Array;
  /** Tokens of each document's fields: [document × number of fields + field]. */
  readonly lengths: Uint32Array;
};

/**
 * Counts the tokens of all documents, but for stop words: no query asks for them, and they would only make fields look
 * long. A term's class is that of its first token: keys of two classes never meet.
 */
export function countTerms(
  documents: readonly FieldedDocument[],
  analyze: (text: string) => readonly Token[],
  fields: readonly Field[],
): Counts {
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  const classes: number[] = [];
  const documentFrequencies: number[] = [];
  const lastDocument: number[] = [];
  const starts = [0];
  const entries = new Columns();
  const lengths = new Uint32Array(documents.length * fields.length);
  documents.forEach((document, doc) => {
    fields.forEach(({ name }, field) => {
      const inField = new Map<number, number>();
      let length = 0;
      for (const text of document.fields[name]) {
        for (const { term, cls, stop, share } of analyze(text)) {
          if (stop) continue;
          let number = numbers.get(term);
          if (number === undefined) {
            number = keys.push(term) - 1;
            numbers.set(term, number);
            classes.push(cls);
            documentFrequencies.push(0);
            lastDocument.push(-1);
          }
          // A concept says again what its words have said: it makes no text longer.
          if (cls !== TokenClass.CONCEPT) length++;
          inField.set(number, (inField.get(number) ?? 0) + share);
        }
      }
      lengths[doc * fields.length + field] = length;
      for (const [number, frequency] of inField) {
        entries.push(number, field, frequency);
        if (lastDocument[number] === doc) continue;
        lastDocument[number] = doc;
        documentFrequencies[number] = (documentFrequencies[number] as number) + 1;
      }
    });
    starts.push(entries.length);
  });
  return {
    keys,
    classes: Uint8Array.from(classes),
    documentFrequencies: Uint32Array.from(documentFrequencies),
    starts,
    terms: entries.terms,
    fields: entries.fields,
    frequencies: entries.frequencies,
    lengths,
  };
}

/** Three parallel columns that grow by doubling: tens of millions of entries in plain arrays would take gigabytes. */
class Columns {
  length = 0;
  terms = new Uint32Array(1024);
  fields = new Uint8Array(1024);
  frequencies = new Uint32Array(1024);

  push(term: number, field: number, frequency: number): void {
    if (this.length === this.terms.length) this.grow();
    this.terms[this.length] = term;
    this.fields[this.length] = field;
    this.frequencies[this.length] = frequency;
    this.length++;
  }

  private grow(): void {
    const { terms, fields, frequencies } = this;
    this.terms = new Uint32Array(terms.length * 2);
    this.fields = new Uint8Array(terms.length * 2);
    this.frequencies = new Uint32Array(terms.length * 2);
    this.terms.set(terms);
    this.fields.set(fields);
    this.frequencies.set(frequencies);
  }
}
