/**
 * Writes a snapshot: what the compiler has made, as one run of bytes. Same input, same bytes on every machine. It does
 * not know how the hashes, keys or sections came about.
 */
import type { Capability, Json } from '../capability/capability.ts';
import { cardOf } from './card.ts';
import { checksum } from './checksum.ts';
import { columnSections } from './columns.ts';
import { commonSections } from './common-sets.ts';
import { type KeyEntry, keySections } from './keys.ts';
import {
  ALIGNMENT,
  BLOCK_BYTES,
  CONTRACT_SECTIONS,
  ELEMENT_TYPES,
  FORMAT_VERSION,
  HASH_BYTES,
  HEADER,
  MAGIC,
  SECTION_ENTRY,
  SECTION_NAME_BYTES,
  SECTIONS,
  type SectionData,
} from './layout.ts';
import { recordSections } from './records.ts';
import { specHashSection } from './spec-hashes.ts';
import { twinSections } from './twins.ts';

export type SnapshotInput = {
  /** Lower-case hexadecimal SHA-256, 64 characters. */
  readonly sourceHash: string;
  readonly surfaceHash: string;
  /** ANALYZER_FINGERPRINT of the analyzer that made the lexical sections; ASCII, at most 64 characters. */
  readonly fingerprint: string;
  /** Ascending by id in code unit order, each id once: the position is the document number. */
  readonly capabilities: readonly Capability[];
  /** Folded spellings that name a capability, in any order; the same entry twice is one. */
  readonly keys: readonly KeyEntry[];
  /** From buildLexical over the documents of `capabilities`, in the same order. */
  readonly lexical: readonly SectionData[];
  /** The dictionary's sections; none for a catalog without Han words. */
  readonly dictionary?: readonly SectionData[];
  /** Small facts that belong to the whole, e.g. calibration; read as a whole when first asked for. */
  readonly meta?: Json;
};

/** The bytes of a snapshot. Throws RangeError when the input breaks a rule above: a fault of the compiler. */
export function writeSnapshot(input: SnapshotInput): Uint8Array<ArrayBuffer> {
  const { capabilities } = input;
  const sections = inFileOrder([
    ...commonSections(capabilities),
    ...columnSections(capabilities),
    ...keySections(input.keys, capabilities.length),
    ...recordSections('cards', capabilities.map(cardOf)),
    ...recordSections('contracts', capabilities),
    specHashSection(capabilities),
    ...twinSections(capabilities),
    { name: 'meta.text', type: 'u8', data: utf8(JSON.stringify(input.meta ?? {})) },
    ...input.lexical,
    ...(input.dictionary ?? []),
  ]);
  const offsets = place(sections);
  const bodyBytes = offsets[sections.length] as number;
  const blockCount = Math.ceil(bodyBytes / BLOCK_BYTES);
  const tableAt = HEADER.words + sections.length * SECTION_ENTRY.words;
  const headBytes = align((tableAt + blockCount * 2) * 4);
  const bytes = new Uint8Array(headBytes + bodyBytes);
  const words = new Uint32Array(bytes.buffer);

  words.set(MAGIC, HEADER.magic);
  words[HEADER.formatVersion] = FORMAT_VERSION;
  words[HEADER.headBytes] = headBytes;
  words[HEADER.totalBytes] = bytes.length;
  words[HEADER.sectionCount] = sections.length;
  words[HEADER.blockCount] = blockCount;
  words[HEADER.count] = capabilities.length;
  writeAscii(bytes, HEADER.fingerprint * 4, input.fingerprint, HASH_BYTES);
  writeAscii(bytes, HEADER.sourceHash * 4, input.sourceHash, HASH_BYTES);
  writeAscii(bytes, HEADER.surfaceHash * 4, input.surfaceHash, HASH_BYTES);

  sections.forEach(({ name, type, data }, i) => {
    const row = HEADER.words + i * SECTION_ENTRY.words;
    writeAscii(bytes, row * 4, name, SECTION_NAME_BYTES);
    words[row + SECTION_ENTRY.type] = ELEMENT_TYPES.indexOf(type);
    words[row + SECTION_ENTRY.offset] = offsets[i] as number;
    words[row + SECTION_ENTRY.bytes] = data.byteLength;
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), headBytes + (offsets[i] as number));
  });
  for (let block = 0; block < blockCount; block++) {
    const from = headBytes + block * BLOCK_BYTES;
    words.set(checksum(bytes.subarray(from, from + BLOCK_BYTES), block), tableAt + block * 2);
  }
  words.set(checksum(bytes.subarray(0, headBytes), FORMAT_VERSION), HEADER.checksum);
  return bytes;
}

function inFileOrder(sections: readonly SectionData[]): readonly SectionData[] {
  const rank = (name: string): number => {
    const early = SECTIONS.indexOf(name);
    if (early >= 0) return early;
    const late = CONTRACT_SECTIONS.indexOf(name);
    return late >= 0 ? SECTIONS.length + 1 + late : SECTIONS.length;
  };
  const names = new Set<string>();
  for (const { name } of sections) {
    if (names.has(name)) throw new RangeError(`the section ${name} is given twice`);
    names.add(name);
  }
  return [...sections].sort((a, b) => rank(a.name) - rank(b.name));
}

/** Where each section begins in the body; one more than there are sections: the body's length. */
function place(sections: readonly SectionData[]): number[] {
  const offsets = [0];
  for (const { data } of sections) offsets.push(align((offsets.at(-1) as number) + data.byteLength));
  // Offsets are words of 32 bits, and readers index bytes with 31.
  if ((offsets.at(-1) as number) >= 2 ** 31) throw new RangeError('a snapshot holds less than 2 GiB');
  return offsets;
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function writeAscii(bytes: Uint8Array, at: number, text: string, room: number): void {
  if (text.length > room) throw new RangeError(`"${text}" is longer than ${room} characters`);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0 || code > 0x7e) throw new RangeError(`"${text}" is not ASCII`);
    bytes[at + i] = code;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
