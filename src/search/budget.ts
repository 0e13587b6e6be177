/** The response's byte budget: whole references only, and the answer says when it was cut. */

/** A search answer with its newline never exceeds this many UTF-8 bytes. */
export const RESPONSE_BYTES = 8192;

/**
 * Drops references from the end until the document fits the budget. `render` gives the document for the first n of them;
 * n = 0 must fit by construction (every other field is bounded).
 */
export function fitWhole<T>(count: number, render: (shown: number) => T): T {
  let shown = count;
  let answer = render(shown);
  while (shown > 0 && Buffer.byteLength(JSON.stringify(answer), 'utf8') + 1 > RESPONSE_BYTES) {
    shown -= 1;
    answer = render(shown);
  }
  return answer;
}
