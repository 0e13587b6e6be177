/**
 * Ctrl-C and its kin, for everyone who must clean up: one listener of the process however many runs there are, and for a
 * call that has to be answered whatever happens. It knows no children and no answers.
 */
import { REASONS } from '../reason/reasons.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const waiting = new Set<() => void>();
/** Of a call that is answered even so: told as long as nothing of it was executed. */
let call: PromiseWithResolvers<void> | undefined;
let asked = false;
let begun = false;
let listening = false;

/** Calls `react` when the process is asked to end, instead of ending it. The returned function takes it back. */
export function onInterrupt(react: () => void): () => void {
  waiting.add(react);
  listen();
  // Asked to end before there was anything to clean up: what is started now has nobody who waits for it.
  if (asked) setImmediate(() => waiting.has(react) && react());
  return () => {
    waiting.delete(react);
    tellCall();
    listen();
  };
}

/** From here on a signal ends this process with an answer: the promise is kept when it comes before anything was executed. */
export function catchInterrupts(): Promise<void> {
  call ??= Promise.withResolvers<void>();
  listen();
  return call.promise;
}

/** The promise of `catchInterrupts`, where that was called. */
export function interruption(): Promise<void> | undefined {
  return call?.promise;
}

/** From here on the call's own answer says how it ended, so it is waited for. */
export function executionBegins(): void {
  begun = true;
}

/** With nobody left the signals end the process again, as they do by default. */
function listen(): void {
  const wanted = waiting.size > 0 || call !== undefined;
  if (wanted === listening) return;
  listening = wanted;
  for (const name of SIGNALS) process[wanted ? 'on' : 'removeListener'](name, tellAll);
}

function tellAll(): void {
  // Whoever asks again while nobody cleans up does not want to wait for the answer either.
  if (asked && waiting.size === 0) process.exit(REASONS.interrupted.exit);
  asked = call !== undefined;
  for (const react of [...waiting]) react();
  tellCall();
}

function tellCall(): void {
  if (asked && !begun && waiting.size === 0) call?.resolve();
}
