/**
 * What is known of slips of the hand, as sections, once for the builder and the reader.
 *
 * - `typo.words` (u8): a Bloom filter over English and Chinese words, so that a word that a catalog happens not to use is
 *   not taken for a slip; see word-filter.ts.
 * - `typo.alike` (u16): Chinese characters that are taken for each other, because they sound alike (the tone does not
 *   count) or look alike. A group is one syllable or one likeness. In words:
 *
 *       n, g         how many memberships and how many groups there are
 *       n words      characters, ascending, one as often as it has groups
 *       n words      the group of each
 *       g + 1 words  where each group's members begin in the last part
 *       n words      members, group by group, the most used first
 */
export const TYPO_SECTIONS = [
  { name: 'typo.words', type: 'u8' },
  { name: 'typo.alike', type: 'u16' },
] as const;
