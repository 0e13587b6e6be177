/** Drives dist/cap as a stranger would: a fresh process, an environment of our choosing, nothing inherited. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { EXECUTABLE, ROOT } from '../../scripts/build/root.ts';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { AS_NOBODY, executableForEverybody } from '../nobody/nobody.ts';

export { EXECUTABLE };

/** The catalog of actions whose behaviour is fully known. */
export const PROBES = join(ROOT, 'golden', 'transcripts', 'catalog');

export type Run = {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
};

export type Call = {
  /** Bytes for stdin; left out: stdin is closed at once. `open`: it never ends. `none`: there is none. */
  readonly stdin?: string | Uint8Array | 'open' | 'none';
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly executable?: string;
  /** As a user without privileges, from a copy that this user can reach. */
  readonly nobody?: boolean;
  /** As another user, where whoever tests may. */
  readonly user?: typeof AS_NOBODY;
};

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A new empty directory, removed when the tests of the file are over. */
export function emptyDirectory(name = 'cap e2e '): string {
  const directory = mkdtempSync(join(tmpdir(), name));
  directories.push(directory);
  return directory;
}

/** Whose list of trusted catalogs the tests use; the probes are on it as soon as they are compiled. */
const CONFIGURATION = emptyDirectory('cap-configuration-');
chmodSync(CONFIGURATION, 0o755);

/** The least that a process gets: a path, an empty home of its own, and a configuration that trusts the probes. */
export function barely(home = emptyDirectory()): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, XDG_CONFIG_HOME: CONFIGURATION };
}

/** Runs `cap` to its end. */
export function cap(argv: readonly string[], call: Call = {}): Promise<Run> {
  return ended(start(argv, call), call);
}

/** Starts `cap`; the caller sees to its end. */
export function start(
  argv: readonly string[],
  { stdin = '', env, cwd, executable = EXECUTABLE, nobody = false, user }: Call = {},
) {
  const options: SpawnOptions = {
    env: { ...barely(), ...env },
    cwd: cwd ?? emptyDirectory(),
    stdio: [stdin === 'none' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(nobody ? AS_NOBODY : user),
  };
  const child = spawn(nobody ? executableForEverybody() : executable, argv, options);
  // A refused request is answered before all of it was read.
  child.stdin?.on('error', () => {});
  if (stdin !== 'open') child.stdin?.end(stdin === 'none' ? '' : stdin);
  return child;
}

async function ended(child: ReturnType<typeof start>, { stdin }: Call): Promise<Run> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, name) => resolve([code, name]));
  });
  if (stdin === 'open') child.stdin?.destroy();
  return { status, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') };
}

/** The one JSON document of an answer. Throws when stdout is anything else than one document and a newline. */
export function documentOf({ stdout }: Run): Record<string, never> {
  const text = stdout.toString('utf8');
  if (!text.endsWith('\n') || text.indexOf('\n') !== text.length - 1)
    throw new Error(`not one line: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Record<string, never>;
}

/** One request as JSON through one process. */
export async function ask(
  verb: string,
  request: object,
  call: Call & { readonly snapshot?: string } = {},
): Promise<Run> {
  const chosen = call.snapshot === undefined ? [] : ['--snapshot', call.snapshot];
  return cap([verb, '--request-json', '-', ...chosen], { ...call, stdin: JSON.stringify(request) });
}

let built: Promise<string> | undefined;

/** A snapshot of the probes, compiled by the executable itself; once for a test file. */
export function probes(): Promise<string> {
  built ??= (async () => {
    const file = join(emptyDirectory(), 'probes.snapshot');
    const run = await cap(['catalog', 'build', PROBES, '-o', file]);
    if (run.status !== 0) throw new Error(`the probes do not compile: ${run.stdout}${run.stderr}`);
    trustSnapshot(file, CONFIGURATION);
    return file;
  })();
  return built;
}

/** A run request for a probe, bound to the snapshot as an agent would bind it: by asking first. */
export async function runRequest(id: string, args: object, snapshot: string, more: object = {}): Promise<object> {
  const inspected = documentOf(
    await ask('inspect', { version: 'schema-inspect.v1', canonical_path: id }, { snapshot }),
  ) as unknown as {
    catalog: { source_hash: string; surface_hash: string };
    tool_spec: { identity: { version: number } };
  };
  return {
    version: 'action-run.v1',
    canonical_path: id,
    action_version: inspected.tool_spec.identity.version,
    expected_source_hash: inspected.catalog.source_hash,
    expected_surface_hash: inspected.catalog.surface_hash,
    tool_call_id: 'call-1',
    arguments: args,
    ...more,
  };
}

/** Makes a directory inside an empty one. */
export function directoryIn(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  return path;
}
