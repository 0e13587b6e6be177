/** A refusal as it crosses to the wire: what it repeats of a caller, a file or a process is harmless to show. */
import type { Refusal } from '../reason/refusal.ts';
import { harmless } from './text-limits.ts';

/** Data to go on with: these stay as they are. */
const AS_THEY_ARE: readonly string[] = ['path', 'example'];

/** Everything of the refusal but its kind and its rule, in its order and `executed` last. */
export function shownRefusal({
  kind: _kind,
  rule: _rule,
  executed,
  ...error
}: Refusal): Omit<Refusal, 'kind' | 'rule'> {
  const shown = Object.entries(error).map(([name, text]) => [
    name,
    AS_THEY_ARE.includes(name) ? text : shownText(text),
  ]);
  return { ...(Object.fromEntries(shown) as typeof error), executed };
}

/** Lines stay lines. */
function shownText(text: string): string {
  return text
    .split('\n')
    .map((line) => harmless(line, Number.MAX_SAFE_INTEGER))
    .join('\n');
}
