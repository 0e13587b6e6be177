/**
 * A state directory that is there and cannot be read: an empty answer would pass for a clean one, so each command that
 * reads state says which directory it is and what to do. What was never made holds nothing, and that is an answer.
 */
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cap, documentOf, emptyDirectory, probes } from '../e2e/executable.ts';
import { AS_NOBODY } from '../nobody/nobody.ts';

const REF = '0123456789abcdef0123456789abcdef';

/** Each command that reads state, and the parts of it that it reads. */
const COMMANDS: readonly [argv: readonly string[], parts: readonly string[]][] = [
  [['recover'], ['journal', 'journal/closed']],
  [
    ['recover', REF, '--as', 'committed'],
    ['journal', 'journal/closed'],
  ],
  [
    ['recover', REF, '--verify'],
    ['journal', 'journal/closed'],
  ],
  [['recover', '--reset-circuits'], ['circuits']],
  [
    ['audit', 'verify'],
    ['audit', 'journal', 'journal/closed'],
  ],
  [
    ['audit', 'list'],
    ['audit', 'journal'],
  ],
  [
    ['audit', 'show', REF],
    ['audit', 'journal'],
  ],
  [
    ['audit', 'export', '-o', 'audit.jsonl'],
    ['audit', 'journal'],
  ],
  [
    ['audit', 'prune'],
    ['audit', 'results', 'journal/closed', 'traces', 'scripts'],
  ],
  [['result', REF], ['results']],
];

type Way = readonly [name: string, spoil: (place: string) => void];

/** These hold for every user, an administrator too. */
const FOR_ALL: readonly Way[] = [
  ['a file in its place', (place) => writeFileSync(place, '')],
  ['a link to nowhere', (place) => symlinkSync('nowhere', place)],
  ['a loop of links', (place) => symlinkSync(place, place)],
];

/** These are asked as an ordinary user. */
const FOR_A_USER: readonly Way[] = [
  ['nobody may enter it', (place) => made(place, 0o000)],
  ['it may be entered and not listed', (place) => made(place, 0o300)],
  ...(process.getuid?.() === 0
    ? ([['it is another user’s', (place: string) => mkdirSync(place, 0o755)]] as const)
    : []),
];

function made(place: string, mode: number): void {
  mkdirSync(place);
  if (AS_NOBODY.uid !== undefined) chownSync(place, AS_NOBODY.uid, AS_NOBODY.gid ?? AS_NOBODY.uid);
  chmodSync(place, mode);
}

/** A state directory of whoever asks, with the directories above `part` in it; gives it and the place of `part`. */
function stateUpTo(part: string, nobody: boolean): { readonly state: string; readonly place: string } {
  const home = emptyDirectory();
  chmodSync(home, 0o755);
  const steps = ['state', ...part.split('/').filter((step) => step !== '')];
  let place = home;
  for (const step of steps) {
    if (place !== home) {
      mkdirSync(place, 0o700);
      if (nobody && AS_NOBODY.uid !== undefined) chownSync(place, AS_NOBODY.uid, AS_NOBODY.gid ?? AS_NOBODY.uid);
    }
    place = join(place, step);
  }
  return { state: join(home, 'state'), place };
}

async function refused(argv: readonly string[], state: string, place: string, nobody: boolean): Promise<void> {
  const given = await cap([...argv, '--json'], {
    env: { CAP_STATE_DIR: state },
    nobody,
    ...(nobody ? { cwd: '/' } : {}),
  });
  const { error } = documentOf(given) as unknown as { error: { reason: string; message: string; executed: boolean } };
  expect(error, argv.join(' ')).toMatchObject({ reason: 'state_unavailable', executed: false });
  expect(error.message).toContain(place);
  expect(given.status).toBe(70);
}

