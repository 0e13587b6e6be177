/** Reads and judges a snapshot's head: is it one, of this format and analyzer, whole, and as it was written? */
import { type Refusal, refuse } from '../reason/refusal.ts';
import { checksum } from './checksum.ts';
import {
  ALIGNMENT,
  BLOCK_BYTES,
  ELEMENT_TYPES,
  type ElementType,
  FORMAT_VERSION,
  HASH_BYTES,
  HEADER,
  MAGIC,
  SECTION_ENTRY,
  SECTION_NAME_BYTES,
} from './layout.ts';
import type { ByteSource } from './source.ts';

export type SectionPlace = { readonly type: ElementType; readonly offset: number; readonly bytes: number };

/** Where each section lies in the body; a row is read when its section is asked for. */
export type SectionTable = { find(name: string): SectionPlace | undefined };

export type Head = {
  readonly headBytes: number;
  readonly count: number;
  readonly sourceHash: string;
  readonly surfaceHash: string;
  readonly sections: SectionTable;
  /** Two words a block. */
  readonly blockChecksums: Uint32Array;
};

/** Whether a file that begins like this is a snapshot, of whatever version. */
export function isSnapshotStart(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, (HEADER.magic + MAGIC.length) * 4);
  if (start.byteLength < (HEADER.magic + MAGIC.length) * 4) return false;
  const words = wordsOf(start.slice());
  return words[HEADER.magic] === MAGIC[0] && words[HEADER.magic + 1] === MAGIC[1];
}

/** The head, or why there is no use in reading on. Costs the same for any catalog but for its block table, 8 bytes a block. */
export function readHead(source: ByteSource, fingerprint: string): Head | Refusal {
  const fixedBytes = HEADER.words * 4;
  if (source.byteLength < fixedBytes) return damaged('The file is too short to be a snapshot.');
  const fixed = wordsOf(source.read(0, fixedBytes));
  if (fixed[HEADER.magic] !== MAGIC[0] || fixed[HEADER.magic + 1] !== MAGIC[1]) {
    return damaged('The file is not a snapshot.');
  }
  if (fixed[HEADER.formatVersion] !== FORMAT_VERSION) {
    return refuse('snapshot_version', {
      message: 'The snapshot has another format version; compile the catalog again with this cap.',
      expected: String(FORMAT_VERSION),
      received: String(fixed[HEADER.formatVersion]),
    });
  }
  if (fixed[HEADER.totalBytes] !== source.byteLength) return damaged('The snapshot is not as long as it was written.');
  const sectionCount = fixed[HEADER.sectionCount] as number;
  const blockCount = fixed[HEADER.blockCount] as number;
  const headBytes = fixed[HEADER.headBytes] as number;
  const tableAt = HEADER.words + sectionCount * SECTION_ENTRY.words;
  const needed = (tableAt + blockCount * 2) * 4;
  const bodyBytes = source.byteLength - headBytes;
  const fits =
    headBytes === Math.ceil(needed / ALIGNMENT) * ALIGNMENT && blockCount === Math.ceil(bodyBytes / BLOCK_BYTES);
  if (bodyBytes < 0 || !fits) return damaged("The snapshot's head does not add up.");

  const bytes = source.read(0, headBytes).slice();
  const words = new Uint32Array(bytes.buffer);
  if (words.length * 4 !== headBytes || !checksumHolds(bytes, words)) {
    return damaged("The snapshot's head does not have the bytes that were written.");
  }
  const made = ascii(bytes, HEADER.fingerprint * 4, HASH_BYTES);
  if (made !== fingerprint) {
    return refuse('snapshot_fingerprint', {
      message: 'The snapshot was made with another text analyzer; compile the catalog again with this cap.',
      expected: fingerprint,
      received: made,
    });
  }
  return {
    headBytes,
    count: words[HEADER.count] as number,
    sourceHash: ascii(bytes, HEADER.sourceHash * 4, HASH_BYTES),
    surfaceHash: ascii(bytes, HEADER.surfaceHash * 4, HASH_BYTES),
    sections: openTable(bytes, words, sectionCount),
    blockChecksums: words.subarray(tableAt, tableAt + blockCount * 2),
  };
}

function damaged(message: string): Refusal {
  return refuse('snapshot_damaged', { message });
}

/** Compares, and leaves the two words zero as they were when the checksum was made. */
function checksumHolds(bytes: Uint8Array, words: Uint32Array): boolean {
  const low = words[HEADER.checksum];
  const high = words[HEADER.checksum + 1];
  words[HEADER.checksum] = 0;
  words[HEADER.checksum + 1] = 0;
  const now = checksum(bytes, FORMAT_VERSION);
  return now[0] === low && now[1] === high;
}

/** The rows as one text of a character a byte: a name is looked for in it, which costs a start less than forty names do. */
function openTable(bytes: Uint8Array<ArrayBuffer>, words: Uint32Array, count: number): SectionTable {
  const rowBytes = SECTION_ENTRY.words * 4;
  const text = latin1(bytes, HEADER.words * 4, count * rowBytes);
  return {
    find: (name) => {
      const key = name.length < SECTION_NAME_BYTES ? `${name}\0` : name;
      let at = text.indexOf(key);
      while (at >= 0 && at % rowBytes !== 0) at = text.indexOf(key, at + 1);
      if (at < 0) return undefined;
      const row = HEADER.words + at / 4;
      return {
        type: ELEMENT_TYPES[words[row + SECTION_ENTRY.type] as number] as ElementType,
        offset: words[row + SECTION_ENTRY.offset] as number,
        bytes: words[row + SECTION_ENTRY.bytes] as number,
      };
    },
  };
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(bytes.slice().buffer, 0, Math.floor(bytes.length / 4));
}

/** Text up to the first zero. */
function ascii(bytes: Uint8Array<ArrayBuffer>, at: number, room: number): string {
  const text = latin1(bytes, at, room);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function latin1(bytes: Uint8Array<ArrayBuffer>, at: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString('latin1');
}
