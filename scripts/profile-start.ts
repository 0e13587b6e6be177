/**
 * `npm run profile:start -- QUERY [SNAPSHOT]`: where a cold search spends its time. Runs the hot script, readable, in several
 * fresh processes under V8's profiler and adds up; a function's first call includes the time to compile it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeReadableMain } from './build/bundle.ts';
import { DIST, WORK } from './build/root.ts';

/** Fresh processes: single samples are coarse, the sum of some is not. */
const RUNS = 10;
const LINES = 30;

type Frame = { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] };
type Profile = { nodes: Frame[]; samples: number[]; timeDeltas: number[] };

const [query = '查看端口 port in use', snapshot = join(DIST, 'default.snapshot')] = process.argv.slice(2);
const directory = join(WORK, 'profiles');
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const request = join(WORK, 'profile-request.json');
writeFileSync(request, JSON.stringify({ version: 'tool-search.v1', query }));
const script = await writeReadableMain(join(WORK, 'main.readable.cjs'));
for (let run = 0; run < RUNS; run += 1) {
  const flags = ['--cpu-prof', '--cpu-prof-interval', '50', '--cpu-prof-dir', directory];
  const argv = [...flags, script, 'search', '--request-json', `@${request}`, '--snapshot', snapshot];
  const result = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`the search failed:\n${result.stdout}${result.stderr}`);
}

const own = new Map<string, number>();
const total = new Map<string, number>();
for (const file of readdirSync(directory)) add(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile);
print('with what it calls', total);
print('by itself', own);

/** Adds the samples that lie inside our script. Native work counts for the function that asked for it. */
function add({ nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  samples.forEach((sample, index) => {
    const milliseconds = (timeDeltas[index] ?? 0) / 1000 / RUNS;
    const trail: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const frame = byId.get(id)?.callFrame;
      if (frame?.url.endsWith('main.readable.cjs'))
        trail.push(`${frame.functionName || '(top level)'} :${frame.lineNumber + 1}`);
    }
    if (trail[0] !== undefined) own.set(trail[0], (own.get(trail[0]) ?? 0) + milliseconds);
    for (const name of new Set(trail)) total.set(name, (total.get(name) ?? 0) + milliseconds);
  });
}

function print(title: string, times: ReadonlyMap<string, number>): void {
  process.stdout.write(`\nmilliseconds ${title}\n`);
  const sorted = [...times].sort((a, b) => b[1] - a[1]).slice(0, LINES);
  for (const [name, milliseconds] of sorted) process.stdout.write(`${milliseconds.toFixed(2).padStart(8)}  ${name}\n`);
}
