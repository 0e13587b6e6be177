/** The command line in this process, over a small catalog in memory: what it writes, and which request it would ask. */
import { runCli } from '../../src/cli/cli.ts';
import type { Host } from '../../src/cli/host.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { refuse } from '../../src/reason/refusal.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';

export type Written = { readonly exit: number; readonly out: string; readonly err: string };

/** Runs one command line. `interactive` gives it a terminal of 80 columns without colours unless told otherwise. */
export async function commandLine(argv: readonly string[], more: Partial<Host> = {}): Promise<Written> {
  const written = { out: '', err: '' };
  const world = worldOf(openCatalog());
  const exit = await runCli(argv, {
    version: '1.2.3',
    terminal: { interactive: false, columns: 80, colour: { out: false, err: false } },
    world: (file) => (file === undefined ? world : worldOf(refuse('snapshot_missing', { received: file }))),
    readRequest: () => refuse('empty_input'),
    write: (stream, text) => {
      written[stream] += text;
    },
    catalog: {
      read: () => [],
      write: async () => null,
      exists: () => false,
      create: async () => null,
      defaultSnapshot: () => openCatalog(),
    },
    openBench: () => ({ world, close: () => {} }),
    converse: () => undefined,
    checkPolicy: () => ({ files: [], problems: [], policy: NO_POLICY }),
    trust: {
      list: () => [],
      examine: (file) => refuse('snapshot_missing', { received: file }),
      keep: async () => undefined,
      forget: async () => undefined,
    },
    recovery: { entries: async () => [], move: async () => ({ kind: 'done' }), resetCircuits: async () => {} },
    audit: {
      read: async () => ({ files: [], head: undefined, anchor: 'none' as const }),
      prune: async () => [],
      pruneRecords: async () => ({ results: 0, operations: 0, traces: 0 }),
    },
    approvals: {
      open: async () => ({ kind: 'unavailable', message: 'there is no state here' }),
      question: async () => undefined,
      keep: async () => ({ kind: 'kept' }),
      askPerson: async () => undefined,
    },
    ...more,
  });
  return { exit, ...written };
}

export const TERMINAL = { interactive: true, columns: 80, colour: { out: false, err: false } };
export const COLOURS = { interactive: true, columns: 80, colour: { out: true, err: true } };
