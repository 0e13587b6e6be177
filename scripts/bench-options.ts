/**
 * `node scripts/bench-options.ts [--rounds N]`: how long an empty node takes to start with each of the options of V8 that
 * the executable has, alone and together. The first line is node as it is.
 */
import { parseArgs } from 'node:util';
import { timeInTurn } from './bench/round-robin.ts';
import { baseNodePath } from './build/base-node.ts';
import { V8_OPTIONS } from './build/v8-options.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } });
const contenders = [[], ...V8_OPTIONS.map((option) => [option]), [...V8_OPTIONS]].map((options) => ({
  name: options.join(' ') || 'node -e 0',
  file: baseNodePath(),
  argv: [...options, '-e', '0'],
}));
for (const { name, median, ratio } of timeInTurn(contenders, Number(values.rounds))) {
  console.log(`${median.toFixed(1).padStart(6)} ms  ${ratio.toFixed(3)} ×  ${name}`);
}
