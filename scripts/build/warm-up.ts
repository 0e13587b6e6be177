/**
 * What each script does before its code cache is taken: the work of ordinary calls, so that the cache holds the functions
 * they run. Runs in a child process of the build whose output nobody reads.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterPolicy } from './warm-policy.ts';
import { enterRuns } from './warm-run.ts';

/** What the scripts export, as far as a warm run needs it: they are loaded from their bundles, not imported. */
type ColdScript = { runCold(argv: readonly string[]): Promise<void> };
type RefusalsScript = { readonly SEARCH_FORM: { explain(value: unknown): unknown } };
type ToolsScript = { runBuiltinTool(name: string, json: string, io: { cwd: string }): Promise<unknown> };

/** Starts the script once and gives its exports. */
type Start = () => unknown;

/** An empty directory of this warm run's own, and the catalog's snapshot. */
type Place = { readonly scratch: string; readonly snapshotPath: string };

type Request = readonly [verb: string, request: object];

/**
 * The usual searches in both languages, with words that no catalog has, and an exact name. No filter, no explanation, no
 * refusal: what the cache holds is loaded at every start, 5 µs a KB, and what it lacks is compiled where it is needed.
 */
const SEARCHES: readonly Request[] = [
  ['search', { version: 'tool-search.v1', query: 'find the process that uses a port' }],
  ['search', { version: 'tool-search.v1', query: '磁盘满了，找出 largest files', limit: 3 }],
  ['search', { version: 'tool-search.v1', query: 'which process is using port 3000' }],
  ['search', { version: 'tool-search.v1', query: '怎么把大文件挪到别的磁盘区去' }],
  ['search', { version: 'tool-search.v1', query: 'system.port.who' }],
];

const BROWSES: readonly Request[] = [
  ['inspect', { version: 'schema-inspect.v1', canonical_path: 'system.port.who' }],
  ['list', { version: 'capability-list.v1' }],
];

/** What people type: the parser, the help, the options made of a schema, and an answer of each kind. */
const COMMAND_LINES: readonly (readonly string[])[] = [
  ['search', '--help'],
  ['search', '端口被占用', '--limit', '3'],
  ['run', 'system.port.who', '--help'],
  ['run', 'system', 'port', 'who', '--port', '1', '--dry-run'],
  ['serch', 'port'],
];

export const WARM_UPS: Readonly<
  Record<'main' | 'refusals' | 'browse' | 'cold' | 'tools', (start: Start, place: Place) => Promise<void>>
> = {
  main: (start, { scratch }) => answerAll(SEARCHES, start, scratch),
  async refusals(start) {
    (start() as RefusalsScript).SEARCH_FORM.explain({ version: 'tool-search.v1', qury: 'port' });
  },
  browse: (start, { scratch }) => answerAll(BROWSES, start, scratch),
  async cold(start, { scratch, snapshotPath }) {
    const { runCold } = start() as ColdScript;
    for (const line of COMMAND_LINES) {
      const argv = [...line, '--snapshot', snapshotPath];
      await untilExit(argv, () => runCold(argv));
    }
    for (const request of enterRuns(scratch, snapshotPath)) {
      const code = await answer(['run', request], () => runCold(['run', '--request-json', '-']), scratch);
      if (code !== 0) throw new Error(`a run of the warm runs ended with ${code}`);
    }
  },
  async tools(start) {
    const { runBuiltinTool } = start() as ToolsScript;
    await runBuiltinTool('port_holders', '{"port":1}', { cwd: process.cwd() });
  },
};

/** Each request comes by stdin, as an agent's does; the first one twice more under a policy. */
async function answerAll(requests: readonly Request[], start: Start, scratch: string): Promise<void> {
  for (const request of requests) await answer(request, start, scratch);
  for (const outcome of [true, false]) {
    enterPolicy(scratch, outcome);
    await answer(requests[0] as Request, start, scratch);
  }
}

async function answer([verb, request]: Request, work: () => unknown, scratch: string): Promise<unknown> {
  const file = join(scratch, 'request.json');
  writeFileSync(file, JSON.stringify(request));
  closeSync(0);
  if (openSync(file, 'r') !== 0) throw new Error('stdin is not the lowest descriptor');
  return untilExit([verb, '--request-json', '-'], work);
}

class Stopped extends Error {
  readonly code: unknown;

  constructor(code: unknown) {
    super();
    this.code = code;
  }
}

/** Runs `work` under these arguments; where it would end the process, only the work ends. Gives its exit code. */
async function untilExit(argv: readonly string[], work: () => unknown): Promise<unknown> {
  const exit = process.exit;
  process.argv = [process.execPath, 'cap', ...argv];
  process.exit = (code) => {
    throw new Stopped(code);
  };
  try {
    await work();
    return process.exitCode ?? 0;
  } catch (fault) {
    if (!(fault instanceof Stopped)) throw fault;
    return fault.code ?? process.exitCode ?? 0;
  } finally {
    process.exit = exit;
    process.exitCode = 0;
  }
}
