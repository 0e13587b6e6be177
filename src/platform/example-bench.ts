/** Fresh directories in which examples of capabilities run, each with its own home: nothing of the user's is reached. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatingSystem } from '../capability/capability.ts';
import type { FixtureStep } from '../capability/fixture.ts';
import type { Policy } from '../policy/policy.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import { declaredOrigin } from './declared-origin.ts';
import { isPackaged } from './embedded.ts';
import { createRunPorts } from './run-ports.ts';
import { createWorld } from './world.ts';

export type ExampleBench = {
  readonly world: World;
  readonly close: () => void;
};

/** What is not here (`needs`), or what went wrong in setting up; the directory is gone again. */
export type NoBench = { readonly kind: 'lacking' | 'broken'; readonly message: string };

/** Longer than a step should take, in milliseconds. */
const STEP_MS = 60_000;

export type ExampleBenches = {
  /** Takes the steps one by one. Throws when the system's temporary directory cannot be written. */
  readonly open: (steps: readonly FixtureStep[]) => Promise<ExampleBench | NoBench>;
  readonly close: () => void;
};

/** Benches that share the records of their runs: what an executable is, by its bytes, is then looked up once. */
export function openExampleBenches(snapshot: Snapshot, policy: () => Policy | Refusal): ExampleBenches {
  const state = temporary();
  return {
    open: (steps) => openBench(snapshot, steps, policy, state),
    close: () => rmSync(state, { recursive: true, force: true }),
  };
}

function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'cap-example-')));
}

async function openBench(
  snapshot: Snapshot,
  steps: readonly FixtureStep[],
  policy: () => Policy | Refusal,
  state: string,
): Promise<ExampleBench | NoBench> {
  const base = temporary();
  const close = () => rmSync(base, { recursive: true, force: true });
  const directory = join(base, 'work');
  const home = join(base, 'home');
  for (const made of [directory, home]) mkdirSync(made);
  for (const step of steps) {
    const failed = await take(step, directory, home);
    if (failed === undefined) continue;
    close();
    return failed;
  }
  const ports = createRunPorts({
    environment: { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, CAP_STATE_DIR: state },
    cwd: directory,
    platform: process.platform,
    self: { file: process.execPath, argv: isPackaged() ? [] : [fileURLToPath(new URL('../main.ts', import.meta.url))] },
  });
  const { principal } = createWorld(undefined, () => Promise.resolve(ports), policy).caller;
  return {
    world: {
      os: process.platform as OperatingSystem,
      snapshot: () => snapshot,
      policy,
      caller: {
        principal,
        origin: () => declaredOrigin(snapshot),
        // Whoever opens a bench has asked before.
        trusted: () => true,
      },
      runPorts: () => Promise.resolve(ports),
    },
    close,
  };
}

async function take(step: FixtureStep, directory: string, home: string): Promise<NoBench | undefined> {
  if ('files' in step) {
    for (const [path, text] of Object.entries(step.files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    return undefined;
  }
  const [kind, argv] = 'needs' in step ? (['lacking', step.needs] as const) : (['broken', step.run] as const);
  const message = await saidOnFailure(argv, directory, home);
  return message === undefined ? undefined : { kind, message };
}

/** Runs one command; undefined when it succeeded, else what it said. */
function saidOnFailure(argv: readonly string[], cwd: string, home: string): Promise<string | undefined> {
  const [file = '', ...rest] = argv;
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
  return new Promise((resolve) => {
    execFile(file, rest, { cwd, env, timeout: STEP_MS }, (error, _out, stderr) => {
      const why = stderr.trim().split('\n').at(-1) || error?.message || '';
      resolve(error === null ? undefined : `${argv.slice(0, 3).join(' ')}: ${why}`);
    });
  });
}
