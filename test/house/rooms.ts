/**
 * The plan of the house as data: which room stands on which floor, and what may be touched where. A new room is one line here.
 */

/** Floor of every room under src. Imports go strictly down; rooms of one floor are blind to each other. */
export const FLOORS: Readonly<Record<string, number>> = {
  contract: 0,
  reason: 0,
  canon: 0,
  capability: 1,
  text: 1,
  fulltext: 2,
  policy: 2,
  audit: 2,
  snapshot: 3,
  search: 4,
  inspect: 4,
  listing: 4,
  disclosure: 4,
  diff: 4,
  run: 4,
  compile: 4,
  importing: 4,
  verbs: 5,
  platform: 6,
  toolbox: 6,
  cli: 6,
  mcp: 6,
  evaluation: 6,
  main: 7,
  scripts: 7,
};

/** The one look sideways: contracts publish the reasons. */
export const SIDEWAYS: readonly string[] = ['contract → reason'];

/** Rooms that touch the world. Everywhere else an effect enters through a port. */
export const WORLDLY_ROOMS: ReadonlySet<string> = new Set(['platform', 'toolbox', 'scripts', 'main']);

/** Modules that reach disk, processes, clock, terminal or network. */
export const WORLDLY_MODULES: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:dns',
  'node:dns/promises',
  'node:fs',
  'node:fs/promises',
  'node:http',
  'node:http2',
  'node:https',
  'node:inspector',
  'node:net',
  'node:os',
  'node:perf_hooks',
  'node:process',
  'node:readline',
  'node:readline/promises',
  'node:sea',
  'node:timers',
  'node:timers/promises',
  'node:tls',
  'node:tty',
  'node:vm',
  'node:worker_threads',
  'env-paths',
  'execa',
  'write-file-atomic',
]);

/** Names that reach the same without an import. */
export const WORLDLY_NAMES: ReadonlySet<string> = new Set([
  'process',
  'Date',
  'performance',
  'fetch',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'require',
]);

/** `Math.random` and what answers by the machine's locale: the same question must have the same answer everywhere. */
export const FORBIDDEN_MEMBERS: ReadonlySet<string> = new Set([
  'Math.random',
  'Intl.Segmenter',
  'Intl.Collator',
  'Intl.DateTimeFormat',
  'Intl.NumberFormat',
]);

/** Methods that answer by the machine's locale. */
export const LOCALE_METHODS: ReadonlySet<string> = new Set([
  'localeCompare',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
]);

/** Hashes have one door. The outer rooms may use the rest of the module (random bytes, streams). */
export const CRYPTO_ROOMS: ReadonlySet<string> = new Set(['canon', 'platform', 'toolbox', 'scripts', 'main']);

/** A file name says what is inside; these say nothing. */
export const EMPTY_NAMES: ReadonlySet<string> = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'index',
  'types',
  'common',
  'misc',
]);

/** Longest source file, in lines: beyond this a file does more than one thing. */
export const LONGEST_FILE_LINES = 300;

/** Longer files, each with its reason. */
export const LONGER_FILES: Readonly<Record<string, string>> = {};

/** Size of the hot script: it is mapped and its code cache checked in every process. What is there, with a hundredth of room. */
export const HOT_SCRIPT_BYTES = 114_500;

/** Rooms that a cold search, inspect or list may load. Everything else waits in a script that loads on demand. */
export const HOT_ROOMS: ReadonlySet<string> = new Set([
  'contract',
  'reason',
  'canon',
  'capability',
  'text',
  'fulltext',
  'policy',
  'snapshot',
  'search',
  'inspect',
  'listing',
  'verbs',
  'platform',
  'main',
]);
