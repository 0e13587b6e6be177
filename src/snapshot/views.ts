/**
 * Numbers of one section, read in place. A block is fetched and checked when a number in it is first asked for; after
 * that a read is two array accesses. One class an element type, so that each stays monomorphic.
 */
import type { ByteView } from '../fulltext/section-view.ts';
import type { FloatView, IntView, NumericSection } from '../text/views.ts';
import type { Blocks } from './blocks.ts';
import { BLOCK_BYTES, ELEMENT_BYTES, type ElementType } from './layout.ts';

type Elements = NumericSection['data'];

/** The view of a section that lies at `offset` in the body and has `bytes` bytes. */
export function sectionView(blocks: Blocks, type: ElementType, offset: number, bytes: number): IntView & FloatView {
  switch (type) {
    case 'u8':
      return new BytesInPlace(blocks, offset, bytes);
    case 'u16':
      return new U16InPlace(blocks, offset, bytes);
    case 'u32':
      return new U32InPlace(blocks, offset, bytes);
    case 'i32':
      return new I32InPlace(blocks, offset, bytes);
    case 'f64':
      return new F64InPlace(blocks, offset, bytes);
  }
}

abstract class InPlace<T extends Elements> {
  readonly length: number;
  /** Place of the section's first element, counted in elements from the start of its first block. */
  protected readonly base: number;
  /** A block's elements, by block counted from the section's first; absent until touched. */
  protected readonly chunks: (T | undefined)[];
  protected readonly blocks: Blocks;
  private readonly firstBlock: number;

  constructor(blocks: Blocks, type: ElementType, offset: number, bytes: number) {
    this.blocks = blocks;
    this.length = bytes / ELEMENT_BYTES[type];
    this.firstBlock = Math.floor(offset / BLOCK_BYTES);
    this.base = (offset - this.firstBlock * BLOCK_BYTES) / ELEMENT_BYTES[type];
    this.chunks = new Array(Math.ceil((offset + bytes) / BLOCK_BYTES) - this.firstBlock).fill(undefined);
    blocks.onDrop(() => this.chunks.fill(undefined));
  }

  protected load(chunk: number): T {
    const elements = this.elements(this.blocks.block(this.firstBlock + chunk));
    this.chunks[chunk] = elements;
    return elements;
  }

  protected abstract elements(bytes: Uint8Array<ArrayBuffer>): T;
}

/** Log2 of the elements a block holds, for one, two, four and eight bytes each. */
const SHIFT_8 = 14;
const SHIFT_16 = 13;
const SHIFT_32 = 12;
const SHIFT_64 = 11;

/** Bytes, by index and by range. */
export class BytesInPlace extends InPlace<Uint8Array> implements ByteView {
  private readonly offset: number;

  constructor(blocks: Blocks, offset: number, bytes: number) {
    super(blocks, 'u8', offset, bytes);
    this.offset = offset;
  }

  at(index: number): number {
    const place = this.base + index;
    const chunk = this.chunks[place >>> SHIFT_8] ?? this.load(place >>> SHIFT_8);
    return chunk[place & ((1 << SHIFT_8) - 1)] as number;
  }

  slice(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.blocks.slice(this.offset + from, to - from);
  }

  protected elements(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
    return bytes;
  }
}

class U16InPlace extends InPlace<Uint16Array> implements IntView {
  constructor(blocks: Blocks, offset: number, bytes: number) {
    super(blocks, 'u16', offset, bytes);
  }

  at(index: number): number {
    const place = this.base + index;
    const chunk = this.chunks[place >>> SHIFT_16] ?? this.load(place >>> SHIFT_16);
    return chunk[place & ((1 << SHIFT_16) - 1)] as number;
  }

  protected elements(bytes: Uint8Array<ArrayBuffer>): Uint16Array {
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  }
}

class U32InPlace extends InPlace<Uint32Array> implements IntView {
  constructor(blocks: Blocks, offset: number, bytes: number) {
    super(blocks, 'u32', offset, bytes);
  }

  at(index: number): number {
    const place = this.base + index;
    const chunk = this.chunks[place >>> SHIFT_32] ?? this.load(place >>> SHIFT_32);
    return chunk[place & ((1 << SHIFT_32) - 1)] as number;
  }

  protected elements(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
}

class I32InPlace extends InPlace<Int32Array> implements IntView {
  constructor(blocks: Blocks, offset: number, bytes: number) {
    super(blocks, 'i32', offset, bytes);
  }

  at(index: number): number {
    const place = this.base + index;
    const chunk = this.chunks[place >>> SHIFT_32] ?? this.load(place >>> SHIFT_32);
    return chunk[place & ((1 << SHIFT_32) - 1)] as number;
  }

  protected elements(bytes: Uint8Array<ArrayBuffer>): Int32Array {
    return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
}

class F64InPlace extends InPlace<Float64Array> implements FloatView {
  constructor(blocks: Blocks, offset: number, bytes: number) {
    super(blocks, 'f64', offset, bytes);
  }

  at(index: number): number {
    const place = this.base + index;
    const chunk = this.chunks[place >>> SHIFT_64] ?? this.load(place >>> SHIFT_64);
    return chunk[place & ((1 << SHIFT_64) - 1)] as number;
  }

  protected elements(bytes: Uint8Array<ArrayBuffer>): Float64Array {
    return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  }
}
