/**
 * A sorted table of distinct strings that is searched in place: their bytes (UTF-8) one after the other, where each
 * begins, and a hash table of their numbers, so that looking one up touches three places, whatever the table's size.
 * Order is that of UTF-16 code units, as everywhere in the project. It must not know what the strings mean.
 */
import type { IntView, NumericSection } from '../text/views.ts';
import type { ByteView, SectionViews } from './section-view.ts';

/** The three sections of one table. */
export function stringTableSections(table: string): readonly string[] {
  return [`${table}.text`, `${table}.starts`, `${table}.slots`];
}

/** Writes a table. The strings must ascend strictly by code unit and be well formed; RangeError if they do not. */
export function buildStringTable(table: string, strings: readonly string[]): NumericSection[] {
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i] as string;
    if (i > 0 && (strings[i - 1] as string) >= string) throw new RangeError(`not ascending at "${string}"`);
    if (!string.isWellFormed()) throw new RangeError(`"${string}" is not well formed`);
  }
  const all = concatenate(strings);
  return [
    { name: `${table}.text`, type: 'u8', data: all.text },
    { name: `${table}.starts`, type: 'u32', data: all.starts },
    { name: `${table}.slots`, type: 'u32', data: hashSlots(strings) },
  ];
}

/**
 * Open addressing with linear steps; at most two slots in three are taken. A slot is 0 or the string's number plus one
 * in its low bits with the hash's high bits above it, so that a slot of another string is seldom looked into.
 */
function hashSlots(strings: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(strings.length * 1.5 + 1)));
  const numbers = numberMask(strings.length);
  for (let i = 0; i < strings.length; i++) {
    const hash = hashOf(strings[i] as string);
    let at = hash & (slots.length - 1);
    while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
    slots[at] = (hash & ~numbers) | (i + 1);
  }
  return slots;
}

/** The bits of a slot that hold a number from 0 to `count`. */
function numberMask(count: number): number {
  return count === 0 ? 0 : -1 >>> Math.clz32(count);
}

/** FNV-1a over the code units with MurmurHash3's last mixing (both in the public domain): every bit depends on all. */
function hashOf(string: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < string.length; i++) hash = Math.imul(hash ^ string.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
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
  private readonly slots: IntView;

  constructor(sections: SectionViews, table: string) {
    this.all = { text: sections.bytes(`${table}.text`), starts: sections.numbers(`${table}.starts`) };
    this.slots = sections.numbers(`${table}.slots`);
    this.length = this.all.starts.length - 1;
  }

  /** The string of a number, 0 ≤ index < length. */
  at(index: number): string {
    return decode(this.all.text.slice(this.all.starts.at(index), this.all.starts.at(index + 1)));
  }

  /** The number of exactly this string, or -1. */
  find(string: string): number {
    const { slots } = this;
    const hash = hashOf(string);
    const numbers = numberMask(this.length);
    const last = slots.length - 1;
    for (let at = hash & last; ; at = (at + 1) & last) {
      const slot = slots.at(at);
      if (slot === 0) return -1;
      const index = (slot & numbers) - 1;
      if (((slot ^ hash) & ~numbers) === 0 && this.at(index) === string) return index;
    }
  }

  /** The first number whose string is not below `string`; `length` when all are. */
  lowerBound(string: string): number {
    return lowerBound(this.all, this.length, encode(string));
  }

  /** The numbers of the strings that begin with `prefix`: from ≤ i < to. */
  prefixRange(prefix: string): { from: number; to: number } {
    const key = encode(prefix);
    const from = lowerBound(this.all, this.length, key);
    let low = from;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startsWith(this.all, middle, key)) low = middle + 1;
      else high = middle;
    }
    return { from, to: low };
  }
}

type Strings = { readonly text: ByteView; readonly starts: IntView };

/** The first of `length` numbers whose string is not below the key; `length` when there is none. */
function lowerBound(strings: Strings, length: number, key: Uint8Array): number {
  let low = 0;
  let high = length;
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
