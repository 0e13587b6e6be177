/**
 * The snapshot's body, block by block: what is handed out has been compared with its checksum. It knows no sections.
 */
import { checksum } from './checksum.ts';
import { SnapshotDamaged } from './damaged.ts';
import { BLOCK_BYTES } from './layout.ts';
import type { ByteSource } from './source.ts';

/**
 * The most bytes kept of a source that is read piece by piece; beyond it everything kept is dropped and fetched again
 * when needed. 64 MiB holds a snapshot of 100,000 capabilities as a whole, so a long-lived process reads it once.
 */
export const RETAINED_BYTES = 64 * 1024 * 1024;

export class Blocks {
  readonly count: number;
  private readonly source: ByteSource;
  private readonly bodyStart: number;
  private readonly bodyBytes: number;
  /** Two words a block: the low and high half of its checksum. */
  private readonly checksums: Uint32Array;
  private readonly retainedLimit: number;
  private readonly kept: (Uint8Array<ArrayBuffer> | undefined)[];
  /** Slices over several blocks of a source that is not resident, by their offset. */
  private readonly slices = new Map<number, Uint8Array<ArrayBuffer>>();
  private readonly checked: Uint8Array;
  private readonly listeners: (() => void)[] = [];
  private retained = 0;

  constructor(source: ByteSource, bodyStart: number, checksums: Uint32Array, retainedLimit = RETAINED_BYTES) {
    this.source = source;
    this.bodyStart = bodyStart;
    this.bodyBytes = source.byteLength - bodyStart;
    this.checksums = checksums;
    this.retainedLimit = retainedLimit;
    this.count = checksums.length / 2;
    this.kept = new Array(this.count);
    this.checked = new Uint8Array(this.count);
  }

  /** `forget` is called whenever what was handed out should be let go: never, where the whole source stays in memory. */
  onDrop(forget: () => void): void {
    if (this.source.resident !== true) this.listeners.push(forget);
  }

  /** The bytes of a block. Throws SnapshotDamaged when they are not those that were written. */
  block(number: number): Uint8Array<ArrayBuffer> {
    const kept = this.kept[number];
    if (kept !== undefined) return kept;
    if (!(number >= 0 && number < this.count)) throw new SnapshotDamaged(`there is no block ${number}`);
    const from = number * BLOCK_BYTES;
    const bytes = this.fetch(from, Math.min(BLOCK_BYTES, this.bodyBytes - from));
    this.check(number, bytes);
    this.retain(bytes.length);
    this.kept[number] = bytes;
    return bytes;
  }

  /** The body's bytes from `offset`, in one piece and, where it has several blocks, fetched at once. */
  slice(offset: number, length: number): Uint8Array<ArrayBuffer> {
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / BLOCK_BYTES);
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES);
    if (first === last) {
      const at = offset - first * BLOCK_BYTES;
      return this.block(first).subarray(at, at + length);
    }
    if (this.source.resident === true) {
      for (let number = first; number <= last; number++) if (this.checked[number] === 0) this.block(number);
      return this.fetch(offset, length);
    }
    const kept = this.slices.get(offset);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    return this.fetchSlice(first, last, offset, length);
  }

  /** Reads and checks the whole body, keeping nothing. Throws SnapshotDamaged at the first damaged block. */
  verify(): void {
    for (let number = 0; number < this.count; number++) {
      const from = number * BLOCK_BYTES;
      this.check(number, this.fetch(from, Math.min(BLOCK_BYTES, this.bodyBytes - from)));
    }
  }

  private fetchSlice(first: number, last: number, offset: number, length: number): Uint8Array<ArrayBuffer> {
    const from = first * BLOCK_BYTES;
    const bytes = this.fetch(from, Math.min((last + 1) * BLOCK_BYTES, this.bodyBytes) - from);
    for (let number = first; number <= last; number++) {
      const at = (number - first) * BLOCK_BYTES;
      this.check(number, bytes.subarray(at, at + BLOCK_BYTES));
    }
    this.retain(bytes.length);
    const slice = bytes.subarray(offset - from, offset - from + length);
    this.slices.set(offset, slice);
    return slice;
  }

  private fetch(offset: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = this.source.read(this.bodyStart + offset, length);
    if (bytes.length !== length) throw new SnapshotDamaged('the file became shorter while it was read');
    // Numbers are read in place, which needs them aligned in their buffer; a buffer cut elsewhere is copied.
    return (bytes.byteOffset - offset) % 8 === 0 ? bytes : bytes.slice();
  }

  private check(number: number, bytes: Uint8Array): void {
    const [low, high] = checksum(bytes, number);
    if (low !== this.checksums[number * 2] || high !== this.checksums[number * 2 + 1]) {
      throw new SnapshotDamaged(`block ${number} does not have the bytes that were written`, number);
    }
    this.checked[number] = 1;
  }

  private retain(bytes: number): void {
    if (this.source.resident === true) return;
    if (this.retained + bytes > this.retainedLimit) {
      this.kept.fill(undefined);
      this.slices.clear();
      this.retained = 0;
      for (const forget of this.listeners) forget();
    }
    this.retained += bytes;
  }
}
