/**
 * Whether a word is one that is known, by a Bloom filter: a set in ten bits a word that never misses a member and takes
 * one in a hundred strangers for one. Where the words come from is not known here.
 */
import type { IntView } from '../views.ts';

/** Ten bits and seven probes: 0.8% of false members, the least that ten bits can give. */
const BITS_PER_WORD = 10;
const PROBES = 7;

/** A filter over these words. */
export function buildWordFilter(words: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(Math.max(1, Math.ceil((words.size * BITS_PER_WORD) / 8)));
  for (const word of words) {
    probe(word, filter.length * 8, (bit) => {
      filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
      return true;
    });
  }
  return filter;
}

/** True for every word of the filter, and for one stranger in a hundred. */
export function isInFilter(word: string, filter: IntView): boolean {
  return probe(word, filter.length * 8, (bit) => ((filter.at(bit >>> 3) >>> (bit & 7)) & 1) === 1);
}

/** Calls `visit` for the bits of a word until it says no; true when it never did. */
function probe(word: string, bits: number, visit: (bit: number) => boolean): boolean {
  const first = hash(word, 0x811c9dc5);
  const step = hash(word, 0x9747b28c) | 1;
  for (let i = 0; i < PROBES; i++) if (!visit(((first + Math.imul(i, step)) >>> 0) % bits)) return false;
  return true;
}

/** FNV-1a over code units. */
function hash(word: string, seed: number): number {
  let sum = seed;
  for (let i = 0; i < word.length; i++) sum = Math.imul(sum ^ word.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
