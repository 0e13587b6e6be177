/**
 * The two loops of scoring, as a small WebAssembly module: one adds a term's postings to the documents' sums, one looks
 * for the next document above a threshold. It knows neither terms nor queries.
 *
 * Why WebAssembly: a search is mostly a cold process, where a loop in JavaScript is interpreted until it has been compiled.
 * Measured at 100,000 documents (node 24, x64): the first query of a process, 73,000 postings, 3.3 ms here against 6.0 ms
 * (5.6 against 13.0 on a busy machine); a warm one at the 95th percentile 0.8 ms against 4.3 ms. A first query over 1,000
 * documents pays 0.5 ms for the set-up.
 */
import type { Postings } from './lexical.ts';
import type { Sums } from './sums.ts';
import type { BestDocuments } from './top.ts';

/**
 * The sums of one query, for any number of postings; plain-sums.ts does the same for few. Memory: the count of matches (8 bytes), a record of 8 bytes a document, an eligible byte a
 * document, and room for one term's postings. It is kept for the next query; `start` clears it.
 */
export class Accumulator implements Sums {
  private readonly machine: Machine;
  private bytes: Uint8Array;
  private words: Int32Array;
  private count = 0;
  private eligibleAt = 0;
  private postingsAt = 0;

  constructor() {
    this.machine = load();
    this.bytes = new Uint8Array(this.machine.m.buffer);
    this.words = new Int32Array(this.machine.m.buffer);
  }

  /** Begins a query over `count` documents, of which those with a zero in `eligible` do not count. */
  start(count: number, eligible: Uint8Array | null): void {
    this.count = count;
    this.eligibleAt = RECORDS_AT + count * RECORD_BYTES;
    this.postingsAt = Math.ceil((this.eligibleAt + count) / 8) * 8;
    this.makeRoom(this.postingsAt + count * MOST_POSTING_BYTES);
    this.bytes.fill(0, 0, this.eligibleAt);
    if (eligible === null) this.bytes.fill(1, this.eligibleAt, this.eligibleAt + count);
    else this.bytes.set(eligible, this.eligibleAt);
  }

  /** Adds `weight` times the impacts of a term. */
  add({ docs, impacts, masks }: Postings, weight: number): void {
    if (docs.length === 0) return;
    const impactsAt = this.postingsAt + docs.byteLength;
    const masksAt = impactsAt + impacts.byteLength;
    this.bytes.set(new Uint8Array(docs.buffer, docs.byteOffset, docs.byteLength), this.postingsAt);
    this.bytes.set(new Uint8Array(impacts.buffer, impacts.byteOffset, impacts.byteLength), impactsAt);
    this.bytes.set(masks, masksAt);
    const add = docs.BYTES_PER_ELEMENT === 2 ? this.machine.a : this.machine.b;
    add(this.postingsAt, impactsAt, masksAt, docs.length, weight);
  }

  into(best: BestDocuments): number {
    const { count, eligibleAt, machine } = this;
    for (let doc = 0; ; doc++) {
      doc = machine.s(doc, count, best.threshold, eligibleAt);
      if (doc >= count) return this.words[0] as number;
      best.offer(doc, this.score(doc));
    }
  }

  score(doc: number): number {
    return this.words[(RECORDS_AT + doc * RECORD_BYTES) / 4] as number;
  }

  matched(doc: number): number {
    return this.facts(doc) & 0xffff;
  }

  mask(doc: number): number {
    return this.facts(doc) >>> 16;
  }

  private facts(doc: number): number {
    return this.words[(RECORDS_AT + doc * RECORD_BYTES) / 4 + 1] as number;
  }

  private makeRoom(bytes: number): void {
    const missing = Math.ceil((bytes - this.bytes.length) / PAGE_BYTES);
    if (missing <= 0) return;
    this.machine.m.grow(missing);
    this.bytes = new Uint8Array(this.machine.m.buffer);
    this.words = new Int32Array(this.machine.m.buffer);
  }
}

const PAGE_BYTES = 65_536;
/** Behind the count of matches. */
const RECORDS_AT = 8;
/** The sum (i32), then in one word: how many terms matched (low half), and the fields' bits above. */
const RECORD_BYTES = 8;
/** Four bytes of document, two of impact, one of mask. */
const MOST_POSTING_BYTES = 7;

type Add = (docsAt: number, impactsAt: number, masksAt: number, count: number, weight: number) => void;

type Machine = {
  /** The memory. */
  readonly m: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Adds postings with two bytes a document, and with four. */
  readonly a: Add;
  readonly b: Add;
  /** Scans. */
  readonly s: (from: number, count: number, threshold: number, eligibleAt: number) => number;
};

