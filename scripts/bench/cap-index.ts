/**
 * Our own side of the benchmark, in a process of its own so that its memory is its own:
 *
 *     node scripts/bench/cap-index.ts build COUNT FILE       generates and compiles a catalog
 *     node scripts/bench/cap-index.ts warm FILE              searches it many times in one process
 */
import { writeFileSync } from 'node:fs';
import type { OperatingSystem } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import type { ToolSearchRequest } from '../../src/contract/tool-search.v1.ts';
import { fileSource } from '../../src/platform/snapshot-source.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { search } from '../../src/search/search.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { generateCapabilities, QUERIES } from './generate.ts';
import { quantile } from './round-robin.ts';

/** What a build cost. */
export type IndexCost = { readonly milliseconds: number; readonly bytes: number; readonly peakKibibytes: number };

/** Milliseconds of one search when the process is warm. */
export type WarmTimes = { readonly searches: number; readonly p50: number; readonly p95: number };

/** Searches before the clock runs: V8 has compiled what is hot by then. */
const WARM_UP = 600;
const MEASURED = 1_200;

/** The dictionary is left out: its size does not depend on the catalog's, and peers have none. */
function build(count: number, file: string): IndexCost {
  const capabilities = generateCapabilities(count);
  const start = process.hrtime.bigint();
  const { snapshot } = compileCapabilities(capabilities);
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  writeFileSync(file, snapshot);
  return { milliseconds, bytes: snapshot.byteLength, peakKibibytes: process.resourceUsage().maxRSS };
}

function warm(file: string): WarmTimes {
  const snapshot = openSnapshot(fileSource(file));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  const caller = { os: process.platform as OperatingSystem };
  const times = Array.from({ length: WARM_UP + MEASURED }, (_, run) => {
    const request: ToolSearchRequest = { version: 'tool-search.v1', query: QUERIES[run % QUERIES.length] ?? '' };
    const start = process.hrtime.bigint();
    search(request, snapshot, caller);
    return Number(process.hrtime.bigint() - start) / 1e6;
  }).slice(WARM_UP);
  return { searches: times.length, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

if (process.argv[1] === import.meta.filename) {
  const [verb, first = '', second = ''] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(verb === 'build' ? build(Number(first), second) : warm(first))}\n`);
}
