/**
 * `node scripts/bench-seeds.ts [--from N] [--to N] [--rounds N]`: how long an empty node takes to start with each of these
 * random seeds. V8 draws three primes for its string hashes out of the seed, with tests of primality that take a thirtieth
 * of a millisecond each: seeds differ by up to a fifth of a start. Prints the quickest; without a seed stands first.
 */
import { parseArgs } from 'node:util';
import { timeInTurn } from './bench/round-robin.ts';
import { baseNodePath } from './build/base-node.ts';

/** How many of the quickest are timed again against each other. */
const FINALISTS = 5;

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '10' },
  },
});
const seeds = Array.from({ length: Number(values.to) - Number(values.from) + 1 }, (_, i) => Number(values.from) + i);
const rounds = Number(values.rounds);
const first = timeInTurn(seeds.map(startWith), rounds);
const quickest = first.map(({ lower }, i) => ({ seed: seeds[i] as number, lower })).sort((a, b) => a.lower - b.lower);
const finalists = quickest.slice(0, FINALISTS).map(({ seed }) => startWith(seed));
for (const { name, median, ratio } of timeInTurn([startWith(undefined), ...finalists], rounds * 5)) {
  console.log(`${name.padEnd(18)} ${median.toFixed(1)} ms  ${ratio.toFixed(3)} ×`);
}

function startWith(seed: number | undefined) {
  const option = seed === undefined ? [] : [`--random-seed=${seed}`];
  return { name: option[0] ?? 'a seed by chance', file: baseNodePath(), argv: [...option, '-e', '0'] };
}
