/**
 * The TABLE of fields that a document is searched by. A field is one line here; it knows no capabilities: which of their
 * texts goes into which field is the compiler's business.
 */

export type FieldName =
  | 'identity'
  | 'title'
  | 'summary'
  | 'description'
  | 'aliases'
  | 'usage'
  | 'parameters'
  | 'symptoms';

export type Field = {
  readonly name: FieldName;
  /** Place of this field's bit in a posting's mask, 0..7. On disk: never reused for another meaning. */
  readonly bit: number;
  /** How much one occurrence counts against one in the description (= 1). */
  readonly weight: number;
  /** How far a text longer than usual is discounted: 0 not at all, 1 in full proportion. */
  readonly lengthNorm: number;
};

/**
 * Measured starting point (held-out products of one public catalog): identity 2 / .8, summary 3 / .4, description 1 / .8,
 * parameters 1 / .7. The other four stand by kinship to these until the evaluation says otherwise:
 *
 * - title speaks like a summary and is about as short;
 * - aliases are what people type, several independent ones in a field, so a long list is no fault: small lengthNorm;
 * - usage (when_to_use) is prose about situations, looser than a description;
 * - symptoms are error texts: rarely asked for, but telling when they are.
 */
export const FIELDS: readonly Field[] = [
  { name: 'identity', bit: 0, weight: 2, lengthNorm: 0.8 },
  { name: 'title', bit: 1, weight: 3, lengthNorm: 0.4 },
  { name: 'summary', bit: 2, weight: 3, lengthNorm: 0.4 },
  { name: 'description', bit: 3, weight: 1, lengthNorm: 0.8 },
  { name: 'aliases', bit: 4, weight: 3, lengthNorm: 0.3 },
  { name: 'usage', bit: 5, weight: 1, lengthNorm: 0.7 },
  { name: 'parameters', bit: 6, weight: 1, lengthNorm: 0.7 },
  { name: 'symptoms', bit: 7, weight: 1.5, lengthNorm: 0.4 },
];

/** One document to index: the texts of each field, in both languages side by side. An empty list is an absent field. */
export type FieldedDocument = { readonly fields: Readonly<Record<FieldName, readonly string[]>> };
