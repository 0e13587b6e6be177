/**
 * The hidden entry `--builtin-tool NAME`: JSON arguments in on stdin (secrets behind them, on a second line), one JSON
 * result out on stdout and exit 0, or one JSON error on stderr and exit 1. Only a run may start it. It knows the tables of
 * tools and nothing of capabilities.
 */
import { writeSync } from 'node:fs';
import { type Bound, NOT_HERE, OUTCOME_UNKNOWN, PASS_VARIABLE } from '../capability/tool-pass.ts';
import { HANDLER_CALLS } from './handler/calls.ts';
import { holdBound } from './held.ts';
import { protectStateBehind } from './own-places.ts';
import { spendPass } from './pass.ts';
import type { JsonObject, ToolIo } from './tool.ts';
import { ToolFailure, type ToolFailureReason } from './tool.ts';
import { TOOLS } from './tools.ts';

export type ToolOutcome = { readonly exitCode: 0 | 1 | 3 | 4; readonly stdout: string; readonly stderr: string };

/** Failures with an exit code of their own. */
const EXITS: { readonly [reason in ToolFailureReason | 'fault']?: 3 | 4 } = {
  outcome_unknown: OUTCOME_UNKNOWN,
  not_installed: NOT_HERE,
};

type Secrets = NonNullable<ToolIo['secrets']>;

/**
 * Runs one tool; `hold` comes first. Never throws: a refusal, a failure and a fault all come back as exit 1 with a JSON error, a change of
 * which nobody knows whether it happened as exit 3, what is missing on this machine as exit 4.
 */
export async function runBuiltinTool(
  name: string,
  jsonArgs: string,
  io: ToolIo,
  hold: () => void = () => {},
): Promise<ToolOutcome> {
  try {
    hold();
    const load = [TOOLS, HANDLER_CALLS].find((table) => Object.hasOwn(table, name))?.[name];
    if (load === undefined) throw new ToolFailure(`there is no built-in tool "${name}"`, 'not_found');
    const args = parseArguments(jsonArgs);
    const tool = await load();
    const result = await tool.run(args, io);
    return { exitCode: 0, stdout: `${JSON.stringify(result)}\n`, stderr: '' };
  } catch (error) {
    const reason = error instanceof ToolFailure ? error.reason : 'fault';
    const message = error instanceof Error ? error.message : String(error);
    const result = error instanceof ToolFailure ? error.result : undefined;
    return {
      exitCode: EXITS[reason] ?? 1,
      stdout: result === undefined ? '' : `${JSON.stringify(result)}\n`,
      stderr: `${JSON.stringify({ error: { reason, message } })}\n`,
    };
  }
}

/**
 * The process form: reads stdin to its end, writes everything, leaves the exit code in `process.exitCode`. False, with
 * nothing done, for a call that no run has left a pass for.
 */
export async function serveBuiltinTool(name: string): Promise<boolean> {
  // Without a pass stdin is not even waited for.
  const pass = process.env[PASS_VARIABLE];
  if (pass === undefined) return false;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks).toString('utf8');
  if (!spendPass(name, input)) return false;
  protectStateBehind(pass);
  const [document = '', secrets = '', bound = ''] = input.split('\n', 3);
  const io = secrets === '' ? {} : { secrets: JSON.parse(secrets) as Secrets };
  const hold = () => (bound === '' ? undefined : holdBound(JSON.parse(bound) as Bound));
  const outcome = await runBuiltinTool(name, document, { cwd: process.cwd(), ...io }, hold);
  writeWhole(1, outcome.stdout);
  writeWhole(2, outcome.stderr);
  process.exitCode = outcome.exitCode;
  return true;
}

function parseArguments(json: string): JsonObject {
  if (json.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ToolFailure('the arguments on stdin are not JSON', 'invalid_arguments');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ToolFailure('the arguments on stdin are not a JSON object', 'invalid_arguments');
  }
  return value as JsonObject;
}

/** A pipe takes 64 KiB at a time; a process that ends early would lose the rest, so this waits for the reader. */
function writeWhole(descriptor: number, data: string): void {
  const bytes = Buffer.from(data, 'utf8');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(descriptor, bytes, offset);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}
