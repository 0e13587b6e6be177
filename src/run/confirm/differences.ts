/**
 * In what a call differs from the one that a token is for. The token holds a few digits of each part of its call, salted
 * with the desk's key: they tell that a part is another one, and nothing of what it was. They prove nothing; the input_hash does. Of
 * a part that holds a secret they tell nothing at all: what is described of a call has none.
 */
import { sha256Hex } from '../../canon/hash.ts';
import { canonicalJson } from '../../canon/json.ts';
import { hmacSha256Hex } from '../../canon/mac.ts';
import type { Json } from '../../capability/capability.ts';
import type { Frozen } from '../freeze.ts';
import type { Desk } from './token.ts';

type Described = Frozen['described'];

type Part = {
  readonly name: string;
  readonly of: (described: Described) => Json;
  /** What it is now, where that may be told in a few words. */
  readonly now?: (frozen: Frozen) => string;
  /** Parts that this one is made of: where one of them differs, nobody need be told that this does, too. */
  readonly madeOf?: readonly string[];
};

/** Enough digits that a part is passed over once in 65,536 times; with more parts the token would be long to copy. */
const DIGITS = 4;

/** Not known before it was looked at. */
const STATE = 'state of what it would touch';

/** In this order in each token: a new one goes to the end. */
const PARTS: readonly Part[] = [
  {
    name: 'capability',
    of: ({ canonical_path: id, action_version: version }) => [id, version],
    now: ({ capability }) => `${capability.id}, version ${capability.version}`,
  },
  { name: 'catalog', of: ({ source_hash: source, surface_hash: surface }) => [source, surface] },
  { name: 'tool_call_id', of: (all) => all.tool_call_id, now: ({ toolCallId }) => toolCallId },
  { name: 'arguments', of: (all) => all.arguments },
  {
    name: 'executable, or its content',
    of: ({ executable, name, programs, absent = [], script_hash: script }) => [
      executable,
      name,
      programs,
      absent,
      script,
    ],
    now: ({ executable, programs }) =>
      [executable, ...programs.map((program) => program.executable)].map(({ path }) => path).join(', '),
  },
  { name: 'command line', of: ({ argv }) => argv, madeOf: ['arguments'] },
  { name: 'directory that it runs in', of: ({ cwd }) => cwd, now: ({ cwd }) => cwd },
  { name: 'PATH', of: ({ environment }) => environment.filter(([name]) => name === 'PATH') },
  {
    name: 'environment',
    of: ({ environment }) => environment.filter(([name]) => name !== 'PATH'),
    now: ({ environment }) => `now with ${Object.keys(environment).sort().join(', ')}`,
  },
  { name: 'text that it gets on its stdin', of: (all) => all.stdin_hash, madeOf: ['arguments'] },
  { name: 'set of secrets', of: ({ secrets }) => secrets },
  { name: 'reach into the network', of: ({ network }) => network, now: ({ network }) => network.state },
  {
    name: 'limit of time or memory',
    of: ({ timeout_ms: time, memory }) => [time, memory ?? null],
    now: ({ timeoutMs, memory }) =>
      memory === undefined ? `${timeoutMs} ms` : `${timeoutMs} ms, ${memory.limit_mb} MB ${memory.state}`,
  },
  {
    name: 'set of files where its paths lead',
    of: ({ places }) => places,
    madeOf: ['arguments', 'directory that it runs in'],
  },
  { name: 'policy', of: (all) => all.policy_revision },
  {
    name: STATE,
    of: (all) => all.state_hash ?? null,
    madeOf: ['arguments', 'directory that it runs in'],
  },
];

/** Of another capability nothing is the same. */
const [WHOLE] = PARTS as readonly [Part];

/** The digits of all parts of a call, for the token of this nonce. */
export function marksOf(frozen: Frozen, nonce: string, { key }: Pick<Desk, 'key'>): string {
  const salt = hmacSha256Hex(key, `cap parts\n${nonce}`);
  return PARTS.map(({ name, of }) =>
    sha256Hex(`${salt}\n${name}\n${canonicalJson(of(frozen.described))}`).slice(0, DIGITS),
  ).join('');
}

/** Each part of this call that is another than what the marks were made of: its name, and what it is now. */
export function differences(frozen: Frozen, marks: string, nonce: string, desk: Pick<Desk, 'key'>): readonly string[] {
  const now = marksOf(frozen, nonce, desk);
  const digits = (text: string, at: number) => text.slice(at * DIGITS, (at + 1) * DIGITS);
  const isUnseen = frozen.capability.preview !== undefined && frozen.seen === undefined;
  const known = PARTS.filter(({ name }) => name !== STATE || !isUnseen);
  const other = known.filter((part) => {
    const at = PARTS.indexOf(part);
    return digits(marks, at) !== digits(now, at);
  });
  const told = other.includes(WHOLE)
    ? [WHOLE]
    : other.filter(({ madeOf = [] }) => !other.some(({ name }) => madeOf.includes(name)));
  return told.map(({ name, now: tell }) => (tell === undefined ? name : `${name} (${tell(frozen)})`));
}
