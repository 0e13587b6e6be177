/** `cap recover` over a journal in memory: one operation alone is shown, and each command that it names is typed as it stands. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecoveryReport } from '../../src/contract/recovery-report.v1.ts';
import { type FoundEntry, type JournalState, mayMove } from '../../src/run/journal.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, TERMINAL } from './command-line.ts';

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
beforeEach(() => {
  entries = STANDINGS.map(([state, idempotent, running], at) => ({
    running,
    entry: {
      ...{ operation_id: String(at).repeat(32), repeat_key: 'x', input_hash: 'x', canonical_path: 'text.touch' },
      ...{ state, idempotent, verifies: ['text.echo'], arguments: { path: `file ${at}` }, masked: [], base: '/' },
      history: [{ state, time: '2026-01-01T00:00:00.000Z' }],
    },
  }));
});

const type = (argv: readonly string[], more = {}) =>
  commandLine(argv, {
    world: () => world,
    recovery: {
      entries: async () => entries,
      move: async (id, state) => {
        entries = entries.map((found) => {
          if (found.entry.operation_id !== id) return found;
          if (!mayMove(found.entry.state, state)) throw new Error(`${found.entry.state} does not become ${state}`);
          return { ...found, entry: { ...found.entry, state } };
        });
        return { kind: 'done' };
      },
      resetCircuits: async () => {},
    },
    ...more,
  });
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
