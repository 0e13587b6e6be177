/**
 * The TABLE of verbs and their options on the command line: which option fills which field of the request. Parser, help
 * and the names in error messages come from it; ranges and choices come from the contracts and stand nowhere here.
 */

/**
 * How the text of an option becomes JSON. A text that does not fit stays a text, so that the contract's own check refuses
 * it: `list` splits at commas and may be repeated, `texts` is repeated only, `lines` is FROM:TO.
 */
export type FlagKind = 'text' | 'integer' | 'switch' | 'list' | 'texts' | 'lines';

export type Flag = {
  readonly flags: string;
  readonly field: string;
  readonly kind: FlagKind;
  readonly about: string;
};

export type CommandLine = {
  readonly name: string;
  readonly version: string;
  readonly about: string;
  /** The words behind the verb: which field they fill, and whether they name a capability. */
  readonly words: { readonly label: string; readonly field: string; readonly about: string; readonly names: boolean };
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
};

export const SEARCH: CommandLine = {
  name: 'search',
  version: 'tool-search.v1',
  about: 'Find capabilities in plain words, Chinese, English or mixed.',
  words: { label: '[words...]', field: 'query', about: 'what is wanted', names: false },
  flags: [
    { flags: '--limit <n>', field: 'limit', kind: 'integer', about: 'references to show' },
    { flags: '--candidate-limit <n>', field: 'candidate_limit', kind: 'integer', about: 'candidates to rank' },
    { flags: '--within <pack>', field: 'within', kind: 'text', about: 'only below this pack' },
    { flags: '--product-ids <ids>', field: 'product_ids', kind: 'list', about: 'only these top-level packs' },
    { flags: '--types <types>', field: 'types', kind: 'list', about: 'only these types' },
    { flags: '--effects <effects>', field: 'effects', kind: 'list', about: 'only these effects' },
    {
      flags: '--side-effect-max <level>',
      field: 'side_effect_max',
      kind: 'text',
      about: 'nothing stronger than this side effect',
    },
    { flags: '--exclude <ids>', field: 'exclude_canonical', kind: 'list', about: 'ids that must not come back' },
    {
      flags: '--subquery <text>',
      field: 'subqueries',
      kind: 'texts',
      about: 'one step of a compound task; repeat for each step',
    },
    { flags: '--explain', field: 'explain', kind: 'switch', about: 'say how each rank came about' },
    { flags: '--use-history', field: 'use_history', kind: 'switch', about: 'let past runs count, weakly' },
  ],
  examples: [
    'cap search 端口被占用',
    'cap search "which process holds port 3000" --limit 3',
    'cap search 查看日志 --within git --side-effect-max R',
    'cap search --subquery 查看端口 --subquery "list large files"',
  ],
};

export const INSPECT: CommandLine = {
  name: 'inspect',
  version: 'schema-inspect.v1',
  about: 'Show the full contract of one capability.',
  words: { label: '[capability...]', field: 'canonical_path', about: 'an id or its words', names: true },
  flags: [
    { flags: '--detail <form>', field: 'detail', kind: 'text', about: 'full adds both languages and all examples' },
    {
      flags: '--expected-source-hash <hash>',
      field: 'expected_source_hash',
      kind: 'text',
      about: 'refuse another catalog than this one',
    },
    {
      flags: '--expected-surface-hash <hash>',
      field: 'expected_surface_hash',
      kind: 'text',
      about: 'goes with the source hash',
    },
  ],
  examples: ['cap inspect ID', 'cap inspect ID --json'],
};

export const LIST: CommandLine = {
  name: 'list',
  version: 'capability-list.v1',
  about: 'Browse the packs of the catalog.',
  words: { label: '[pack...]', field: 'parent', about: 'the pack to list; the top without one', names: true },
  flags: [
    { flags: '--depth <n>', field: 'depth', kind: 'integer', about: 'levels below the pack' },
    { flags: '--types <types>', field: 'types', kind: 'list', about: 'only entries of these types' },
    { flags: '--limit <n>', field: 'limit', kind: 'integer', about: 'most entries' },
  ],
  examples: ['cap list', 'cap list ID', 'cap list --depth 2 --types action'],
};

/** Options of `cap run` that are no arguments of the capability. */
export const RUN: CommandLine = {
  name: 'run',
  version: 'action-run.v1',
  about: 'Run one action under control and show its evidence.',
  words: { label: '[capability...]', field: 'canonical_path', about: 'an id or its words', names: true },
  flags: [
    { flags: '--dry-run', field: 'dry_run', kind: 'switch', about: 'show the plan and execute nothing' },
    { flags: '--cwd <directory>', field: 'cwd', kind: 'text', about: 'directory to run in' },
    { flags: '--timeout-ms <n>', field: 'timeout_ms', kind: 'integer', about: 'stop after this many milliseconds' },
    { flags: '--call-id <name>', field: 'tool_call_id', kind: 'text', about: 'your own name for this call' },
    {
      flags: '--idempotency-key <key>',
      field: 'idempotency_key',
      kind: 'text',
      about: 'passed on where the backend takes one',
    },
    {
      flags: '--confirmation-token <token>',
      field: 'confirmation_token',
      kind: 'text',
      about: 'from a confirmation_required answer',
    },
  ],
  examples: [
    'cap run ID --help',
    'cap run ID --port 3000',
    'cap run ID --max-count 5 --cwd ~/project',
    'cap run ID --args-json \'{"port":3000}\' --dry-run',
  ],
};

export const RESULT: CommandLine = {
  name: 'result',
  version: 'result-read.v1',
  about: 'Read the rest of an output that was too large for its answer.',
  words: { label: '[ref]', field: 'result_ref', about: 'the result_ref of a run', names: false },
  flags: [
    { flags: '--stream <name>', field: 'stream', kind: 'text', about: 'which output' },
    { flags: '--lines <from:to>', field: 'lines', kind: 'lines', about: 'these lines, both ends included' },
    {
      flags: '--bytes <from:to>',
      field: 'bytes',
      kind: 'lines',
      about: 'these bytes, from 0; beside --item of its text',
    },
    {
      flags: '--item <n>',
      field: 'item',
      kind: 'integer',
      about: 'one item of the only list, from 0; or a JSON pointer as cuts name it',
    },
    { flags: '--grep <text>', field: 'grep', kind: 'text', about: 'only lines that hold this text' },
  ],
  examples: [
    'cap result REF --lines 1:100',
    'cap result REF --grep error --lines 100:200',
    'cap result REF --item 0',
    'cap result REF --item /entries/4000',
    'cap result REF --bytes 32768:65536',
  ],
};

export const DOORS: CommandLine = {
  name: 'doors',
  version: 'doors.v1',
  about: 'Show which door to a capability is shut, why, and what would open it.',
  words: { label: '[capability...]', field: 'canonical_path', about: 'an id or its words', names: true },
  flags: [],
  examples: ['cap doors ID', 'cap doors ID --json'],
};

/** In the order in which help shows them; `run` is parsed in two steps, as its options come from the capability. */
export const COMMAND_LINES: readonly CommandLine[] = [SEARCH, INSPECT, LIST, RUN, RESULT, DOORS];
