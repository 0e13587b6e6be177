/**
 * The snapshot's format, once for writer and reader. All numbers are little endian.
 *
 *     head    the header (HEADER words), the section table (SECTION_ENTRY words a section), the block table (two words a
 *             block), zeros up to ALIGNMENT. One checksum in the header covers all of it and is compared when opening.
 *     body    the sections in the order of SECTIONS, each at a multiple of ALIGNMENT, zeros between them and at the end.
 *             Cut into blocks of BLOCK_BYTES (the last may be shorter); the block table holds a checksum of each, and a
 *             block is compared when it is first touched.
 *
 * So every byte of a file, fillings too, is under a checksum.
 */

import { LENGTHS, LEXICAL_SHAPE, POSTINGS_DATA, POSTINGS_STARTS, TERMS_TABLE } from '../fulltext/layout.ts';
import { stringTableSections } from '../fulltext/string-table.ts';
import type { NumericSection } from '../text/views.ts';
import { COMMON_SECTIONS } from './common-sets.ts';

/** A section's name, element type and numbers. */
export type SectionData = NumericSection;
export type ElementType = SectionData['type'];

/** "CAPS", "NAP\n": a text editor that converts line ends spoils it visibly. */
export const MAGIC: readonly [number, number] = [0x53504143, 0x0a50414e];

/** Raised with every change of what stands where. A reader knows exactly one version; a snapshot is compiled in seconds. */
export const FORMAT_VERSION = 9;

/** A cache line; every element type divides it, so no number straddles two blocks. */
export const ALIGNMENT = 64;

/**
 * 16 KiB: a search of Chinese words touches some forty places far apart, and half the block halves what is checked for
 * each. The block table of a 60 MB snapshot (100,000 capabilities) is 30 KB, read at every start; half again would make
 * that dearer than what it saves.
 */
export const BLOCK_BYTES = 16_384;

/** Places of the header's words. Hashes are stored as they are printed, so that opening converts nothing. */
export const HEADER = {
  magic: 0,
  formatVersion: 2,
  headBytes: 3,
  totalBytes: 4,
  sectionCount: 5,
  blockCount: 6,
  count: 7,
  /** ASCII, filled up with zeros: 64 bytes. */
  fingerprint: 8,
  sourceHash: 24,
  surfaceHash: 40,
  /** Checksum of the head with these two words taken as zero. */
  checksum: 56,
  words: 64,
} as const;

export const HASH_BYTES = 64;

/** A row of the section table, in words: name (ASCII, zeros behind), number in ELEMENT_TYPES, offset in the body, bytes. */
export const SECTION_ENTRY = { name: 0, type: 8, offset: 9, bytes: 10, words: 12 } as const;
export const SECTION_NAME_BYTES = 32;

export const ELEMENT_TYPES: readonly ElementType[] = ['u8', 'u16', 'u32', 'i32', 'f64'];
export const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 };

/**
 * The order in which sections lie in the file: what every search touches first and together, contracts last. Sections
 * that stand not here (a dictionary's, which the text room names) go before CONTRACT_SECTIONS in the order given.
 */
export const SECTIONS: readonly string[] = [
  ...COMMON_SECTIONS,
  'column.type',
  'column.side_effect',
  'column.risk',
  'column.os',
  'column.flags',
  'column.families',
  'column.usual_zh',
  'column.usual_en',
  'column.product',
  'column.pack',
  ...stringTableSections('ids'),
  ...stringTableSections('products'),
  ...stringTableSections('packs'),
  'packs.child_starts',
  'packs.children',
  'meta.text',
  ...stringTableSections('keys'),
  'keys.hit_starts',
  'keys.hits',
  LEXICAL_SHAPE,
  ...stringTableSections(TERMS_TABLE),
  POSTINGS_STARTS,
  POSTINGS_DATA,
  LENGTHS,
  'cards.starts',
  'cards.text',
];

export const CONTRACT_SECTIONS: readonly string[] = ['contracts.starts', 'contracts.hashes', 'contracts.text'];