describe.each(COMMANDS.map(([argv, parts]) => ({ words: argv.join(' '), argv, parts })))('cap $words', (command) => {
  const attempt = async (part: string, spoil: (place: string) => void, nobody: boolean) => {
    const { state, place } = stateUpTo(part, nobody);
    spoil(place);
    await refused(command.argv, state, place, nobody);
    if (nobody) chmodSync(place, 0o755);
  };

  it.each(FOR_ALL)('the state directory: %s', (_name, spoil) => attempt('', spoil, false));
  it.each(FOR_A_USER)('the state directory: %s', (_name, spoil) => attempt('', spoil, true));

  it.each(command.parts)('its %s', async (part) => {
    for (const [, spoil] of FOR_ALL.slice(0, 2)) await attempt(part, spoil, false);
    for (const [, spoil] of FOR_A_USER.slice(0, 2)) await attempt(part, spoil, true);
  });
});

describe('a list of trusted catalogs', () => {
  const HASH = 'ab'.repeat(32);
  const writable = (path: string, text: string) => {
    writeFileSync(path, text);
    chmodSync(path, 0o666);
  };

  it.each<[string, (path: string) => void]>([
    ['that others may write to', (path) => writable(path, `${HASH}  mine\n`)],
    ['in whose place a directory is', (path) => mkdirSync(path)],
    ['that is a link to nowhere', (path) => symlinkSync('nowhere', path)],
    ['that is a loop of links', (path) => symlinkSync(path, path)],
  ])('%s is not empty, and is not written anew', async (_name, put) => {
    const configuration = emptyDirectory();
    const list = join(configuration, 'cap', 'trusted-snapshots');
    mkdirSync(join(configuration, 'cap'));
    put(list);
    for (const argv of [['trust'], ['trust', '--forget', HASH]]) {
      const given = await cap([...argv, '--json'], { env: { XDG_CONFIG_HOME: configuration } });
      const { error } = documentOf(given) as unknown as { error: { reason: string; message: string } };
      expect(error.reason).toBe('state_unavailable');
      expect(error.message).toContain(list);
      expect(given.status).toBe(70);
    }
    expect(lstatSync(list)).toBeDefined();
  });

  it('that was never made is empty', async () => {
    const given = await cap(['trust', '--json'], { env: { XDG_CONFIG_HOME: emptyDirectory() } });
    expect(documentOf(given)).toMatchObject({ trusted: [] });
  });
});

describe('a state directory that was never made', () => {
  it.each([
    [['recover'], { operations: [] }],
    [['audit', 'list'], { total: 0, events: [] }],
    [['audit', 'verify'], { total: 0, holds: true }],
    [['audit', 'export', '-o', 'audit.jsonl'], { total: 0 }],
  ] as const)('holds nothing: cap %s', async (argv, wanted) => {
    const given = await cap(argv, { env: { CAP_STATE_DIR: join(emptyDirectory(), 'a', 'b') } });
    expect(documentOf(given)).toMatchObject(wanted);
    expect(given.status).toBe(0);
  });

  it('has no such result', async () => {
    const given = await cap(['result', REF], { env: { CAP_STATE_DIR: join(emptyDirectory(), 'a') } });
    expect(documentOf(given)).toMatchObject({ error: { reason: 'result_not_found' } });
  });
});

it.each([[['recover']], [['audit', 'list']], [['result', REF]]])(
  'a place that is no absolute path is no empty one: cap %s',
  async (argv) => {
    const given = await cap(argv, { env: { CAP_STATE_DIR: 'state' } });
    expect(documentOf(given)).toMatchObject({ error: { reason: 'state_unavailable' } });
  },
);

it.each(FOR_ALL)('nothing is changed where the journal cannot be read: %s', async (_name, spoil) => {
  const { state, place } = stateUpTo('journal', false);
  spoil(place);
  const cwd = emptyDirectory();
  const argv = ['run', 'probe.touch', '--path', 'made', '--snapshot', await probes()];
  const given = await cap(argv, { env: { CAP_STATE_DIR: state }, cwd });
  expect(documentOf(given)).toMatchObject({ error: { reason: 'state_unavailable', executed: false } });
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

it('an operation that cannot be read is not passed over', async () => {
  const { state, place } = stateUpTo('journal/x', false);
  writeFileSync(join(place, '..', `${REF}.json`), '{"owner":');
  const given = await cap(['recover'], { env: { CAP_STATE_DIR: state } });
  const { error } = documentOf(given) as unknown as { error: { reason: string; message: string } };
  expect(error.reason).toBe('state_unavailable');
  expect(error.message).toContain(`${REF}.json`);
});