/** Neither TypeScript's es2024 nor @types/node speaks of WebAssembly; this is what is used of it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Machine };
};

function load(): Machine {
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(moduleBytes()))).exports;
}

/** For each posting: record(doc).sum += impact × weight; record(doc).facts = (facts + 1) | mask << 16. */
function addBody(loadDocument: readonly number[], documentBytes: number): number[] {
  return [
    ...[0x01, 0x01, 0x7f], // local $at (5); parameters $docs (0), $impacts (1), $masks (2), $count (3), $weight (4)
    ...[0x03, 0x40], // loop
    ...[0x20, 0x00, ...loadDocument, 0x41, 0x03, 0x74, 0x21, 0x05], //   $at = load($docs) << 3
    ...[0x20, 0x05, 0x20, 0x05, 0x28, 0x02, 0x08], //   sum of the record (its place is $at + 8)
    ...[0x20, 0x01, 0x2f, 0x01, 0x00, 0x20, 0x04, 0x6c, 0x6a], //   + load16($impacts) × $weight
    ...[0x36, 0x02, 0x08], //   stored
    ...[0x20, 0x05, 0x20, 0x05, 0x28, 0x02, 0x0c, 0x41, 0x01, 0x6a], //   facts of the record + 1
    ...[0x20, 0x02, 0x2d, 0x00, 0x00, 0x41, 0x10, 0x74, 0x72], //   | load8($masks) << 16
    ...[0x36, 0x02, 0x0c], //   stored
    ...[0x20, 0x00, 0x41, documentBytes, 0x6a, 0x21, 0x00], //   $docs += bytes of a document
    ...[0x20, 0x01, 0x41, 0x02, 0x6a, 0x21, 0x01], //   $impacts += 2
    ...[0x20, 0x02, 0x41, 0x01, 0x6a, 0x21, 0x02], //   $masks += 1
    ...[0x20, 0x03, 0x41, 0x01, 0x6b, 0x22, 0x03, 0x0d, 0x00], //   repeat while $count -= 1
    0x0b, // end of loop
    0x0b, // end of function
  ];
}

const LOAD_16 = [0x2f, 0x01, 0x00];
const LOAD_32 = [0x28, 0x02, 0x00];

const SCAN_BODY: readonly number[] = [
  ...[0x01, 0x01, 0x7f], // local $sum (4); parameters $doc (0), $count (1), $threshold (2), $eligible (3)
  ...[0x02, 0x40], // block
  ...[0x03, 0x40], //   loop
  ...[0x20, 0x00, 0x20, 0x01, 0x4f, 0x0d, 0x01], //     leave the block when $doc ≥ $count
  ...[0x20, 0x00, 0x41, 0x03, 0x74, 0x28, 0x02, 0x08, 0x22, 0x04], //     $sum = sum of the record
  ...[0x04, 0x40], //     if it is not 0
  ...[0x20, 0x03, 0x20, 0x00, 0x6a, 0x2d, 0x00, 0x00, 0x04, 0x40], //       if load8($eligible + $doc) is not 0
  ...[0x41, 0x00, 0x41, 0x00, 0x28, 0x02, 0x00, 0x41, 0x01, 0x6a, 0x36, 0x02, 0x00], //         count of matches += 1
  ...[0x20, 0x04, 0x20, 0x02, 0x4a, 0x0d, 0x03], //         leave the block when $sum > $threshold
  ...[0x0b, 0x0b], //       end of both ifs
  ...[0x20, 0x00, 0x41, 0x01, 0x6a, 0x21, 0x00, 0x0c, 0x00], //     $doc += 1, repeat
  ...[0x0b, 0x0b], //   end of loop and block
  ...[0x20, 0x00, 0x0b], // $doc is the answer
];

/** A list of the format: how many bytes there are, then they. All here are shorter than 128, where a length is one byte. */
function sized(bytes: readonly number[]): number[] {
  return [bytes.length, ...bytes];
}

const I32 = 0x7f;

/** Put together when it is needed: a search over few postings never does. */
function moduleBytes(): number[] {
  const bodies = [addBody(LOAD_16, 2), addBody(LOAD_32, 4), SCAN_BODY].flatMap(sized);
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    // types: five numbers → nothing, four numbers → a number
    ...[0x01, ...sized([0x02, 0x60, 0x05, I32, I32, I32, I32, I32, 0x00, 0x60, 0x04, I32, I32, I32, I32, 0x01, I32])],
    ...[0x03, ...sized([0x03, 0x00, 0x00, 0x01])], // functions: two of the first type, one of the second
    ...[0x05, ...sized([0x01, 0x00, 0x01])], // memory: one page, may grow
    // exports: memory "m", functions "a", "b", "s"
    ...[
      0x07,
      ...sized([0x04, 0x01, 0x6d, 0x02, 0x00, 0x01, 0x61, 0x00, 0x00, 0x01, 0x62, 0x00, 0x01, 0x01, 0x73, 0x00, 0x02]),
    ],
    // code; its length takes two bytes (7 bits each, low first)
    ...[0x0a, ((bodies.length + 1) & 0x7f) | 0x80, (bodies.length + 1) >> 7, 0x03, ...bodies],
  ];
}
