/** Whether a call got through at all: what reached nobody has done nothing, and may be tried again without harm. */
import type { Executed } from '../execute.ts';
import type { ExecutionEnd } from '../ports.ts';

/** How a child of our own calls a connection that was never made, on stderr. */
const UNREACHABLE = 'unreachable';
/** And a request that it kept back before it was sent. */
const NOT_SENT = 'not_sent';

export function reachedNobody(executed: Executed): boolean {
  if (executed.end.kind === 'not_started') return executed.end.transient === true;
  return saysOnTheWay(executed, [UNREACHABLE]);
}

/** Whether it came to nobody, be it that nobody was there or that it was never sent, however often it is tried. */
export function cameToNobody(executed: Executed): boolean {
  return reachedNobody(executed) || saysOnTheWay(executed, [NOT_SENT]);
}

/** And of one that was sent and that nothing came back of. */
const NO_ANSWER = 'no_answer';

/**
 * Whether the call got through and its answer came back. Of a change that is on its way and that no answer tells of, nobody
 * knows either.
 */
export function transportOf(executed: Executed): 'succeeded' | 'failed' | 'unknown' {
  const { frozen, end } = executed;
  if (end.kind !== 'ended' || end.stopped !== null) return 'failed';
  if (cameToNobody(executed) || saysOnTheWay(executed, [NO_ANSWER])) return 'failed';
  const isFar = ['http', 'mcp'].includes(frozen.capability.handler?.kind ?? '');
  return isFar && end.exitCode !== 0 && wordOf(end)?.reason !== 'failed' && end.stdout.totalBytes === 0
    ? 'unknown'
    : 'succeeded';
}

function saysOnTheWay({ frozen, end }: Executed, words: readonly unknown[]): boolean {
  if (end.kind !== 'ended' || end.stopped !== null || frozen.tool === undefined) return false;
  return words.includes(wordOf(end)?.reason);
}

/** What a child of our own says of its failure when it had not begun. */
const NOT_BEGUN: readonly unknown[] = ['invalid_arguments', 'not_found', 'not_supported', UNREACHABLE, NOT_SENT];

/**
 * Whether what failed says that nothing was done. A server that refuses says so; where that is open, the child that asked
 * it has another word. A program of somebody else does not say it: no exit code of those that there are means that.
 */
export function refusedWhole({ frozen, end }: Executed): boolean {
  if (end.kind !== 'ended' || frozen.tool === undefined) return false;
  const { handler } = frozen.capability;
  const reason = wordOf(end)?.reason;
  return NOT_BEGUN.includes(reason) || (handler?.kind === 'http' && reason === 'failed');
}

/**
 * A child of ours that was to change something and ended without a word of its own was broken off by a fault: nobody knows
 * how far it came.
 */
export function brokeOff({ frozen, end }: Executed): boolean {
  if (end.kind !== 'ended' || frozen.tool === undefined || frozen.capability.sideEffect === 'R') return false;
  return end.exitCode !== 0 && wordOf(end) === undefined;
}

/** What a child of ours says of its failure, as one JSON document on stderr. */
function wordOf(end: Extract<ExecutionEnd, { kind: 'ended' }>): { readonly reason?: unknown } | undefined {
  try {
    const document = JSON.parse(new TextDecoder().decode(end.stderr.head)) as { error?: { reason?: unknown } } | null;
    return document?.error;
  } catch {
    return undefined;
  }
}
