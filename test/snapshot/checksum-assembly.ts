/**
 * The checksum's WebAssembly as a person reads it. The program carries its bytes alone (src/snapshot/checksum-code.ts):
 * putting them together would cost every start 0.2 ms. A test compares the two.
 */
import { STATE_AT } from '../../src/snapshot/checksum.ts';

/** 0x9e3779b97f4a7c15, odd, its bits well mixed (2^64 over the golden ratio), as a signed LEB128 constant. */
const MULTIPLIER = [0x95, 0xf8, 0xa9, 0xfa, 0x97, 0xb7, 0xde, 0x9b, 0x9e, 0x7f];
/** STATE_AT as a signed LEB128 constant of three bytes. */
const STATE_ADDRESS = [(STATE_AT & 0x7f) | 0x80, ((STATE_AT >>> 7) & 0x7f) | 0x80, STATE_AT >>> 14];

/** The four states, the multiplier and the fifth state among the function's locals; 0 is `$length`, its parameter, and 1 is `$at`. */
const STATES = [2, 3, 4, 5] as const;
const FACTOR = 6;
const TOTAL = 7;

/** `state = (state ^ lane) * FACTOR; state ^= state >>> 32`, the lane being what `lane` pushes. */
function step(state: number, lane: readonly number[]): readonly number[] {
  return [
    ...[0x20, state, ...lane, 0x85], // state ^ lane
    ...[0x20, FACTOR, 0x7e, 0x22, state], // state = that * FACTOR
    ...[0x20, state, 0x42, 0x20, 0x88, 0x85, 0x21, state], // state = state ^ (state >>> 32)
  ];
}

/** `f(length)`: one step of each state with the lanes of every 32 bytes below length, then the four states into TOTAL. */
const BODY = [
  ...[0x02, 0x01, 0x7f, 0x06, 0x7e], // locals: $at: i32, six i64
  ...[0x42, ...MULTIPLIER, 0x21, FACTOR],
  ...[...STATES, TOTAL].flatMap((state) => [0x41, ...STATE_ADDRESS, 0x29, 0x03, 0x00, 0x21, state]), // state = i64.load(STATE_AT)
  ...[0x03, 0x40], // loop
  ...STATES.flatMap((state, nth) => step(state, [0x20, 0x01, 0x29, 0x03, nth * 8])), //   lane: i64.load($at + 8 * nth)
  ...[0x20, 0x01, 0x41, 0x20, 0x6a, 0x22, 0x01], //   $at = $at + 32
  ...[0x20, 0x00, 0x49, 0x0d, 0x00], //   repeat while $at < $length
  0x0b, // end of loop
  ...STATES.flatMap((state) => step(TOTAL, [0x20, state])),
  ...[0x41, ...STATE_ADDRESS, 0x20, TOTAL, 0x37, 0x03, 0x00], // i64.store(STATE_AT, TOTAL)
  0x0b, // end of function
];

export const MODULE: readonly number[] = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
  ...[0x01, ...sized([0x01, 0x60, 0x01, 0x7f, 0x00])], // types: (i32) → nothing
  ...[0x03, ...sized([0x01, 0x00])], // functions: one of that type
  ...[0x05, ...sized([0x01, 0x00, 0x01])], // memory: one page of 64 KiB
  ...[0x07, ...sized([0x02, 0x01, 0x6d, 0x02, 0x00, 0x01, 0x66, 0x00, 0x00])], // exports: memory "m", function "f"
  ...[0x0a, ...sized([0x01, ...sized(BODY)])], // code
];

/** Bytes behind their number, an unsigned LEB128 below 2^14. */
function sized(bytes: readonly number[]): readonly number[] {
  const { length } = bytes;
  return length < 0x80 ? [length, ...bytes] : [(length & 0x7f) | 0x80, length >>> 7, ...bytes];
}
