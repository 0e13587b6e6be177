/** Requests to judge: correct ones of every contract, and ways to spoil them. */
import fc from 'fast-check';

export type Fields = { readonly [name: string]: unknown };

const HASH = 'ab'.repeat(32);

/** One request of each contract in which every field is present and correct. */
export const FULL_REQUESTS: Readonly<Record<string, Fields>> = {
  'tool-search.v1': {
    version: 'tool-search.v1',
    query: '谁占用了 3000 端口',
    subqueries: ['list branches', '删除分支'],
    limit: 3,
    candidate_limit: 40,
    within: 'system',
    product_ids: ['system', 'git'],
    types: ['action', 'pack'],
    effects: ['read'],
    side_effect_max: 'W-local',
    exclude_canonical: ['git.log'],
    explain: true,
    use_history: false,
  },
  'schema-inspect.v1': {
    version: 'schema-inspect.v1',
    canonical_path: 'git.log',
    expected_source_hash: HASH,
    expected_surface_hash: HASH,
    detail: 'full',
  },
  'capability-list.v1': {
    version: 'capability-list.v1',
    parent: 'git',
    depth: 2,
    types: ['recipe'],
    limit: 7,
  },
  'action-run.v1': {
    version: 'action-run.v1',
    canonical_path: 'git.log',
    action_version: 1,
    expected_source_hash: HASH,
    expected_surface_hash: HASH,
    tool_call_id: 'call-7',
    arguments: { max_count: 5, paths: ['a b', 'ü'], nested: { deep: [null, true] } },
    dry_run: true,
    confirmation_token: 'token',
    idempotency_key: 'key',
    cwd: '/tmp',
    timeout_ms: 1000,
  },
  'doors.v1': { version: 'doors.v1', canonical_path: 'system.port.who' },
  'result-read.v1': {
    version: 'result-read.v1',
    result_ref: 'abc',
    stream: 'stderr',
    lines: { from: 1, to: 9 },
  },
};

/** Values that a field may wrongly (or, by luck, rightly) be given. */
const VALUES: readonly unknown[] = [
  '/entries/4000',
  { from: 1, to: 9 },
  null,
  true,
  false,
  0,
  -1,
  1,
  2,
  3,
  4,
  20,
  21,
  99,
  100,
  101,
  500,
  501,
  3_600_000,
  3_600_001,
  1.5,
  -0,
  1e15,
  '',
  ' ',
  'x',
  'git',
  'R',
  'I',
  'read',
  'action',
  'full',
  'stdout',
  HASH,
  HASH.toUpperCase(),
  `${HASH}0`,
  HASH.slice(1),
  'a\nb',
  'a\u0000',
  '\u007f',
  '\u0085',
  '\u202e',
  '\u2066x',
  '\u200fabc',
  '\ufeff',
  '\u2028',
  '\u200d',
  '\u00ad',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(256),
  'x'.repeat(257),
  'x'.repeat(512),
  'x'.repeat(513),
  '😀'.repeat(128),
  '😀'.repeat(256),
  '😀'.repeat(257),
  '端'.repeat(256),
  '端'.repeat(257),
  [],
  [[]],
  [null],
  ['x'],
  [''],
  ['x', 1],
  ['action', 'action'],
  ['read', 'write', 'destructive', 'read'],
  ['a\tb'],
  Array(8).fill('x'),
  Array(9).fill('x'),
  Array(64).fill('x'),
  Array(65).fill('x'),
  Array(257).fill('x'),
  Array(8).fill('端'.repeat(85)),
  Array(8).fill('端'.repeat(86)),
  Array(4).fill('😀'.repeat(128)),
  Array(5).fill('😀'.repeat(128)),
  {},
  { from: 1, to: 1 },
  { from: 0, to: 1 },
  { from: 1 },
  { from: 1, to: 2, by: 3 },
  { x: { y: [1, 'a\nb'] } },
];

const STRANGE_NAMES = [
  'qurey',
  'Query',
  'limit ',
  '',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  '端口',
  'a/b~c',
];

/** A request of a contract with some fields left out, put wrong, or added; as the text that a caller would send. */
export function spoiledRequest(version: string): fc.Arbitrary<string> {
  const full = FULL_REQUESTS[version] as Fields;
  const names = Object.keys(full);
  const change = fc.oneof(
    { weight: 5, arbitrary: fc.record({ name: fc.constantFrom(...names), value: fc.constantFrom(...VALUES) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        name: fc.constantFrom(...STRANGE_NAMES, 'grep', 'item', 'bytes'),
        value: fc.constantFrom(...VALUES),
      }),
    },
  );
  return fc
    .record({
      kept: fc.oneof({ weight: 2, arbitrary: fc.constant(names) }, { weight: 3, arbitrary: fc.subarray(names) }),
      version: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      changes: fc.array(change, { maxLength: 2 }),
    })
    .map(({ kept, version: withVersion, changes }) => {
      const members = new Map(kept.map((name) => [name, full[name]]));
      if (withVersion) members.set('version', version);
      for (const { name, value } of changes) members.set(name, value);
      // Written by hand: an object literal cannot carry the key __proto__.
      return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
    });
}
