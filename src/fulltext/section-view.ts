/**
 * How this room reads what it has written: numbers by index and bytes by range, wherever they are stored. The snapshot
 * implements it with views that check a block at first touch; tests with plain arrays.
 */
import type { IntView, NumericSection } from '../text/views.ts';

/** Bytes by index and by range. A range is a view that must not be written to. */
export interface ByteView extends IntView {
  /** The bytes from..to (end exclusive), starting at a multiple of 4 in their buffer whenever `from` is one. */
  slice(from: number, to: number): Uint8Array<ArrayBuffer>;
}

/** Opens stored sections by name. Throws when there is none of that name: a fault of the file's format, not of a query. */
export interface SectionViews {
  numbers(name: string): IntView;
  bytes(name: string): ByteView;
}

/** Sections in memory, as a builder has just made them. */
export function plainSections(sections: readonly NumericSection[]): SectionViews {
  const named = new Map(sections.map((section) => [section.name, section.data]));
  const find = (name: string): NumericSection['data'] => {
    const data = named.get(name);
    if (data === undefined) throw new Error(`no section ${name}`);
    return data;
  };
  return {
    numbers: (name) => new PlainNumbers(find(name)),
    bytes: (name) => new PlainBytes(find(name) as Uint8Array<ArrayBuffer>),
  };
}

class PlainNumbers implements IntView {
  protected readonly data: NumericSection['data'];
  readonly length: number;

  constructor(data: NumericSection['data']) {
    this.data = data;
    this.length = data.length;
  }

  at(index: number): number {
    return this.data[index] as number;
  }
}

class PlainBytes extends PlainNumbers implements ByteView {
  slice(from: number, to: number): Uint8Array<ArrayBuffer> {
    return (this.data as Uint8Array<ArrayBuffer>).subarray(from, to);
  }
}
