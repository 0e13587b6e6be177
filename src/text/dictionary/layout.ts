/**
 * The Chinese dictionary as sections, once for the builder and the reader: what each holds, and in which order.
 *
 * - `dictionary.trie` (u16): see trie/layout.ts; word → place of its weight. Only words of Han characters alone: the
 *   segmenter sees nothing else.
 * - `dictionary.weights` (f64): natural logarithms of word frequencies, ascending; the first is the least of all, which is
 *   also what a single character without an entry weighs. 349,000 words share 5,088 weights.
 * - `dictionary.simplified` (u16): n traditional code units, ascending, then their n simplified ones.
 */
export const DICTIONARY_SECTIONS = [
  { name: 'dictionary.trie', type: 'u16' },
  { name: 'dictionary.weights', type: 'f64' },
  { name: 'dictionary.simplified', type: 'u16' },
] as const;
