/** A refusal as it crosses to the wire: what it repeats of a caller, a file or a process is harmless to show. */
import type { Refusal } from '../reason/refusal.ts';
import { harmlessLines } from './text-limits.ts';

/** Everything of the refusal but its kind. `path` and `example` are data to go on with and stay as they are. */
export function shownRefusal({ kind: _kind, executed, ...error }: Refusal): Omit<Refusal, 'kind'> {
  const { message, expected, received, did_you_mean: meant } = error;
  return {
    ...error,
    message: harmlessLines(message),
    ...(expected === undefined ? {} : { expected: harmlessLines(expected) }),
    ...(received === undefined ? {} : { received: harmlessLines(received) }),
    ...(meant === undefined ? {} : { did_you_mean: harmlessLines(meant) }),
    executed,
  };
}
