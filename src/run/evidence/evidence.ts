/**
 * Stage 8: what the execution left behind, in a bounded space. What happened on the way (transport), what the tool says
 * of itself, and whether the world is as wanted are three answers; the last is "unknown" until something verifies it.
 */
import type { Json, ProgramCall } from '../../capability/capability.ts';
import { OUTCOME_UNKNOWN } from '../../capability/tool-pass.ts';
import { type Executed, outputFormat } from '../execute.ts';
import type { ExecutionEnd, RunPorts } from '../ports.ts';
import type { Artifact } from './artifacts.ts';
import type { Cut } from './bound.ts';
import { boundJson } from './bound.ts';
import { type Conformity, conformityOf } from './conformity.ts';
import { type Excerpt, excerpt } from './excerpt.ts';
import { neutralise } from './neutralise.ts';
import { type Parsed, parseOutput } from './parse-output.ts';
import { brokeOff, transportOf } from './transport.ts';

export type Ended = Extract<ExecutionEnd, { kind: 'ended' }>;

export type Evidence = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stopped: Ended['stopped'];
  /** Of the last attempt. */
  readonly durationMs: number;
  /** How often it was started or sent, where the manifest let it be tried again; absent: once. */
  readonly attempts?: number;
  readonly stdout: Excerpt;
  readonly stderr: Excerpt;
  /** Something was left out of this answer; `resultRef` has it, unless `stored` is false. */
  readonly truncated: boolean;
  readonly stored: boolean;
  readonly resultRef: string | null;
  readonly result?: Json;
  /** The whole result, uncut, as the tool wrote it; absent when not all of it was read. */
  readonly value?: Json;
  readonly cuts: readonly Cut[];
  /** The tool said so by its exit code: it worked, and found nothing. */
  readonly empty: boolean;
  readonly tool: 'succeeded' | 'failed' | 'unknown';
  /** Whether the call got through and an answer came back: failed when it was broken off, or reached nobody. */
  readonly transport: 'succeeded' | 'failed' | 'unknown';
  /** Whether the result has the form that the manifest promises. */
  readonly conformity: Conformity;
  /** Limits that were asked for and that this machine cannot enforce. */
  readonly unenforced: readonly string[];
  /** Files that it makes or changes, as they are afterwards. */
  readonly artifacts: readonly Artifact[];
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

export function gatherEvidence(
  executed: Executed,
  end: Ended,
  bounded: RunPorts['bounded'],
  artifacts: readonly Artifact[] = [],
): Evidence {
  const tool = verdict(executed, end);
  const empty = end.stopped === null && emptyExits(executed).includes(end.exitCode ?? -1);
  const whole = end.stdout.head.length === end.stdout.totalBytes && !end.stdout.capped;
  const parsed =
    tool === 'succeeded'
      ? parseOutput(end.stdout.head, whole, outputFormat(executed.frozen))
      : { kind: 'plain' as const };
  const shown = parsed.kind === 'parsed' ? boundJson(parsed.value, RESULT_BYTES) : undefined;
  const conformity = tool === 'succeeded' ? conform(executed, empty, parsed, bounded) : UNCHECKED;
  const stderr = excerpt(end.stderr, STDERR_HEAD_BYTES, STDERR_TAIL_BYTES);
  // What the result says in full need not be said again as text.
  const stdout =
    shown === undefined
      ? excerpt(end.stdout, STDOUT_HEAD_BYTES, STDOUT_TAIL_BYTES)
      : { text: '', totalBytes: end.stdout.totalBytes, truncated: false, binary: false };
  const cut = shown !== undefined && shown.cuts.length > 0;
  const incomplete = parsed.kind === 'parsed' && !parsed.complete;
  const unread = parsed.kind === 'unparsable' ? parsed.message : undefined;
  const said = 'message' in conformity ? conformity.message : undefined;
  const told = explain(executed, end, tool, unread ?? said, stderr);
  const left = end.survivors === 0 ? undefined : `Of its processes ${end.survivors} could not be ended.`;
  const message = told === undefined || left === undefined ? (told ?? left) : `${told} ${left}`;
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
    ...(shown === undefined ? {} : { result: shown.value }),
    ...(parsed.kind === 'parsed' && parsed.complete ? { value: parsed.value } : {}),
    cuts: shown?.cuts ?? [],
    empty,
    tool,
    transport: transportOf(executed),
    conformity,
    unenforced: end.unenforced,
    artifacts,
    ...(message === undefined ? {} : { message }),
  };
}

const UNCHECKED: Conformity = { kind: 'unchecked' };

/** Of the whole result, not of what is shown of it. Where nothing was found there is nothing to have a form. */
function conform(executed: Executed, empty: boolean, parsed: Parsed, bounded: RunPorts['bounded']): Conformity {
  const { outputSchema } = executed.frozen.capability;
  if (outputSchema === undefined || empty || parsed.kind === 'plain') return UNCHECKED;
  if (parsed.kind === 'unparsable') return { kind: 'misfits', message: parsed.message };
  return parsed.complete ? conformityOf(parsed.value, outputSchema, bounded) : UNCHECKED;
}

function verdict(executed: Executed, end: Ended): Evidence['tool'] {
  if (end.stopped !== null) return 'unknown';
  if (end.exitCode === null) return 'failed';
  // A child of ours that was about to change something says so when it cannot tell whether it did.
  if (executed.frozen.tool !== undefined && end.exitCode === OUTCOME_UNKNOWN) return 'unknown';
  if (brokeOff(executed)) return 'unknown';
  const ok = exitsOf(executed)?.ok ?? [0];
  return ok.includes(end.exitCode) || emptyExits(executed).includes(end.exitCode) ? 'succeeded' : 'failed';
}

function emptyExits(executed: Executed): readonly number[] {
  return exitsOf(executed)?.empty ?? [];
}

/** What a manifest says of exit codes: of a program alone. */
function exitsOf({ frozen }: Executed): ProgramCall['exit'] {
  const { handler } = frozen.capability;
  return handler !== undefined && 'exit' in handler ? handler.exit : undefined;
}

function explain(
  executed: Executed,
  end: Ended,
  tool: Evidence['tool'],
  unparsable: string | undefined,
  stderr: Excerpt,
): string | undefined {
  if (end.stopped === 'timeout')
    return `It was stopped after ${executed.frozen.timeoutMs} ms, with everything that was found of what it had started.`;
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

/** A child of our own says why as JSON on stderr. */
function toolError(executed: Executed, end: Ended): string | undefined {
  if (executed.frozen.tool === undefined) return undefined;
  try {
    const document = JSON.parse(new TextDecoder().decode(end.stderr.head)) as { error?: { message?: unknown } };
    const message = document.error?.message;
    return typeof message === 'string' ? neutralise(message).slice(0, MESSAGE_CHARACTERS).toWellFormed() : undefined;
  } catch {
    return undefined;
  }
}
