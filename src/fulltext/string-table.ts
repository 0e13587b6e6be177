/**
 * A sorted table of distinct strings that is searched in place: their bytes (UTF-8) one after the other, where each
 * begins, and every PIVOT_STEP-th string once more in a small table of its own, so that a search in a table of half a
 * million strings touches three or four neighbourhoods instead of twenty. Order is that of UTF-16 code units, as
 * everywhere in the project. It must not know what the strings mean.
 */
import type { IntView, NumericSection } from '../text/views.ts';
import type { ByteView, SectionViews } from './section-view.ts';

/**
 * 128: with 500,000 terms of ten bytes the pivots take 55 KB (two blocks that all searches of a query share) and the
 * stretch between two pivots about 2 KB. Larger steps save nothing that is felt, smaller ones spread the pivots.
 */
const PIVOT_STEP = 128;

/** The four sections of one table. */
export function stringTableSections(table: string): readonly string[] {
  return [`${table}.text`, `${table}.starts`, `${table}.pivot_text`, `${table}.pivot_starts`];
}

/** Writes a table. The strings must ascend strictly by code unit and be well formed; RangeError if they do not. */
export function buildStringTable(table: string, strings: readonly string[]): NumericSection[] {
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i] as string;
    if (i > 0 && (strings[i - 1] as string) >= string) throw new RangeError(`not ascending at "${string}"`);
    if (!string.isWellFormed()) throw new RangeError(`"${string}" is not well formed`);
  }
  const all = concatenate(strings);
  const pivots = concatenate(strings.filter((_, i) => i % PIVOT_STEP === 0));
  return [
    { name: `${table}.text`, type: 'u8', data: all.text },
    { name: `${table}.starts`, type: 'u32', data: all.starts },
    { name: `${table}.pivot_text`, type: 'u8', data: pivots.text },
    { name: `${table}.pivot_starts`, type: 'u32', data: pivots.starts },
  ];
}

function concatenate(strings: readonly string[]): { text: Uint8Array; starts: Uint32Array } {
  const starts = new Uint32Array(strings.length + 1);
  let length = 0;
  for (let i = 0; i < strings.length; i++) {
    length += Buffer.byteLength(strings[i] as string, 'utf8');
    starts[i + 1] = length;
  }
  const text = Buffer.alloc(length);
  for (let i = 0; i < strings.length; i++) text.write(strings[i] as string, starts[i] as number, 'utf8');
  return { text: new Uint8Array(text.buffer, text.byteOffset, length), starts };
}

export class StringTable {
  readonly length: number;
  private readonly all: Strings;
  private readonly pivots: Strings;

  constructor(sections: SectionViews, table: string) {
    this.all = { text: sections.bytes(`${table}.text`), starts: sections.numbers(`${table}.starts`) };
    this.pivots = { text: sections.bytes(`${table}.pivot_text`), starts: sections.numbers(`${table}.pivot_starts`) };
    this.length = this.all.starts.length - 1;
  }

  /** The string of a number, 0 ≤ index < length. */
  at(index: number): string {
    return decode(this.all.text.slice(this.all.starts.at(index), this.all.starts.at(index + 1)));
  }

  /** The number of exactly this string, or -1. */
  find(string: string): number {
    const key = encode(string);
    const index = this.lowerBoundOf(key);
    return index < this.length && compare(this.all, index, key) === 0 ? index : -1;
  }

  /** The first number whose string is not below `string`; `length` when all are. */
  lowerBound(string: string): number {
    return this.lowerBoundOf(encode(string));
  }

  /** The numbers of the strings that begin with `prefix`: from ≤ i < to. */
  prefixRange(prefix: string): { from: number; to: number } {
    const key = encode(prefix);
    const from = this.lowerBoundOf(key);
    let low = from;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startsWith(this.all, middle, key)) low = middle + 1;
      else high = middle;
    }
    return { from, to: low };
  }

  private lowerBoundOf(key: Uint8Array): number {
    // The last pivot below the key begins the stretch in which the answer lies.
    const pivot = search(this.pivots, 0, this.pivots.starts.length - 1, key);
    const from = pivot === 0 ? 0 : (pivot - 1) * PIVOT_STEP;
    return search(this.all, from, Math.min(this.length, pivot * PIVOT_STEP), key);
  }
}

type Strings = { readonly text: ByteView; readonly starts: IntView };

/** First index in [low, high) whose string is not below the key; `high` when there is none. */
function search(strings: Strings, low: number, high: number, key: Uint8Array): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(strings, middle, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(strings: Strings, index: number, key: Uint8Array): number {
  const { text, starts } = strings;
  const start = starts.at(index);
  const length = starts.at(index + 1) - start;
  const shared = Math.min(length, key.length);
  for (let i = 0; i < shared; i++) {
    const own = text.at(start + i);
    const other = key[i] as number;
    if (own !== other) return codeUnitRank(own) - codeUnitRank(other);
  }
  return length - key.length;
}

/** UTF-8 bytes sort by code point; ours is code unit order, where surrogate pairs (F0..F4) stand before U+E000 (EE, EF). */
function codeUnitRank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 8 : byte;
}

function startsWith(strings: Strings, index: number, key: Uint8Array): boolean {
  const start = strings.starts.at(index);
  if (strings.starts.at(index + 1) - start < key.length) return false;
  for (let i = 0; i < key.length; i++) if (strings.text.at(start + i) !== key[i]) return false;
  return true;
}

function encode(string: string): Uint8Array {
  return Buffer.from(string, 'utf8');
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
