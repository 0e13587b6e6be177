/**
 * What a built-in tool is: a function from JSON arguments to a JSON result, run in a child process of our own
 * executable. It knows nothing of capabilities, of the runner or of the wire; the runner bounds time and output.
 */
import type { Json, JsonObject } from '../capability/capability.ts';

export type { Json, JsonObject };

/** What surrounds one call of a tool. */
export type ToolIo = {
  /** Directory in which relative paths of the arguments stand: absolute, real. */
  readonly cwd: string;
  /** Values by name, for the few calls that a run hands secrets to. */
  readonly secrets?: { readonly [name: string]: string };
};

/** A file of this room exports `run` of this type and nothing else that matters. */
export type Tool = {
  readonly run: (args: JsonObject, io: ToolIo) => Promise<Json> | Json;
};

/**
 * What a tool answers that only looks at what another would do: the things it would touch, in words, and what must still
 * be so when it is done. Long lists are cut for the eye by `previewOf`; the state is always whole.
 */
export type Preview = {
  readonly affected: readonly string[];
  readonly state: Json;
  /** Of these, the programs that a project names: a mode that asks nobody asks for them. Absent where nobody looked. */
  readonly programs?: readonly string[];
};

/** More lines than these nobody reads before they say yes. */
const LINES_SHOWN = 50;

/** The preview with a list that a person can read. */
export function previewOf({ affected, state, programs }: Preview): Json {
  const more = affected.length - LINES_SHOWN;
  const shown = more > 0 ? [...affected.slice(0, LINES_SHOWN), `and ${more} more`] : [...affected];
  const named = programs === undefined ? {} : { programs: programs.slice(0, LINES_SHOWN) };
  return { affected: shown.length === 0 ? ['nothing'] : shown, state, ...named };
}

/** Machine-readable class of a failure; the runner shows it beside the message. */
export type ToolFailureReason =
  | 'invalid_arguments'
  | 'not_found'
  | 'permission_denied'
  | 'not_installed'
  | 'not_supported'
  | 'failed'
  /** Kept back here before anything was sent: asking once more comes to the same. */
  | 'not_sent'
  /** Nobody was reached: whatever was asked, nothing of it was done. */
  | 'unreachable'
  /** It was sent, and nothing came back. */
  | 'no_answer'
  | 'outcome_unknown';

/** The tool could not do what was asked, and says why in one sentence. Anything else thrown is a fault of the tool. */
export class ToolFailure extends Error {
  readonly reason: ToolFailureReason;
  /** What there is to show although it failed: the answer of a server that refused. */
  readonly result: Json | undefined;

  constructor(message: string, reason: ToolFailureReason = 'failed', result?: Json) {
    super(message);
    this.name = 'ToolFailure';
    this.reason = reason;
    this.result = result;
  }
}

/** Turns an error of the file system into the failure a person understands; `what` is the path or thing meant. */
export function failureOfSystemError(error: unknown, what: string): ToolFailure {
  const code = (error as { code?: unknown }).code;
  if (code === 'ENOENT') return new ToolFailure(`${what} does not exist`, 'not_found');
  if (code === 'EACCES' || code === 'EPERM') return new ToolFailure(`no permission for ${what}`, 'permission_denied');
  if (code === 'EISDIR') return new ToolFailure(`${what} is a directory`, 'invalid_arguments');
  if (code === 'ENOTDIR') return new ToolFailure(`${what} is not a directory`, 'invalid_arguments');
  return new ToolFailure(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}
