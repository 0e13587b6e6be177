/**
 * Options of V8 that every start of the executable has. A code cache fits the options it was made with, so ours are made
 * with these; node's own are then refused, which costs less than these gain. Measured against `node -e 0` of the same
 * version (`node scripts/bench-options.ts`).
 */
export const V8_OPTIONS = [
  // Otherwise each start draws new primes for the hashes of strings, with tests that take 0.04 ms each, and hashes all
  // strings of node's own snapshot again: 2.5 ms. What it costs: hashes are the same in each process, so somebody who may
  // choose a hundred thousand keys could choose them to meet; requests are at most 64 KiB, and every run has its time.
  '--no-rehash-snapshot',
  // A search is over before code that these two make has paid. They work in a second thread, and where both threads want
  // the same lock the first one sleeps 3 ms to find out how fast the processor is: half of the Chinese searches.
  '--no-maglev',
  '--no-sparkplug',
] as const;
