/** Whether a call got through at all: what reached nobody has done nothing, and may be tried again without harm. */
import type { Executed } from '../execute.ts';

/** How a child of our own calls a connection that was never made, on stderr. */
const UNREACHABLE = 'unreachable';

export function reachedNobody({ frozen, end }: Executed): boolean {
  if (end.kind === 'not_started') return end.transient === true;
  if (end.kind !== 'ended' || end.stopped !== null || frozen.tool === undefined) return false;
  try {
    const document = JSON.parse(new TextDecoder().decode(end.stderr.head)) as { error?: { reason?: unknown } };
    return document.error?.reason === UNREACHABLE;
  } catch {
    return false;
  }
}
