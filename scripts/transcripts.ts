/**
 * The main job as golden transcripts: each request and the whole answer to it, through the executable, over a small
 * catalog that never changes by accident.
 *
 *     node scripts/transcripts.ts            says which transcripts would change, and exits 1 when one would
 *     node scripts/transcripts.ts --update   writes golden/transcripts/*.json
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE, ROOT } from './build/root.ts';
import { trustSnapshot } from './build/trusting.ts';

type Json = Readonly<Record<string, unknown>>;
type Step = { readonly verb: string; readonly request: Json; readonly exit: number; readonly answer: Json };
type Ask = (verb: string, request: Json) => Json;

const GOLDEN = join(ROOT, 'golden', 'transcripts');

/** What is asked, in order; a request may be made of earlier answers, as an agent would make it. */
const TRANSCRIPTS: Readonly<Record<string, (ask: Ask) => void>> = {
  'main-job-zh': (ask) => mainJob(ask, '把一段文字原样打印出来', { text: '你好，世界' }),
  'main-job-en': (ask) => {
    const ran = mainJob(ask, 'print numbered lines', { to: 3, equal_width: true });
    const { result_ref } = ran.evidence as { result_ref: string };
    ask('result', { version: 'result-read.v1', result_ref, lines: { from: 2, to: 3 } });
  },
  browse: (ask) => {
    ask('list', { version: 'capability-list.v1' });
    ask('list', { version: 'capability-list.v1', parent: 'probe', types: ['action', 'recipe'] });
    ask('search', { version: 'tool-search.v1', query: 'Ｐrobe.SAY' });
    ask('search', { version: 'tool-search.v1', query: 'probe.touch', side_effect_max: 'R' });
    ask('search', { version: 'tool-search.v1', query: '天气预报' });
    ask('search', { version: 'tool-search.v1', subqueries: ['等待几秒', 'print a text'], limit: 4 });
    ask('inspect', { version: 'schema-inspect.v1', canonical_path: 'probe.guide', detail: 'full' });
  },
  refusals: (ask) => {
    const { catalog, tool_spec: spec } = ask('inspect', {
      version: 'schema-inspect.v1',
      canonical_path: 'probe.count',
    });
    ask('inspect', { version: 'schema-inspect.v1', canonical_path: 'probe.cuont' });
    ask('search', { version: 'tool-search.v1', query: 'x', limt: 3 });
    const run = callOf(catalog as Hashes, spec as Spec, {});
    ask('run', { ...run, arguments: { too: 3 } });
    ask('run', { ...run, expected_source_hash: '0'.repeat(64) });
    ask('run', { ...run, action_version: 99 });
    const touch = ask('inspect', { version: 'schema-inspect.v1', canonical_path: 'probe.touch' });
    ask('run', callOf(touch.catalog as Hashes, touch.tool_spec as Spec, { path: 'new file' }));
    const absent = ask('inspect', { version: 'schema-inspect.v1', canonical_path: 'probe.absent' });
    ask('run', callOf(absent.catalog as Hashes, absent.tool_spec as Spec, {}));
  },
};

/** Names of all transcripts. */
export const TRANSCRIPT_NAMES: readonly string[] = Object.keys(TRANSCRIPTS);

/** Plays one transcript through dist/cap and gives the text of its golden file as it should be. */
export function playTranscript(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'cap-transcript-'));
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: directory };
  const cwd = join(directory, 'work');
  mkdirSync(cwd);
  const cap = (argv: readonly string[], input = '') =>
    spawnSync(EXECUTABLE, argv, { input, encoding: 'utf8', env, cwd, maxBuffer: 64 * 1024 * 1024 });
  try {
    const snapshot = join(directory, 'catalog.snapshot');
    const built = cap(['catalog', 'build', join(GOLDEN, 'catalog'), '-o', snapshot]);
    if (built.status !== 0) throw new Error(`the catalog does not compile: ${built.stdout}${built.stderr}`);
    trustSnapshot(snapshot, join(directory, '.config'));
    const steps: Step[] = [];
    TRANSCRIPTS[name]?.((verb, request) => {
      const given = cap([verb, '--request-json', '-', '--snapshot', snapshot], JSON.stringify(request));
      const answer = JSON.parse(given.stdout) as Json;
      steps.push({ verb, request, exit: given.status ?? -1, answer });
      return answer;
    });
    return `${JSON.stringify(normalise({ steps }, cwd), null, 2)}\n`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The golden file's text, or undefined when there is none. */
export function goldenTranscript(name: string): string | undefined {
  try {
    return readFileSync(join(GOLDEN, `${name}.json`), 'utf8');
  } catch {
    return undefined;
  }
}

type Hashes = { readonly source_hash: string; readonly surface_hash: string };
type Spec = { readonly identity: { readonly canonical_path: string; readonly version: number } };

function mainJob(ask: Ask, query: string, args: Json): Json {
  const found = ask('search', { version: 'tool-search.v1', query, limit: 2 });
  const first = (found.candidates as readonly { next_step: { request: Json } }[])[0];
  if (first === undefined) throw new Error(`nothing was found for ${query}`);
  const { catalog, tool_spec: spec } = ask('inspect', first.next_step.request);
  return ask('run', callOf(catalog as Hashes, spec as Spec, args));
}

function callOf({ source_hash, surface_hash }: Hashes, { identity }: Spec, args: Json): Json {
  return {
    version: 'action-run.v1',
    canonical_path: identity.canonical_path,
    action_version: identity.version,
    expected_source_hash: source_hash,
    expected_surface_hash: surface_hash,
    tool_call_id: 'call-1',
    arguments: args,
  };
}

/** Fields that differ from run to run, and the places of this machine. Hashes of the catalog stay: they are pinned. */
const VARYING: ReadonlySet<string> = new Set([
  'operation_id',
  'input_hash',
  'result_ref',
  'duration_ms',
  'confirmation_token',
  'expires_at',
]);

function normalise(value: unknown, cwd: string): unknown {
  if (typeof value === 'string')
    return value.replaceAll(cwd, 'CWD').replaceAll(/(?:\/usr)?(?:\/local)?\/bin\//g, 'BIN/');
  if (Array.isArray(value)) return value.map((item) => normalise(item, cwd));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      // Whether a network can be shut off is the machine's affair.
      if (key === 'network') return [key, { ...(member as object), state: 'STATE', how: 'HOW' }];
      const varies = VARYING.has(key) && (typeof member === 'string' || typeof member === 'number');
      return [key, varies ? key.toUpperCase() : normalise(member, cwd)];
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const update = process.argv.includes('--update');
  for (const name of TRANSCRIPT_NAMES) {
    const played = playTranscript(name);
    if (played === goldenTranscript(name)) continue;
    process.stdout.write(`${update ? 'written' : 'differs'}: golden/transcripts/${name}.json\n`);
    if (update) writeFileSync(join(GOLDEN, `${name}.json`), played);
    else process.exitCode = 1;
  }
}
