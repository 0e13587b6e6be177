/**
 * What is left when cap is killed at a random moment of a run: a write that is not idempotent is begun, cap gets SIGKILL,
 * and then everything is looked at: processes, the file that was written to, the journal, the audit. Then the same call
 * is made again, as a caller would. Real processes of the built executable, a state directory of its own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { trustSnapshot } from '../build/trusting.ts';

export type Kills = {
  readonly moments: number;
  /** How far the operation had come, by the state in its journal; 'none': it was not written down yet. */
  readonly died: Readonly<Record<string, number>>;
  /** What the same call answered afterwards. */
  readonly again: Readonly<Record<string, number>>;
  /** Each of these is a fault. */
  readonly faults: readonly string[];
};

/** How long the guard may take to end what was left; the child is told to leave first, and then made to. */
const ORPHANS_MS = 10_000;
const LOOK_EVERY_MS = 25;
/** How much a single run counts for what a run takes. */
const FOLLOWS = 0.2;

const PACK = `id: probe
type: pack
version: 1
title: {en: Probe}
summary: {en: What the kill test runs}
entities: [file]
when_to_use: [{en: Never}]
when_not_to_use: [{en: Always}]
`;

/** Writes its line in the middle of its time, and leaves a process with a session of its own behind. */
const PROGRAM = `#!/bin/bash
setsid sleep 300 &
sleep 0.02
echo "$2" >> done
sleep 0.02
`;

const ACTION = `id: probe.append
type: action
version: 1
title: {en: Append}
summary: {en: Appends one line}
intents: [create]
entities: [file]
when_to_use: [{en: Never}]
when_not_to_use: [{en: Always}]
side_effect: W-local
risk_level: low
confirmation: caller
idempotency: non_idempotent
timeout_ms: 60000
network_policy: none
requires: {executables: [{name: append-line}]}
arguments_schema:
  type: object
  additionalProperties: false
  required: [word]
  properties: {word: {type: string, pattern: "^[a-z0-9]+$", description: What is appended.}}
examples: [{arguments: {word: a}}, {arguments: {word: b}}]
handler:
  kind: command
  executable: append-line
  argv: ["--", {arg: word}]
  output: {format: text}
`;

export async function killAtRandom(executable: string, home: string, moments: number, seed: number): Promise<Kills> {
  const bench = prepare(executable, home);
  const random = sequence(seed);
  let full = await bench.fullRun();
  const died: Record<string, number> = {};
  const again: Record<string, number> = {};
  const faults: string[] = [];
  for (let moment = 0; moment < moments; moment += 1) {
    const word = `w${moment}`;
    const fault = (message: string) => faults.push(`moment ${moment}: ${message}`);
    await bench.killed(word, random() * full * 1.1);
    if (!(await bench.quiet())) fault(`processes were left: ${bench.processes().join(', ')}`);
    const state = bench.journalOf(word);
    died[state] = (died[state] ?? 0) + 1;
    const before = bench.times(word);
    if (before > 1) fault('written twice');
    if (before > 0 && ['none', 'prepared', 'rejected'].includes(state)) fault(`written, and the journal says ${state}`);
    if (before === 0 && state === 'acknowledged') fault('acknowledged, and not written');
    // What came to a known good end is not asked for again; everything else is.
    if (state === 'acknowledged') continue;
    const started = performance.now();
    const status = bench.run(word);
    // The machine may be busier or idler than at the start: the moments spread over what a run takes now.
    if (status === 'succeeded') full += (performance.now() - started - full) * FOLLOWS;
    again[status] = (again[status] ?? 0) + 1;
    if (bench.times(word) > 1) fault(`written twice: the journal said ${state}, the second call ${status}`);
    if (status === 'succeeded' && bench.times(word) !== 1) fault('succeeded, and not written');
    if (status !== 'succeeded' && status !== 'outcome_unknown') fault(`the second call answered ${status}`);
  }
  faults.push(...bench.records());
  return { moments, died, again, faults };
}

