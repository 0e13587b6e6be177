/**
 * Stage 8: what the execution left behind, in a bounded space. What happened on the way (transport), what the tool says
 * of itself, and whether the world is as wanted are three answers; the last is "unknown" until something verifies it.
 */
import type { Json } from '../../capability/capability.ts';
import { type Executed, outputFormat } from '../execute.ts';
import type { ExecutionEnd } from '../ports.ts';
import type { Cut } from './bound.ts';
import { boundJson } from './bound.ts';
import { type Excerpt, excerpt } from './excerpt.ts';
import { neutralise, neutraliseJson } from './neutralise.ts';
import { parseOutput } from './parse-output.ts';

export type Ended = Extract<ExecutionEnd, { kind: 'ended' }>;

export type Evidence = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stopped: Ended['stopped'];
  readonly durationMs: number;
  readonly stdout: Excerpt;
  readonly stderr: Excerpt;
  /** Something was left out of this answer; `resultRef` has it, unless `stored` is false. */
  readonly truncated: boolean;
  readonly stored: boolean;
  readonly resultRef: string;
  readonly result?: Json;
  readonly cuts: readonly Cut[];
  /** The tool said so by its exit code: it worked, and found nothing. */
  readonly empty: boolean;
  readonly tool: 'succeeded' | 'failed' | 'unknown';
  /** One sentence where it did not succeed, or its output could not be read. */
  readonly message?: string;
};

/** Shares of the answer: together below the 32 KiB that an agent reads without harm. */
const RESULT_BYTES = 16 * 1024;
const STDOUT_HEAD_BYTES = 6 * 1024;
const STDOUT_TAIL_BYTES = 2 * 1024;
const STDERR_HEAD_BYTES = 2 * 1024;
const STDERR_TAIL_BYTES = 2 * 1024;
/** Of a tool's own error message. */
const MESSAGE_CHARACTERS = 500;

export function gatherEvidence(executed: Executed, end: Ended): Evidence {
  const tool = verdict(executed, end);
  const empty = end.stopped === null && emptyExits(executed).includes(end.exitCode ?? -1);
  const whole = end.stdout.head.length === end.stdout.totalBytes && !end.stdout.capped;
  const parsed =
    tool === 'succeeded'
      ? parseOutput(end.stdout.head, whole, outputFormat(executed.frozen))
      : { kind: 'plain' as const };
  const bounded = parsed.kind === 'parsed' ? boundJson(neutraliseJson(parsed.value), RESULT_BYTES) : undefined;
  const stderr = excerpt(end.stderr, STDERR_HEAD_BYTES, STDERR_TAIL_BYTES);
  // What the result says in full need not be said again as text.
  const stdout =
    bounded === undefined
      ? excerpt(end.stdout, STDOUT_HEAD_BYTES, STDOUT_TAIL_BYTES)
      : { text: '', totalBytes: end.stdout.totalBytes, truncated: false, binary: false };
  const cut = bounded !== undefined && bounded.cuts.length > 0;
  const incomplete = parsed.kind === 'parsed' && !parsed.complete;
  const message = explain(executed, end, tool, parsed.kind === 'unparsable' ? parsed.message : undefined, stderr);
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    stopped: end.stopped,
    durationMs: end.durationMs,
    stdout,
    stderr,
    truncated: stdout.truncated || stderr.truncated || cut || incomplete || end.stdout.capped || end.stderr.capped,
    stored: end.stdout.storedBytes === end.stdout.totalBytes && end.stderr.storedBytes === end.stderr.totalBytes,
    resultRef: end.resultRef,
    ...(bounded === undefined ? {} : { result: bounded.value }),
    cuts: bounded?.cuts ?? [],
    empty,
    tool,
    ...(message === undefined ? {} : { message }),
  };
}

function verdict(executed: Executed, end: Ended): Evidence['tool'] {
  if (end.stopped !== null) return 'unknown';
  if (end.exitCode === null) return 'failed';
  const { handler } = executed.frozen.capability;
  const ok = handler?.kind === 'command' ? (handler.exit?.ok ?? [0]) : [0];
  return ok.includes(end.exitCode) || emptyExits(executed).includes(end.exitCode) ? 'succeeded' : 'failed';
}

function emptyExits(executed: Executed): readonly number[] {
  const { handler } = executed.frozen.capability;
  return handler?.kind === 'command' ? (handler.exit?.empty ?? []) : [];
}

function explain(
  executed: Executed,
  end: Ended,
  tool: Evidence['tool'],
  unparsable: string | undefined,
  stderr: Excerpt,
): string | undefined {
  if (end.stopped === 'timeout')
    return `It was stopped after ${executed.frozen.timeoutMs} ms, with everything it had started.`;
  if (end.stopped === 'output_limit') return 'It was stopped because it wrote more than one stream may hold.';
  if (end.stopped === 'interrupt') return 'It was interrupted.';
  if (tool === 'succeeded') return unparsable;
  if (end.signal !== null) return `It was ended by the signal ${end.signal}.`;
  const said = toolError(executed, end);
  if (said !== undefined) return said;
  const line = stderr.text.split('\n').find((text) => text.trim() !== '');
  const words = line === undefined ? '' : `: ${line.trim().slice(0, MESSAGE_CHARACTERS).toWellFormed()}`;
  return `It ended with exit code ${end.exitCode}${words}`;
}

/** A built-in tool says why as JSON on stderr. */
function toolError(executed: Executed, end: Ended): string | undefined {
  if (executed.frozen.capability.handler?.kind !== 'builtin') return undefined;
  try {
    const document = JSON.parse(new TextDecoder().decode(end.stderr.head)) as { error?: { message?: unknown } };
    const message = document.error?.message;
    return typeof message === 'string' ? neutralise(message).slice(0, MESSAGE_CHARACTERS).toWellFormed() : undefined;
  } catch {
    return undefined;
  }
}
