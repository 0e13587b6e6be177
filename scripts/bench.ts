/**
 * `npm run bench [-- --quick] [-- SIZE…]`: what a cold process costs. dist/cap against `node -e 0` of the same version and against
 * peers that do the same job from their saved indexes, over generated catalogs. Prints tables, what of the limits holds, and writes dist/bench.json. --quick: the smallest
 * catalog, few rounds, one minute.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { IndexCost, WarmTimes } from './bench/cap-index.ts';
import { generateCapabilities, QUERIES, SIZES } from './bench/generate.ts';
import { type ColdCost, judge, type Scale } from './bench/limits.ts';
import { peakKibibytes } from './bench/peak-memory.ts';
import { buildPeers } from './bench/peers.ts';
import { type Contender, timeInTurn } from './bench/round-robin.ts';
import { baseNode } from './build/base-node.ts';
import { setup as ensureBuilt } from './build/ensure-built.ts';
import { DIST, EXECUTABLE, ROOT, WORK } from './build/root.ts';

/** Rounds of the cold starts: as many as ten minutes allow where a peer takes seconds to load its index. */
const ROUNDS_UP_TO: readonly (readonly [size: number, rounds: number])[] = [
  [1_000, 40],
  [10_000, 25],
  [Number.POSITIVE_INFINITY, 9],
];
const QUICK_ROUNDS = 12;
const MEMORY_ROUNDS = 3;
/** The catalog of which the snapshot's size is measured. */
const SNAPSHOT_CAPABILITIES = 1_100;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : options.quick ? SIZES.slice(0, 1) : [...SIZES];
const base = baseNode();
const bare: Contender = { name: 'node -e 0', file: base.path, argv: ['-e', '0'] };
ensureBuilt();

const embedded = measure(
  [
    bare,
    capSearch('cap search (en)', 'which process uses this port'),
    capSearch('cap search (zh)', '端口被占用了，是哪个进程'),
    capSearch('cap search (id)', 'system.port.who'),
    capCall('cap inspect', 'inspect', { version: 'schema-inspect.v1', canonical_path: 'system.port.who' }),
    capCall('cap list', 'list', { version: 'capability-list.v1' }),
  ],
  roundsFor(0),
);
report('the embedded catalog', embedded);

const scales: Scale[] = [];
for (const size of sizes) scales.push(await measureScale(size));
const snapshotFile = join(WORK, 'bench-snapshot');
const snapshotBytes = ask<IndexCost>('build', String(SNAPSHOT_CAPABILITIES), snapshotFile).bytes;
const limits = judge({ embedded, scales, snapshotBytes });
process.stdout.write('\nlimits\n');
console.table(Object.fromEntries(limits.map(({ what, ...rest }) => [what, rest])));
const result = { node: base.version, embedded, scales, snapshotBytes, limits };
writeFileSync(join(DIST, 'bench.json'), `${JSON.stringify(result, null, 2)}\n`);

async function measureScale(size: number): Promise<Scale> {
  const directory = join(WORK, `bench-${size}`);
  mkdirSync(directory, { recursive: true });
  const snapshot = join(directory, 'cap.snapshot');
  const own = ask<IndexCost>('build', String(size), snapshot);
  const peers = await buildPeers(generateCapabilities(size), directory);
  const query = QUERIES[0] ?? '';
  const contenders = [bare, capSearch('cap', query, snapshot), ...peers.map((peer) => peer.contender(query))];
  const cold = measure(contenders, roundsFor(size));
  report(`${size} generated capabilities`, cold);
  const indexes = [
    { name: 'cap', milliseconds: own.milliseconds, bytes: own.bytes },
    ...peers.map(({ name, buildMilliseconds, indexBytes }) => ({
      name,
      milliseconds: buildMilliseconds,
      bytes: indexBytes,
    })),
  ];
  console.table(
    Object.fromEntries(
      indexes.map(({ name, milliseconds, bytes }) => [
        name,
        { 'build ms': Math.round(milliseconds), 'index KiB': Math.round(bytes / 1024) },
      ]),
    ),
  );
  const warm = ask<WarmTimes>('warm', snapshot);
  process.stdout.write(`warm search: median ${warm.p50.toFixed(3)} ms, p95 ${warm.p95.toFixed(3)} ms\n`);
  return { size, cold, indexes, buildPeakKibibytes: own.peakKibibytes, warm };
}

function roundsFor(size: number): number {
  return options.quick ? QUICK_ROUNDS : (ROUNDS_UP_TO.find(([upTo]) => size <= upTo)?.[1] ?? QUICK_ROUNDS);
}

function capSearch(name: string, query: string, snapshot?: string): Contender {
  return capCall(name, 'search', { version: 'tool-search.v1', query }, snapshot);
}

function capCall(name: string, verb: string, request: object, snapshot?: string): Contender {
  const argv = [verb, '--request-json', '-', ...(snapshot === undefined ? [] : ['--snapshot', snapshot])];
  return { name, file: EXECUTABLE, argv, input: JSON.stringify(request) };
}

function measure(contenders: readonly Contender[], rounds: number): ColdCost[] {
  const timings = timeInTurn(contenders, rounds);
  const peaks = contenders.map((contender) => peakKibibytes(contender, MEMORY_ROUNDS));
  const yardstick = peaks[0] ?? Number.NaN;
  return timings.map((timing, index) => {
    const peak = peaks[index] ?? Number.NaN;
    return { ...timing, peakKibibytes: peak, peakRatio: peak / yardstick };
  });
}

function report(title: string, rows: readonly ColdCost[]): void {
  process.stdout.write(`\n${title}\n`);
  console.table(
    Object.fromEntries(
      rows.map(({ name, median, ratio, peakKibibytes: peak, peakRatio }) => [
        name,
        {
          'median ms': round(median),
          'x node': round(ratio),
          'peak MiB': round(peak / 1024),
          'x node RSS': round(peakRatio),
        },
      ]),
    ),
  );
}

function ask<T>(...argv: string[]): T {
  // Compiling the largest catalog needs more heap than node takes by itself.
  const flags = ['--max-old-space-size=6000', 'scripts/bench/cap-index.ts'];
  const result = spawnSync(base.path, [...flags, ...argv], { cwd: ROOT, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`cap-index ${argv.join(' ')} failed: ${result.stderr.slice(-2000)}`);
  return JSON.parse(result.stdout) as T;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
