/**
 * The concept lexicon as sections, once for the builder and the reader: what each holds. A concept is a number, 0 … n-1;
 * what its number stands for is the lexicon's own matter, and two lexicons do not share numbers.
 *
 * - `lexicon.forms` (u16): trie/layout.ts; Chinese surfaces, and English ones that may be met only as written → meaning.
 * - `lexicon.stems` (u16): the same for English surfaces by the stems of their words.
 * - `lexicon.starts` (u16): where the concepts of a meaning begin in the next section; one more than there are meanings.
 * - `lexicon.concepts` (u16): concept × SHARES_PER_CONCEPT + (share - 1); a share is counted in quarters (token.ts).
 * - `lexicon.cues` (u16): a trie; cues and guards as they are written → place in CUE_KINDS.
 * - `lexicon.families` (u8): by concept, its family of verbs, from 1; 0 for none.
 * - `lexicon.effects` (u8): by family - 1, its place in FAMILY_EFFECTS.
 * - `lexicon.kinds` (u8): by concept, its place in CONCEPT_KINDS.
 * - `lexicon.opposites` (u8): pairs of families that undo each other, both ways round.
 * - `lexicon.names` (u8): what people call them, UTF-8, an id a line: by concept, then by family - 1.
 * - `lexicon.hash` (u8): SHA-256 of the sources in hexadecimal, ASCII: which lexicon a snapshot was made with.
 */
export const LEXICON_SECTIONS = [
  { name: 'lexicon.forms', type: 'u16' },
  { name: 'lexicon.stems', type: 'u16' },
  { name: 'lexicon.starts', type: 'u16' },
  { name: 'lexicon.concepts', type: 'u16' },
  { name: 'lexicon.cues', type: 'u16' },
  { name: 'lexicon.families', type: 'u8' },
  { name: 'lexicon.effects', type: 'u8' },
  { name: 'lexicon.kinds', type: 'u8' },
  { name: 'lexicon.opposites', type: 'u8' },
  { name: 'lexicon.names', type: 'u8' },
  { name: 'lexicon.hash', type: 'u8' },
] as const;

/**
 * What a concept is. A value says when, how many or which, or is a mere frame (a part, a
 * reason): an argument of a request rather than what it is about.
 */
export const CONCEPT_KINDS = ['verb', 'noun', 'symptom', 'adjective', 'value'] as const;
export type ConceptKind = (typeof CONCEPT_KINDS)[number];

/** Mildest first. */
export const FAMILY_EFFECTS = ['read', 'write', 'destructive'] as const;

/** A share is 1 … 4 quarters. */
export const SHARES_PER_CONCEPT = 4;
