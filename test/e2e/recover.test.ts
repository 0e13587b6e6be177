/** cap is killed in the middle of a change: `cap recover` says what is open, looks after it, and undoes it when asked. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { cap, documentOf, emptyDirectory, runRequest, start } from './executable.ts';
import { capAtTerminal } from './pty.ts';

const about = (id: string, type: string) => `id: ${id}
type: ${type}
version: 1
title: {en: ${id}}
summary: {en: What the recovery test runs}
entities: [file]
when_to_use: [{en: Never}]
when_not_to_use: [{en: Always}]
`;
const argument = (name: string) =>
  `arguments_schema: {type: object, additionalProperties: false, required: [${name}], properties: {${name}: {type: string, pattern: "^[a-z]+$", description: It.}}}
examples: [{arguments: {${name}: a}}, {arguments: {${name}: b}}]
`;
const action = (id: string, effect: string, risk: string, program: string, name: string, more = '') =>
  `${about(id, 'action')}intents: [create]
side_effect: ${effect}
risk_level: ${risk}
confirmation: ${effect === 'R' ? 'none' : 'caller'}
idempotency: ${effect === 'R' ? 'idempotent' : 'non_idempotent'}
timeout_ms: 60000
network_policy: none
${argument(name)}${more}handler: {kind: command, executable: ${program}, argv: ["--", {arg: ${name}}], output: {format: ${effect === 'R' ? 'json' : 'text'}}}
`;

const ADD = `verifies: [note.look]
verification:
  action: note.look
  arguments: {file: {arg: word}}
  took_effect: {type: object, required: [text], properties: {text: {const: {$arg: word}}}}
  no_effect: {type: object, required: [text], properties: {text: {type: "null"}}}
compensation:
  action: note.remove
  arguments: {file: {arg: word}}
  reviewed: The test has looked at both.
`;
const PROGRAMS = {
  // What it writes: its whole word, the half of it, or nothing, and then it takes its time.
  'note-add': 'case "$2" in whole) echo -n whole > whole;; half) echo -n ha > half;; esac; echo > begun; sleep 60',
  'note-look': 'if [ -e "$2" ]; then echo "{\\"text\\": \\"$(cat "$2")\\"}"; else echo \'{"text": null}\'; fi',
  'note-remove': 'rm -f "$2"',
};

const home = emptyDirectory('cap-recover-');
const snapshot = join(home, 'note.snapshot');
const call = {
  env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: `${join(home, 'bin')}:/usr/bin:/bin` },
  cwd: join(home, 'work'),
};
const recover = async (...argv: string[]) => {
  const run = await cap(['recover', ...argv, '--json', '--snapshot', snapshot], call);
  return { exit: run.status, ...documentOf(run) } as unknown as Record<string, never>;
};

beforeAll(async () => {
  for (const name of ['bin', 'work', 'catalog/note', '.config/cap']) mkdirSync(join(home, name), { recursive: true });
  for (const [name, text] of Object.entries(PROGRAMS)) {
    writeFileSync(join(home, 'bin', name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  }
  const manifests = {
    _pack: about('note', 'pack'),
    add: action('note.add', 'W-local', 'low', 'note-add', 'word', ADD),
    look: action('note.look', 'R', 'low', 'note-look', 'file'),
    remove: action('note.remove', 'W-local', 'high', 'note-remove', 'file'),
  };
  for (const [name, text] of Object.entries(manifests)) writeFileSync(join(home, 'catalog/note', `${name}.yaml`), text);
  writeFileSync(join(home, '.config/cap/policy.yaml'), 'version: policy.v1\nmode: auto\n');
  const built = await cap(['catalog', 'build', join(home, 'catalog'), '-o', snapshot], call);
  expect(built.stdout.toString() + built.stderr).toContain('"capabilities":4');
  trustSnapshot(snapshot, join(home, '.config'));
});

/** Begins the change, kills cap as soon as it has begun, and gives the operation that is open then. */
async function killedAt(word: string): Promise<Record<string, never>> {
  rmSync(join(home, 'work', 'begun'), { force: true });
  const request = JSON.stringify(await runRequest('note.add', { word }, snapshot));
  const running = start(['run', '--request-json', '-', '--snapshot', snapshot], { ...call, stdin: request });
  const ended = new Promise((resolve) => running.on('close', resolve));
  for (let i = 0; i < 1200; i += 1) {
    if (readIfThere('begun') !== undefined) break;
    await sleep(25);
  }
  running.kill('SIGKILL');
  await ended;
  const { operations } = (await recover()) as unknown as { operations: Record<string, never>[] };
  const [open, ...more] = operations;
  expect(more).toEqual([]);
  expect(open).toMatchObject({
    canonical_path: 'note.add',
    state: 'sent',
    standing: 'verify_first',
    arguments: { word },
  });
  return open as Record<string, never>;
}

function readIfThere(name: string): string | undefined {
  try {
    return readFileSync(join(home, 'work', name), 'utf8');
  } catch {
    return undefined;
  }
}

describe('an open operation', () => {
  it.each([
    ['whole', 'took_effect', 'committed'],
    ['nothing', 'no_effect', 'rejected'],
  ])('that did %s is found so by --verify, and closed', async (word, verdict, state) => {
    const open = await killedAt(word);
    expect(open.next).toContain(`--verify --snapshot ${snapshot} looks whether it took effect`);
    expect(await recover(open.operation_id as unknown as string, '--verify')).toMatchObject({
      exit: 0,
      command: 'verify',
      verdict: { by: 'note.look', verdict },
      operations: [{ state, standing: 'closed' }],
    });
    expect(await recover()).toMatchObject({ operations: [] });
  });

  it('that did half stays open, and is undone by the reviewed action after a yes', async () => {
    const open = await killedAt('half');
    const id = open.operation_id as unknown as string;
    expect(await recover(id, '--verify')).toMatchObject({
      verdict: { verdict: 'unclear' },
      operations: [{ state: 'sent' }],
    });
    const asked = await recover(id, '--compensate');
    expect(asked).toMatchObject({ exit: 10, invocation: { canonical_path: 'note.remove' } });
    expect(readIfThere('half')).toBe('ha');
    const argv = ['recover', id, '--compensate', '--snapshot', snapshot, '--no-color'];
    const { status, screen } = await capAtTerminal(argv, call);
    expect(status).toBe(10);
    expect(screen).toContain(
      `Next: cap recover ${id} --compensate --snapshot ${snapshot} --confirmation-token cap1.c.`,
    );
    const { confirmation_token: token } = asked.confirmation as unknown as { confirmation_token: string };
    const undone = await recover(id, '--compensate', '--confirmation-token', token);
    expect(undone).toMatchObject({ status: 'succeeded', invocation: { tool_call_id: `undo ${id}` } });
    expect(readIfThere('half')).toBeUndefined();
    expect(await recover()).toMatchObject({ operations: [] });
    expect(await recover(id, '--compensate')).toMatchObject({ exit: 2, error: { reason: 'invalid_value' } });
  });

  it('is refused two ways out at once, and none without its name', async () => {
    expect(await recover('0'.repeat(32), '--verify', '--compensate')).toMatchObject({ error: { reason: 'usage' } });
    expect(await recover('--verify')).toMatchObject({ error: { reason: 'usage' } });
    expect(await recover('0'.repeat(32), '--verify')).toMatchObject({ error: { reason: 'result_not_found' } });
  });
});
