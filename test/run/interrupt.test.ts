import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Marks that the runner has put into the environment of living processes, of those whose command line holds the word. */
function marks(word: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const mark = /(?:^|\0)CAP_INVOCATION=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
      const alive = !/ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      if (mark && alive && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)) found.push(mark);
    } catch {
      // Gone in between.
    }
  }
  return found;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 25));

/** A cap whose child ignores signals and has a grandchild in a session of its own, once all of that runs. */
async function running(word: string) {
  const state = mkdtempSync(join(tmpdir(), 'cap-interrupt-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-and-wait.mjs'), word], {
    env: { ...process.env, CAP_STATE_DIR: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  for (let i = 0; i < 400 && marks(word).length === 0; i++) await pause();
  const [mark] = marks(word);
  expect(mark).toMatch(/^[0-9a-f]{32}$/);
  const left = () => marks('').filter((living) => living === mark).length;
  for (let i = 0; i < 400 && left() < 3; i++) await pause();
  return { child, ended, left, output: () => output, forget: () => rmSync(state, { recursive: true, force: true }) };
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s to a running cap: exit 130, one JSON document, no process left',
  async (signal) => {
    const cap = await running(`cap-interrupt-${process.pid}-${signal}`);
    cap.child.kill(signal);
    expect(await cap.ended).toBe(130);
    expect(JSON.parse(cap.output())).toMatchObject({
      exitCode: 130,
      response: {
        status: 'interrupted',
        executed: true,
        invocation: { operation_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
        errors: [{ reason: 'interrupted' }],
      },
    });
    expect(cap.left()).toBe(0);
    cap.forget();
  },
);

it('before anything was started it is a document, too, with the operation and exit 130', async () => {
  const state = mkdtempSync(join(tmpdir(), 'cap-interrupt-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-and-wait.mjs'), 'word', 'waits'], {
    env: { ...process.env, CAP_STATE_DIR: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.once('data', () => child.kill('SIGINT'));
  const ended = await new Promise((resolve) => child.on('close', resolve));
  rmSync(state, { recursive: true, force: true });
  expect(ended).toBe(130);
  expect(JSON.parse(output)).toMatchObject({
    exitCode: 130,
    response: {
      status: 'interrupted',
      executed: false,
      invocation: { operation_id: expect.stringMatching(/^[0-9a-f]{32}$/), tool_call_id: 'c' },
    },
  });
});

it('SIGKILL to a running cap: no process is left either', async () => {
  const cap = await running(`cap-interrupt-${process.pid}-SIGKILL`);
  expect(cap.left()).toBeGreaterThanOrEqual(3);
  cap.child.kill('SIGKILL');
  await cap.ended;
  expect(cap.output()).toBe('');
  for (let i = 0; i < 200 && cap.left() > 0; i++) await pause();
  expect(cap.left()).toBe(0);
  cap.forget();
});
