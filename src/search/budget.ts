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
  while (shown > 0 && utf8Length(JSON.stringify(answer)) + 1 > RESPONSE_BYTES) {
    shown -= 1;
    answer = render(shown);
  }
  return answer;
}

/** Bytes of a well-formed string in UTF-8, without encoding it. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}
