/** A look at what a call would touch: a built-in tool in a child of its own, of which nothing stays. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PASS_VARIABLE, passText } from '../capability/tool-pass.ts';
import type { Executable, Look, Looked } from '../run/ports.ts';
import { inputOfTool } from './bound-places.ts';
import { runChild } from './child.ts';
import { randomId } from './random-id.ts';
import { createSlot } from './results.ts';

/** How the tool is started, and where a look may put its pass. */
export type Lookout = {
  readonly executable: Executable;
  readonly name: string;
  readonly argv: readonly string[];
  readonly results: string;
};

/** Longer than this nobody waits to be asked. */
const TIMEOUT_MS = 20_000;

export async function look(asked: Look, how: Lookout): Promise<Looked> {
  const { tool, cwd, environment } = asked;
  const stdin = inputOfTool(asked.stdin, '', asked);
  const slot = createSlot(how.results);
  try {
    await writeFile(slot.passPath, passText(tool, stdin), { flag: 'wx', mode: 0o600 });
    const end = await runChild({
      file: how.executable.path,
      name: how.name,
      argv: how.argv,
      cwd,
      environment: { ...environment, [PASS_VARIABLE]: slot.passPath },
      stdin: Buffer.from(stdin, 'utf8'),
      timeoutMs: TIMEOUT_MS,
      stdoutPath: slot.stdoutPath,
      stderrPath: slot.stderrPath,
      keep: false,
      mark: randomId(),
    });
    if (end.kind === 'not_started') return failed('failed', `the system did not start the look at it (${end.code})`);
    if (end.stopped !== null) return failed('failed', 'looking at what it would touch took too long');
    return end.exitCode === 0 ? seen(end.stdout.head) : refused(end.stderr.head);
  } finally {
    await rm(dirname(slot.passPath), { recursive: true, force: true }).catch(() => {});
  }
}

function seen(output: Uint8Array): Looked {
  const value = JSON.parse(new TextDecoder().decode(output)) as Omit<Extract<Looked, { kind: 'seen' }>, 'kind'>;
  return { ...value, kind: 'seen' };
}

function refused(output: Uint8Array): Looked {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(output)) as { error: { reason: string; message: string } };
    return failed(error.reason, error.message);
  } catch {
    return failed('failed', 'the look at what it would touch came to nothing');
  }
}

function failed(reason: string, message: string): Looked {
  return { kind: 'failed', reason, message };
}
