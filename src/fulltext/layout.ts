/**
 * How the full-text index lies in its sections, once for writer and reader.
 *
 *     terms.*            a string table (string-table.ts): all keys, ascending; a term's number is its id
 *     postings.starts    u32, one a term and one more: where a term's postings begin, in units of 4 bytes
 *     postings.data      u8: a term's postings in one piece, so that one term touches one place: documents (u16 when all
 *                        numbers fit, else u32), then impacts (u16), then masks (u8), filled up with zeros to 4 bytes
 *     lexical.lengths    u8, one a document: LENGTH_STEPS × log2(its tokens / the middle of all) + MIDDLE_LENGTH, rounded
 *     lexical.shape      u32: document count, bytes of a document number
 */

export const TERMS_TABLE = 'terms';
export const POSTINGS_STARTS = 'postings.starts';
export const POSTINGS_DATA = 'postings.data';
export const LEXICAL_SHAPE = 'lexical.shape';
export const LENGTHS = 'lexical.lengths';

/** Steps of a length to a doubling: one is 9%. */
export const LENGTH_STEPS = 8;
/** What stands for a document of middle length. */
export const MIDDLE_LENGTH = 128;

/** Postings begin at multiples of this, so that documents and impacts can be read as numbers in place. */
export const POSTINGS_ALIGNMENT = 4;

/** Bytes of a document number: two as long as every number fits. Saves 2 of 7 bytes a posting in all but huge catalogs. */
export function docWidth(documentCount: number): 2 | 4 {
  return documentCount <= 0x10000 ? 2 : 4;
}

/** Bytes of one posting: document number, impact, mask. The filling (≤ 3) is always less, so a length gives the count. */
export function postingBytes(width: 2 | 4): number {
  return width + 3;
}