function prepare(executable: string, home: string) {
  const state = join(home, 'state');
  const configuration = join(home, '.config');
  const work = join(home, 'work');
  const catalog = join(home, 'catalog', 'probe');
  const programs = join(home, 'bin');
  for (const directory of [catalog, work, programs, join(configuration, 'cap')])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(catalog, '_pack.yaml'), PACK);
  writeFileSync(join(catalog, 'append.yaml'), ACTION);
  writeFileSync(join(configuration, 'cap', 'policy.yaml'), 'version: policy.v1\nmode: auto\n');
  writeFileSync(join(programs, 'append-line'), PROGRAM, { mode: 0o755 });
  const snapshot = join(home, 'probe.snapshot');
  const env = { PATH: `${programs}:/usr/bin:/bin`, HOME: home, CAP_STATE_DIR: state, CAP_SNAPSHOT: snapshot };
  const cap = (argv: readonly string[], input = '') =>
    spawnSync(executable, argv, { cwd: work, env, input, encoding: 'utf8' });
  const built = cap(['catalog', 'build', join(home, 'catalog'), '-o', snapshot]);
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
  trustSnapshot(snapshot, configuration);
  const inspection = { version: 'schema-inspect.v1', canonical_path: 'probe.append' };
  const { catalog: hashes } = JSON.parse(cap(['inspect', '--request-json', '-'], JSON.stringify(inspection)).stdout);
  const requestFor = (word: string): string =>
    JSON.stringify({
      version: 'action-run.v1',
      canonical_path: 'probe.append',
      action_version: 1,
      expected_source_hash: hashes.source_hash,
      expected_surface_hash: hashes.surface_hash,
      tool_call_id: word,
      arguments: { word },
    });
  const RUN = ['run', '--request-json', '-'];
  const run = (word: string): string => {
    const { stdout } = cap(RUN, requestFor(word));
    const answer = JSON.parse(stdout);
    return answer.status ?? answer.error?.reason;
  };
  const journal = join(state, 'journal');
  const entries = () =>
    [journal, join(journal, 'closed')]
      .filter((directory) => existsSync(directory))
      .flatMap((directory) =>
        readdirSync(directory)
          .filter((name) => name.endsWith('.json'))
          .map((name) => join(directory, name)),
      )
      .map((file) => JSON.parse(readFileSync(file, 'utf8')).entry);
  const processes = () => livingUnder(home);

  return {
    run,
    processes,
    /** Milliseconds that an undisturbed run takes, the middle of five. */
    async fullRun(): Promise<number> {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const start = performance.now();
        const status = run(`full${turn}`);
        if (status !== 'succeeded') throw new Error(`a run that nobody disturbs answers ${status}`);
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[2] as number;
    },
    async killed(word: string, after: number): Promise<void> {
      const child = spawn(executable, RUN, { cwd: work, env, stdio: ['pipe', 'ignore', 'ignore'] });
      const ended = new Promise((resolve) => child.on('close', resolve));
      child.stdin.on('error', () => {});
      child.stdin.end(requestFor(word));
      await sleep(after);
      child.kill('SIGKILL');
      await ended;
    },
    /** Whether nothing that was started here is alive any more, after a while. */
    async quiet(): Promise<boolean> {
      for (const until = performance.now() + ORPHANS_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
        if (processes().length === 0) return true;
      }
      return false;
    },
    times: (word: string): number =>
      existsSync(join(work, 'done'))
        ? readFileSync(join(work, 'done'), 'utf8')
            .split('\n')
            .filter((line) => line === word).length
        : 0,
    journalOf: (word: string): string => entries().find((entry) => entry.arguments.word === word)?.state ?? 'none',
    /** What does not hold of the records at the end. */
    records(): string[] {
      const verified = JSON.parse(cap(['audit', 'verify', '--json']).stdout);
      const open = JSON.parse(cap(['recover', '--json']).stdout);
      return [
        ...(verified.holds === true ? [] : [`the audit does not hold: ${JSON.stringify(verified.findings)}`]),
        ...(Array.isArray(open.operations) ? [] : ['the journal cannot be read']),
      ];
    },
  };
}

/** Command lines of living processes that were started with this home. */
function livingUnder(home: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!`\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0HOME=${home}\0`)) continue;
      found.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 120));
    } catch {
      // Gone in between, or a zombie.
    }
  }
  return found;
}

/** The same numbers between 0 and 1 for the same seed: a moment that failed can be looked at again. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
