/**
 * `npm run demo`: the main job on real input, through the executable alone. A server takes a port of this machine and a
 * question in Chinese finds out who did; a question in English reads the history of a repository. It fails where anything
 * is not as it should be, needs no network, and leaves nothing behind.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { EXECUTABLE } from './build/root.ts';

type Json = Readonly<Record<string, unknown>>;
type Hashes = { readonly source_hash: string; readonly surface_hash: string };
type Candidate = { canonical_path: string; title: string; side_effect: string; next_step: { request: Json } };
type Spec = { identity: { version: number }; when_to_use: unknown; arguments_schema: { properties: Json } };

/** Long answers are shown up to here; the checks see all of them. */
const SHOWN_CHARACTERS = 900;
const SUBJECT = '第一次提交 & "quotes"';

const home = mkdtempSync(join(tmpdir(), 'cap demo '));
/** Nothing of whoever looks on: no project file, no chosen catalog, no state. */
const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, TERM: process.env.TERM ?? 'dumb' };

try {
  await whoHoldsThePort();
  lastCommits();
  say('Everything was as it should be.');
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function whoHoldsThePort(): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  say(`1. A server of process ${process.pid} listens on port ${port}. Who holds that port?`);
  const found = mainJob(`端口 ${port} 被占用了，是哪个进程`, 'system.port.who', { port });
  const { holders } = found.result as { holders: { pid: number }[] };
  check(
    holders.some(({ pid }) => pid === process.pid),
    `the evidence names process ${process.pid}`,
  );
  say('   The same as a person types it (a table on a terminal, JSON through a pipe):');
  const argv = ['run', 'system', 'port', 'who', '--port', String(port)];
  process.stdout.write(`$ cap ${argv.join(' ')}\n`);
  const typed = execaSync(EXECUTABLE, argv, { ...surroundings(home), stdio: ['ignore', 'inherit', 'inherit'] });
  check(typed.exitCode === 0, 'it exits with 0');
  server.close();
}

function lastCommits(): void {
  const repository = join(home, 'a repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'file.txt'), 'text\n');
  git(repository, 'init', '--quiet');
  git(repository, 'add', '.');
  git(repository, '-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid', 'commit', '--quiet', '-m', SUBJECT);
  say(`2. A new repository has one commit, ${JSON.stringify(SUBJECT)}. What does its history say?`);
  const found = mainJob('list the latest commits of a repository', 'git.log', { repository, limit: 5 });
  const commits = found.result as { subject: string }[];
  check(commits.length === 1 && commits[0]?.subject === SUBJECT, 'the evidence holds that commit, letter by letter');
}

/** Question → references → one contract → the action runs; gives its evidence. */
function mainJob(query: string, expected: string, args: Json): Json {
  const found = cap('search', { version: 'tool-search.v1', query, limit: 3 });
  const candidates = found.candidates as Candidate[];
  for (const [at, { canonical_path: id, title, side_effect: effect }] of candidates.entries()) {
    process.stdout.write(`  ${at + 1}. ${id}  [${effect}]  ${title}\n`);
  }
  const first = candidates[0];
  if (first === undefined) throw new Error('nothing was found');
  check(first.canonical_path === expected, `the first is ${expected}`);

  const inspected = cap('inspect', first.next_step.request);
  const spec = inspected.tool_spec as Spec;
  const names = Object.keys(spec.arguments_schema.properties).join(', ');
  process.stdout.write(`  version ${spec.identity.version}, arguments: ${names}\n`);

  const { source_hash, surface_hash } = inspected.catalog as Hashes;
  const ran = cap('run', {
    version: 'action-run.v1',
    canonical_path: first.canonical_path,
    action_version: spec.identity.version,
    expected_source_hash: source_hash,
    expected_surface_hash: surface_hash,
    tool_call_id: 'demo-1',
    arguments: args,
  });
  const { exit_code, duration_ms, result } = ran.evidence as Json;
  show({ status: ran.status, tool_status: ran.tool_status, evidence: { exit_code, duration_ms, result } });
  check(ran.status === 'succeeded', 'it succeeded');
  return ran.evidence as Json;
}

/** One request through a fresh process of the executable. */
function cap(verb: string, request: Json): Json {
  process.stdout.write(`\n$ cap ${verb} --request-json -   # ${JSON.stringify(request)}\n`);
  const input = JSON.stringify(request);
  const given = execaSync(EXECUTABLE, [verb, '--request-json', '-'], { ...surroundings(home), input });
  if (given.exitCode !== 0) throw new Error(`cap ${verb} ended with ${given.exitCode}: ${given.stdout}${given.stderr}`);
  return JSON.parse(given.stdout) as Json;
}

function git(repository: string, ...argv: string[]): void {
  const given = execaSync('git', argv, surroundings(repository));
  if (given.exitCode !== 0) throw new Error(`git ${argv[0]}: ${given.stderr}`);
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not as it should be: ${what}`);
  process.stdout.write(`  ✓ ${what}\n`);
}

function say(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function show(value: unknown): void {
  const text = JSON.stringify(value, null, 2);
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n…` : text;
  process.stdout.write(`${shown.replaceAll(/^/gm, '  ')}\n`);
}

/** A process that inherits nothing; how it ended is for the caller to judge. */
function surroundings(cwd: string) {
  return { cwd, env, extendEnv: false, reject: false } as const;
}
