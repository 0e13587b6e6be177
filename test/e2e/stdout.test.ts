/** An answer that reaches nobody: what was done stands in the audit and the journal all the same, and no success is made up. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { barely, cap, documentOf, EXECUTABLE, emptyDirectory, probes } from './executable.ts';

const NOBODY_READS = 'cap: nobody reads the answer: stdout is closed, or it leads to /dev/null\n';

/** A change that is confirmed, then made with its stdout going `where`. */
async function touched(where: string) {
  const snapshot = await probes();
  const cwd = emptyDirectory();
  const env = { ...barely(), CAP_STATE_DIR: join(emptyDirectory(), 'state') };
  const argv = ['run', 'probe.touch', '--path', 'made', '--snapshot', snapshot];
  const { confirmation } = documentOf(await cap(argv, { cwd, env })) as unknown as {
    confirmation: { confirmation_token: string };
  };
  const whole = [...argv, '--confirmation-token', confirmation.confirmation_token];
  const given = spawnSync('/bin/sh', ['-c', `exec "$0" "$@" ${where}`, EXECUTABLE, ...whole], { cwd, env });
  const { events } = documentOf(await cap(['audit', 'list', '--snapshot', snapshot], { cwd, env })) as unknown as {
    events: { kind: string; details: { status?: string } }[];
  };
  const closed = readdirSync(join(env.CAP_STATE_DIR, 'journal', 'closed'));
  return { given, made: existsSync(join(cwd, 'made')), newest: events[0], closed };
}

describe('a change whose answer reaches nobody', () => {
  test.each([
    ['a full disk', '>/dev/full', 70, 'cap: the answer could not be written (ENOSPC)\n'],
    ['a closed stdout', '>&-', 0, NOBODY_READS],
    ['a reader that has left', '| true', 0, ''],
    ['nowhere, as the caller wants it', '>/dev/null', 0, ''],
  ])('%s', async (_name, where, status, stderr) => {
    const { given, made, newest, closed } = await touched(where);
    expect([given.status, given.stderr.toString()]).toEqual([status, stderr]);
    expect(made).toBe(true);
    expect(newest).toMatchObject({ kind: 'outcome', details: { status: 'succeeded' } });
    expect(closed).toHaveLength(1);
  });
});

test('of a program that ignores its child’s stdout a closed one cannot be told: both are /dev/null, open both ways', () => {
  const given = spawnSync(EXECUTABLE, ['policy', 'check'], { env: barely(), stdio: ['ignore', 'ignore', 'pipe'] });
  expect([given.status, given.stderr.toString()]).toEqual([0, NOBODY_READS]);
});

test('everything closed is no fault', () => {
  const script = 'exec "$0" policy check <&- >&- 2>&-';
  expect(spawnSync('/bin/sh', ['-c', script, EXECUTABLE], { env: barely() }).status).toBe(0);
});
