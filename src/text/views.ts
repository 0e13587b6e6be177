/**
 * How this room reads numbers that somebody else stores: through small views, never through buffers. It must not know
 * whether a view is a plain array, a file read on demand or an asset whose blocks are checked at first touch.
 */

/** Whole numbers by index, 0 ≤ index < length. A reader asks only for what it needs, so a view may load lazily. */
export interface IntView {
  readonly length: number;
  at(index: number): number;
}

/** Double-precision numbers by index, 0 ≤ index < length. */
export interface FloatView {
  readonly length: number;
  at(index: number): number;
}

/** A named run of numbers for the snapshot to store as it stands (little endian) and to give back as a view. */
export type NumericSection =
  | { readonly name: string; readonly type: 'u8'; readonly data: Uint8Array }
  | { readonly name: string; readonly type: 'u16'; readonly data: Uint16Array }
  | { readonly name: string; readonly type: 'u32'; readonly data: Uint32Array }
  | { readonly name: string; readonly type: 'i32'; readonly data: Int32Array }
  | { readonly name: string; readonly type: 'f64'; readonly data: Float64Array };

/** A view over an array in memory: for builders and tests; a snapshot brings its own views that check what they touch. */
export function plainView(data: NumericSection['data'] | readonly number[]): IntView & FloatView {
  return new PlainView(data);
}

class PlainView implements IntView, FloatView {
  readonly length: number;
  private readonly data: ArrayLike<number>;

  constructor(data: ArrayLike<number>) {
    this.data = data;
    this.length = data.length;
  }

  at(index: number): number {
    return this.data[index] as number;
  }
}
