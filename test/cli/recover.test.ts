/** `cap recover` over a journal in memory: one operation alone is shown, and each command that it names is typed as it stands. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../../src/cli/host.ts';
import type { RecoveryReport } from '../../src/contract/recovery-report.v1.ts';
import { type FoundEntry, type JournalState, mayMove } from '../../src/run/journal.ts';
import type { ConfirmationDesk } from '../../src/run/ports.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, NO_APPROVALS, TERMINAL } from './command-line.ts';

const world = worldOf(openCatalog());
const STANDINGS: readonly (readonly [state: JournalState, idempotent: boolean, running: boolean])[] = [
  ['prepared', false, false],
  ['sent', false, false],
  ['unknown', false, false],
  ['unknown', true, false],
  ['sent', false, true],
  ['handed_off', false, false],
];
let entries: FoundEntry[] = [];
/** What happened, in its order: facts as they were written down, and the states that operations were moved to. */
let told: unknown[] = [];
/** What a person types; undefined: there is none. */
let typed: string | undefined;
beforeEach(() => {
  told = [];
  typed = 'rejected';
  entries = STANDINGS.map(([state, idempotent, running], at) => ({
    running,
    entry: {
      ...{ operation_id: String(at).repeat(32), repeat_key: 'x', input_hash: 'x', canonical_path: 'text.touch' },
      ...{ state, idempotent, verifies: ['text.echo'], arguments: { path: `file ${at}` }, masked: [], base: '/' },
      history: [{ state, time: '2026-01-01T00:00:00.000Z' }],
    },
  }));
});

const RECOVERY: Host['recovery'] = {
  entries: async () => entries,
  move: async (id, state) => {
    entries = entries.map((found) => {
      if (found.entry.operation_id !== id) return found;
      if (!mayMove(found.entry.state, state)) throw new Error(`${found.entry.state} does not become ${state}`);
      told.push(state);
      return { ...found, entry: { ...found.entry, state } };
    });
    return { kind: 'done' };
  },
  resetCircuits: async () => {
    told.push('reset');
  },
  record: async ({ kind, operation_id, details }) => {
    told.push({ kind, operation_id, ...details });
    return { kind: 'recorded' };
  },
};

const type = (argv: readonly string[], more = {}) =>
  commandLine(argv, {
    world: () => world,
    recovery: RECOVERY,
    approvals: {
      ...NO_APPROVALS,
      open: async () => DESK,
      askPerson: async () => (typed === undefined ? { kind: 'nobody' } : { kind: 'typed', line: typed }),
    },
    ...more,
  });
let nonces = 0;
const spent = new Set<string>();
const DESK: ConfirmationDesk = {
  kind: 'open',
  key: new Uint8Array(32),
  now: 0,
  user: '1',
  newNonce: () => {
    nonces += 1;
    return String(nonces).padStart(32, '0');
  },
  wasSpent: async (nonce) => spent.has(nonce),
  spend: async (nonce) => ({ kind: spent.size < spent.add(nonce).size ? 'spent' : 'spent_before' }),
  keepQuestion: async () => ({ kind: 'kept' }),
  approval: async () => undefined,
};
const reported = async (...argv: string[]) => {
  const { exit, out } = await type([...argv, '--json']);
  return { exit, ...(JSON.parse(out) as RecoveryReport) };
};
/** Every command of a text, up to the word that goes on. */
const commandsOf = (text: string) =>
  [...text.matchAll(/cap (recover \w+ --\w+(?: (?:committed|rejected|compensated))?(?: --snapshot \S+)?)/g)].map(
    ([, words]) => (words as string).split(' '),
  );

describe.each(STANDINGS.map((standing, at) => [standing, at] as const))('an operation that is %j', (standing, at) => {
  const id = String(at).repeat(32);

  it('is shown by its id alone', async () => {
    const { exit, operations } = await reported('recover', id);
    expect([exit, operations]).toMatchObject([0, [{ operation_id: id, arguments: { path: `file ${at}` } }]]);
    const { out } = await type(['recover', id], { terminal: TERMINAL });
    expect(out).toContain(`${id}  text.touch  ${standing[0]} since 2026`);
    expect(out).toContain(`with {"path":"file ${at}"}`);
  });

  it.each([[[]], [['--snapshot', 'a.snapshot']]])('names commands that do what they say (%j)', async (over) => {
    const [shown] = (await reported('recover', id, ...over)).operations;
    const commands = commandsOf(shown?.next ?? '');
    const isOpen = !standing[2] && standing[0] !== 'handed_off';
    expect(commands.length > 0).toBe(isOpen);
    expect(shown?.next.replaceAll(/cap recover \w+ --\w+/g, '')).not.toContain('--as');
    const { out } = await type(['recover', id, ...over], { terminal: TERMINAL });
    for (const words of commands) {
      expect(out.split('\n')).toContain(`  cap ${words.join(' ')}`);
      expect(words.slice(words.length - over.length)).toEqual(over);
      const before = entries;
      expect(await type(words)).toMatchObject({ exit: 0 });
      entries = before;
    }
  });
});

