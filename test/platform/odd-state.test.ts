/** What stands in the state directory and is not ours: it is named, nothing is done, and nobody waits for it. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendAudit, pruneAudit } from '../../src/platform/audit-log.ts';
import { moveOperation, prepareOperation, readOperations } from '../../src/platform/journal.ts';
import { StateUnreadable } from '../../src/platform/state-reading.ts';

let home = '';
const host = () => ({ environment: { CAP_STATE_DIR: home }, platform: 'linux' as const });
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap-odd-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ENTRY = {
  operation_id: 'op-1',
  repeat_key: 'r',
  input_hash: 'i',
  canonical_path: 'test.echo',
  idempotent: false,
  verifies: [],
  arguments: {},
};
const WHOLE = { owner: 'here 1 2', entry: { ...ENTRY, state: 'sent', history: [{ state: 'sent', time: 'now' }] } };
const without = (name: string) => ({ ...WHOLE, entry: { ...WHOLE.entry, [name]: undefined } });
const withEntry = (more: object) => JSON.stringify({ ...WHOLE, entry: { ...WHOLE.entry, ...more } });
const FACTS = {
  kind: 'intent',
  operation_id: 'o',
  canonical_path: 'a.b',
  tool_call_id: 't',
  input_hash: null,
  details: {},
} as const;

const SHAPES: readonly (readonly [string, string])[] = [
  ...['', 'null', '{}', '[]', '7', '"text"', 'no JSON', '{"owner":"x","entry":null}'].map(
    (text) => [text, text] as const,
  ),
  ['an entry without an owner', JSON.stringify({ entry: WHOLE.entry })],
  ...Object.keys(WHOLE.entry).map((name) => [`an entry without ${name}`, JSON.stringify(without(name))] as const),
  ['a history of words', withEntry({ history: ['sent'] })],
  ['arguments that are a list', withEntry({ arguments: [] })],
  ['masked that is no list', withEntry({ masked: 'x' })],
  ['a base that is no text', withEntry({ base: 1 })],
];

describe.each(['audit/head.draft', 'audit-anchor.draft', 'audit/audit-000001.jsonl.draft'])('as %s', (name) => {
  it.each(['a pipe', 'a link to another file', 'a link to nothing', 'what a crash has left'])('%s', async (what) => {
    const victim = join(home, 'victim');
    writeFileSync(victim, 'as it was');
    mkdirSync(join(home, 'audit'), { mode: 0o700 });
    const path = join(home, name);
    if (what === 'a pipe') execFileSync('mkfifo', [path]);
    else if (what === 'what a crash has left') writeFileSync(path, 'half', { mode: 0o644 });
    else symlinkSync(what === 'a link to nothing' ? join(home, 'nothing') : victim, path);
    expect(await appendAudit(FACTS, host())).toMatchObject({ seq: 1 });
    // Two days later the first event is older than one.
    const later = { ...host(), clock: () => Date.now() + 2 * 86_400_000 };
    expect(await appendAudit(FACTS, later)).toMatchObject({ seq: 2 });
    expect(await pruneAudit(1, later)).toEqual({ events: 1, files: [] });
    expect(readFileSync(victim, 'utf8')).toBe('as it was');
    expect(readdirSync(home)).not.toContain('nothing');
    expect(existsSync(path)).toBe(false);
    expect(statSync(join(home, 'audit/head')).mode & 0o777).toBe(0o600);
  });

  it('a directory is said, and nothing is written', async () => {
    mkdirSync(join(home, name), { recursive: true, mode: 0o700 });
    const given = await appendAudit(FACTS, host());
    if (name.includes('jsonl')) expect(given).toMatchObject({ seq: 1 });
    else expect(given).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('cannot be written') });
  });
});

describe.each(['journal', 'journal/closed'])('in the %s', (place) => {
  it.each(SHAPES)('%s is no operation: the file is named', async (_name, text) => {
    expect(await prepareOperation(ENTRY, 30, host())).toEqual({ kind: 'done' });
    const file = join(home, place, 'odd.json');
    writeFileSync(file, text, { mode: 0o600 });
    const failure = await readOperations(host()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StateUnreadable);
    expect((failure as StateUnreadable).refusal).toMatchObject({ reason: 'state_unavailable' });
    expect((failure as Error).message).toContain(file);
    expect(await moveOperation('odd', 'sent', host())).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(file),
    });
  });
});

it('an operation as it is written is one', async () => {
  await prepareOperation({ ...ENTRY, masked: ['/a'], base: '/tmp' }, 30, host());
  expect(await readOperations(host())).toMatchObject([{ entry: { operation_id: 'op-1' } }]);
});

const LOCKS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['audit/lock', () => appendAudit({ ...FACTS, details: {} }, host())],
  ['journal/.lock', () => moveOperation('op-1', 'sent', host())],
];

describe.each(LOCKS)('in the place of %s', (lock, act) => {
  beforeEach(async () => {
    await appendAudit({ ...FACTS, details: {} }, host());
    await prepareOperation(ENTRY, 30, host());
  });
  const name = lock.split('/').at(-1) ?? '';

  it.each([
    ['a directory', (path: string) => mkdirSync(path)],
    ['a link to nowhere', (path: string) => symlinkSync('nowhere', path)],
  ])('%s is named soon, and nothing is done', async (_name, put) => {
    put(join(home, lock));
    const begun = Date.now();
    expect(await act()).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(`${name} in it is no lock file`),
    });
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it.each(['', 'junk', 'pid:[1] 5'])('a file that names no holder (%j) is taken over', async (text) => {
    writeFileSync(join(home, lock), text);
    const begun = Date.now();
    expect(await act()).not.toMatchObject({ kind: 'unavailable' });
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(readdirSync(join(home, lock, '..')).filter((one) => one.includes(name))).toEqual([]);
  });
});
