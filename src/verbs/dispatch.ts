/**
 * One request in, one JSON document and an exit code out: parse → accept → handle → envelope. Whatever goes wrong below
 * becomes a listed reason here; a stack trace never leaves.
 */
import { accept, type Form } from '../contract/accept.ts';
import type { RequestForm } from '../contract/explain.ts';
import { shownRefusal } from '../contract/shown-refusal.ts';
import { escapeForbidden } from '../contract/text-limits.ts';
import { exitCodeOf, isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { SnapshotDamaged } from '../snapshot/damaged.ts';
import type { World } from './world.ts';

/** What leaves the process: `body` is one JSON document with its newline. */
export type Answer = { readonly exitCode: number; readonly body: string };

/** A handler's result: the response and, where it is not 0, the exit code. */
export type Outcome = { readonly response: object; readonly exitCode?: number };

/** A verb and the form of its requests, as much of it as accepting them needs. */
export type QuickVerb<F extends Form = Form> = {
  readonly name: string;
  readonly form: F;
  readonly handle: (request: never, world: World) => Outcome | Refusal | Promise<Outcome | Refusal>;
  /** Its answers repeat what a caller, a file or a process said. */
  readonly quotes?: boolean;
};

/** One row of the verb table. */
export type Verb = QuickVerb<RequestForm>;

/** Answers one request of a verb. Never throws. */
export function dispatch(verb: QuickVerb, bytes: Uint8Array, world: World): Answer | Promise<Answer> {
  try {
    const request = accept(bytes, verb.form);
    if (isRefusal(request)) return refusalAnswer(request);
    const outcome = verb.handle(request as never, world);
    const { quotes } = verb;
    return outcome instanceof Promise
      ? outcome.then((later) => envelope(later, quotes)).catch(failed)
      : envelope(outcome, quotes);
  } catch (thrown) {
    return failed(thrown);
  }
}

/** The error.v1 envelope of a refusal. */
export function refusalAnswer(refusal: Refusal): Answer {
  return {
    exitCode: exitCodeOf(refusal),
    body: document({ version: 'error.v1', error: shownRefusal(refusal) }, true),
  };
}

/** The answer for something that was thrown: a damaged snapshot, what brings its own refusal, or a fault of ours. */
export function failed(thrown: unknown): Answer {
  const { refusal } = (thrown ?? {}) as { readonly refusal?: unknown };
  if (isRefusal(refusal)) return refusalAnswer(refusal);
  if (thrown instanceof SnapshotDamaged) return refusalAnswer(refuse('snapshot_damaged', { message: thrown.message }));
  return refusalAnswer(refuse('internal', { message: 'A fault inside this program; please report what you asked.' }));
}

function envelope(outcome: Outcome | Refusal, quotes = false): Answer {
  if (isRefusal(outcome)) return refusalAnswer(outcome);
  return { exitCode: outcome.exitCode ?? 0, body: document(outcome.response, quotes) };
}

function document(value: object, quotes: boolean): string {
  const json = JSON.stringify(value);
  return `${quotes ? escapeForbidden(json) : json}\n`;
}
