/**
 * `npm run demo`: the main job on real input, through the executable alone. A server takes a port of this machine; a
 * question in Chinese and one in English find the capability that can tell who did; its contract is read; it runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE } from './build/root.ts';

type Json = Record<string, unknown>;
type Candidate = { canonical_path: string; title: string; side_effect: string };

/** Results are kept here and not in the state directory of whoever looks on. */
const state = mkdtempSync(join(tmpdir(), 'cap-demo-'));

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');
const { port } = address;
say(`A server of process ${process.pid} listens on port ${port}. Who holds that port?`);

const chinese = search(`端口 ${port} 被占用了，是哪个进程`);
const english = search(`which process is holding port ${port}`);
const first = chinese.candidates[0];
if (first === undefined || english.candidates[0]?.canonical_path !== first.canonical_path) {
  throw new Error('the two questions did not find the same capability first');
}

say('One full contract, bound to the catalog that was searched:');
const inspected = cap('inspect', {
  version: 'schema-inspect.v1',
  canonical_path: first.canonical_path,
  expected_source_hash: chinese.catalog.source_hash,
  expected_surface_hash: chinese.catalog.surface_hash,
});
const contract = inspected.tool_spec as {
  identity: { version: number };
  arguments_schema: unknown;
  when_to_use: unknown;
};
show({ when_to_use: contract.when_to_use, arguments_schema: contract.arguments_schema });

say('It runs on this machine, and the evidence comes back:');
const ran = cap('run', {
  version: 'action-run.v1',
  canonical_path: first.canonical_path,
  action_version: contract.identity.version,
  expected_source_hash: chinese.catalog.source_hash,
  expected_surface_hash: chinese.catalog.surface_hash,
  tool_call_id: 'demo-1',
  arguments: { port },
});
show(ran);
server.close();
rmSync(state, { recursive: true });
if (!JSON.stringify(ran).includes(String(process.pid)))
  throw new Error(`the evidence does not name process ${process.pid}`);
say(`The evidence names process ${process.pid}: found.`);

function search(query: string): { catalog: Record<'source_hash' | 'surface_hash', string>; candidates: Candidate[] } {
  say(`cap search: ${query}`);
  const answer = cap('search', { version: 'tool-search.v1', query, limit: 3 });
  const candidates = answer.candidates as Candidate[];
  for (const [rank, { canonical_path: id, title, side_effect: effect }] of candidates.entries()) {
    process.stdout.write(`  ${rank + 1}. ${id}  [${effect}]  ${title}\n`);
  }
  return { catalog: answer.catalog as Record<'source_hash' | 'surface_hash', string>, candidates };
}

/** One request through a fresh process of the executable. */
function cap(verb: string, request: Json): Json {
  const argv = [verb, '--request-json', '-'];
  const env = { ...process.env, CAP_STATE_DIR: state };
  const result = spawnSync(EXECUTABLE, argv, { input: JSON.stringify(request), encoding: 'utf8', env });
  if (result.status !== 0) throw new Error(`cap ${verb} ended with ${result.status}: ${result.stdout}${result.stderr}`);
  return JSON.parse(result.stdout) as Json;
}

function say(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function show(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2).replace(/^/gm, '  ')}\n`);
}