it.each([
  [['--verify']],
  [['--as', 'committed']],
  [['0'.repeat(32), '--verify', '--compensate']],
  [['0'.repeat(32), '--reset-circuits']],
  [['--as', 'rejected', '--reset-circuits']],
])('%j is no way to call it', async (argv) => {
  expect(await type(['recover', ...argv, '--json'])).toMatchObject({
    exit: 2,
    out: expect.stringContaining('"usage"'),
  });
  expect(entries.map(({ entry }) => entry.state)).toEqual(STANDINGS.map(([state]) => state));
});

it('one that is not there is not found, and all that are open are listed without any', async () => {
  expect((await type(['recover', 'f'.repeat(32), '--json'])).out).toContain('result_not_found');
  expect((await reported('recover')).operations).toHaveLength(5);
});

const UNKNOWN = '2'.repeat(32);
const written = (kind: string, more: object) => ({ kind, operation_id: UNKNOWN, from: 'unknown', ...more });

describe('an end that somebody gives an operation', () => {
  it('is written down before it takes effect, with who said it', async () => {
    expect(await reported('recover', UNKNOWN, '--as', 'committed')).toMatchObject({ exit: 0 });
    expect(told).toEqual([written('settled', { to: 'committed', approver: 'caller' }), 'committed']);
  });

  it('from sent goes by way of unknown', async () => {
    expect(await reported('recover', '1'.repeat(32), '--as', 'rejected')).toMatchObject({ exit: 0 });
    expect(told).toMatchObject([{ kind: 'settled', from: 'sent', to: 'rejected' }, 'unknown', 'rejected']);
  });

  it('is none where that cannot be written', async () => {
    const broken = { record: async () => ({ kind: 'unavailable' as const, message: 'the log is full' }) };
    for (const argv of [[UNKNOWN, '--as', 'committed'], [UNKNOWN, '--as', 'rejected'], ['--reset-circuits']]) {
      const recovery = { ...RECOVERY, ...broken };
      const { exit, out } = await type(['recover', ...argv, '--json'], { recovery });
      expect([exit, out]).toEqual([70, expect.stringContaining('the log is full')]);
    }
    expect(told).toEqual([]);
  });

  it('by a reset of the circuits is one for all of them', async () => {
    expect(await reported('recover', '--reset-circuits')).toMatchObject({ exit: 0 });
    expect(told).toMatchObject([{ kind: 'circuits_reset' }, 'reset']);
  });
});

/** Every end but committed lets the same change be made a second time. */
describe.each(['rejected', 'compensated', 'handed_off'])('%s for what may have happened', (end) => {
  it('takes a person who types the word', async () => {
    typed = end;
    expect(await reported('recover', UNKNOWN, '--as', end)).toMatchObject({ exit: 0 });
    expect(told).toEqual([written('settled', { to: end, approver: 'human' }), end]);
  });

  it('is not taken where another word is typed', async () => {
    typed = 'yes';
    expect((await type(['recover', UNKNOWN, '--as', end, '--json'])).exit).toBe(4);
    expect(told).toMatchObject([written('declined', { to: end, approver: 'human' })]);
  });

  it('takes a token on a pipe, for this end of this operation in this state, once', async () => {
    typed = undefined;
    const asked = await reported('recover', UNKNOWN, '--as', end);
    expect(asked).toMatchObject({ exit: 10, confirmation: { approver: 'caller' }, operations: [{ state: 'unknown' }] });
    expect(told).toMatchObject([written('asked', { to: end, approver: 'caller' })]);
    const token = asked.confirmation?.confirmation_token ?? '';
    expect(asked.confirmation?.next).toContain(`cap recover ${UNKNOWN} --as ${end} --confirmation-token ${token}`);
    const other = end === 'rejected' ? 'handed_off' : 'rejected';
    const before = entries;
    for (const argv of [
      ['1'.repeat(32), '--as', end, '--confirmation-token', token],
      [UNKNOWN, '--as', other, '--confirmation-token', token],
      [UNKNOWN, '--as', end, '--confirmation-token', `${token.slice(0, -1)}x`],
    ]) {
      if (argv[0] !== UNKNOWN && end !== 'rejected') continue;
      expect((await type(['recover', ...argv, '--json'])).exit).toBe(4);
    }
    expect(entries).toBe(before);
    const yes = ['--as', end, '--confirmation-token', token];
    expect(await reported('recover', UNKNOWN, ...yes)).toMatchObject({ exit: 0, operations: [{ state: end }] });
    expect(told.slice(1)).toEqual([written('settled', { to: end, approver: 'caller' }), end]);
    entries = before;
    expect((await type(['recover', UNKNOWN, ...yes, '--json'])).exit).toBe(4);
  });
});

it.each([[[UNKNOWN, '--confirmation-token', 'x']], [[UNKNOWN, '--as', 'committed', '--confirmation-token', 'x']]])(
  'a confirmation that nothing asked for is refused (%j)',
  async (argv) => {
    expect((await type(['recover', ...argv, '--json'])).exit).toBe(2);
    expect(told).toEqual([]);
  },
);
