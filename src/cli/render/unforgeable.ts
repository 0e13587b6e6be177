/**
 * What others have written, on lines of a question that a person has to judge: no text can pass for another line, whatever
 * blanks it holds and however long it is. A blank that is not one plain space is marked; lines are broken here, before the
 * terminal would, and go on deeper than any line of ours begins.
 */
import { clean } from './screen.ts';

/** Stands for a plain space that is not the only one between two words. */
const SPACE = '␣';
/** At the end of a line that was broken within a word. */
const BROKEN = '¬';
/** Blanks that no control and no filler is, and the two signs above, which a text may hold itself. */
const NAMED = /[\p{Zs}\u2800␣¬]/gu;
/** Narrower terminals break a line all the same. */
const FEWEST_CELLS = 20;

/** A text from outside with every blank but a single plain space marked. */
export function judged(text: string): string {
  const named = clean(text).replace(NAMED, (found) => {
    if (found === ' ') return found;
    return `(U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
  });
  return named.replace(/^ +| +$| {2,}/g, (found) => SPACE.repeat(found.length));
}

/** Its lines behind `start`, none wider than `columns`; what comes behind the first stands two cells deeper than `start` is long. */
export function judgedLines(start: string, text: string, columns: number): string[] {
  return brokenLines(judged(text), Math.max(columns - 1, FEWEST_CELLS) - start.length - 2).map((line, index) =>
    index === 0 ? `${start}${line}` : `${' '.repeat(start.length + 2)}${line}`,
  );
}

function brokenLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (widest(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    current = '';
    for (const character of word) {
      // Room for the sign, as long as it is not known whether the word ends here.
      if (widest(current) + widest(character) > width - widest(BROKEN)) {
        lines.push(`${current}${BROKEN}`);
        current = '';
      }
      current += character;
    }
  }
  return [...lines, current];
}

/** Cells that a terminal may take at most: of what is not ASCII nobody knows. */
function widest(text: string): number {
  let width = 0;
  for (const character of text) width += character < '\u007f' ? 1 : 2;
  return width;
}
