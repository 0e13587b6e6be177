/** The command line in this process, over a small catalog in memory: what it writes, and which request it would ask. */
import { runCli } from '../../src/cli/cli.ts';
import type { Host, Measuring } from '../../src/cli/host.ts';
import { runEvaluation } from '../../src/evaluation/command.ts';
import { replayBetween, runReplay } from '../../src/evaluation/replay-command.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { refuse } from '../../src/reason/refusal.ts';
import { hostOver } from '../evaluation/bench.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';

export type Written = { readonly exit: number; readonly out: string; readonly err: string };

/** Measuring over real files and these worlds, as the executable puts it together. */
function measuringOver(worldOf: Host['world']): Measuring {
  return {
    evaluate: (request, world) => runEvaluation(request, hostOver(world, worldOf)),
    replay: (request, world) => runReplay(request, hostOver(world, worldOf)),
    replayBetween: async (file, before, after) => replayBetween(file, before, after, hostOver(after)),
  };
}

/** A place without any file, before the small catalog as the one inside the executable. */
export const NO_FILES: Host['catalog'] = {
  read: () => [],
  write: async () => null,
  exists: () => false,
  create: async () => null,
  defaultSnapshot: () => openCatalog(),
  bounded: (_milliseconds, work) => ({ value: work() }),
  chosen: (file) => file,
};

/** A place without a state, where nobody can be asked. */
export const NO_APPROVALS: Host['approvals'] = {
  open: async () => ({ kind: 'unavailable', message: 'there is no state here' }),
  question: async () => undefined,
  keep: async () => ({ kind: 'kept' }),
  withdraw: async () => ({ kind: 'withdrawn' }),
  record: async () => ({ kind: 'recorded' }),
  askPerson: async () => ({ kind: 'nobody' }),
};

/** Runs one command line. `interactive` gives it a terminal of 80 columns without colours unless told otherwise. */
export async function commandLine(argv: readonly string[], more: Partial<Host> = {}): Promise<Written> {
  const written = { out: '', err: '' };
  const world = worldOf(openCatalog());
  const worldFor: Host['world'] = (file) =>
    file === undefined ? world : worldOf(refuse('snapshot_missing', { received: file }));
  const exit = await runCli(argv, {
    version: '1.2.3',
    terminal: { interactive: false, columns: 80, colour: { out: false, err: false } },
    world: worldFor,
    readRequest: () => refuse('empty_input'),
    write: (stream, text) => {
      written[stream] += text;
    },
    catalog: NO_FILES,
    openBenches: () => ({ open: async () => ({ world, close: () => {} }), close: () => {} }),
    converse: () => undefined,
    measuring: measuringOver(more.world ?? worldFor),
    checkPolicy: () => ({ files: [], problems: [], policy: NO_POLICY }),
    compilePolicy: async () => refuse('usage'),
    trust: {
      list: () => [],
      examine: (file) => refuse('snapshot_missing', { received: file }),
      keep: async () => undefined,
      forget: async () => undefined,
    },
    recovery: {
      entries: async () => [],
      move: async () => ({ kind: 'done' }),
      resetCircuits: async () => {},
      record: async () => ({ kind: 'recorded' }),
    },
    audit: {
      read: async () => ({ files: [], head: undefined, anchor: 'none' as const }),
      witnesses: async () => [],
      prune: async () => ({ events: 0, files: [] }),
      pruneRecords: async () => ({ results: 0, operations: 0, traces: 0, scripts: 0 }),
    },
    approvals: NO_APPROVALS,
    ...more,
  });
  return { exit, ...written };
}

export const TERMINAL = { interactive: true, columns: 80, colour: { out: false, err: false } };
export const COLOURS = { interactive: true, columns: 80, colour: { out: true, err: true } };
