/**
 * Chance that is the same on every machine: xoshiro128** of Blackman and Vigna (2018, "Scrambled linear pseudorandom
 * number generators"), 32-bit integers only. It knows nothing of what is drawn.
 */

/** Four words of state, not all zero. */
export type Seed = readonly [number, number, number, number];

const TWO_TO_32 = 0x1_0000_0000;

/** The generator's words, 0..2^32-1, one a call. */
export function xoshiro128(seed: Seed): () => number {
  let [s0, s1, s2, s3] = seed;
  return () => {
    const word = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotateLeft(s3, 11);
    return word;
  };
}

/** A whole number 0..bound-1, each as likely as the other: words beyond the last full round of `bound` are drawn again. */
export function drawBelow(next: () => number, bound: number): number {
  const rounds = TWO_TO_32 - (TWO_TO_32 % bound);
  for (;;) {
    const word = next();
    if (word < rounds) return word % bound;
  }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
