/** Breaks text into lines of a given width in cells, where a wide character (Chinese and the like) takes two. */

/** Characters that terminals draw two cells wide: CJK, its punctuation, kana, hangul, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Stands for a space that no line is broken at, until the folding is done; no font has a sign for it. */
export const JOIN = '\ue000';

/** Width in cells. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : NO_WIDTH.test(character) ? 0 : 1;
  return width;
}

/** The text in lines of at most `width` cells, broken at spaces and behind wide characters, and inside a word only when it must. */
export function fold(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => foldLine(line, Math.max(width, 2)))
    .join('\n');
}

function foldLine(line: string, width: number): string {
  const lines: string[] = [];
  let current = '';
  for (const piece of pieces(line)) {
    if (current !== '' && widthOf((current + piece).trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    let rest = current === '' ? piece.trimStart() : piece;
    while (widthOf((current + rest).trimEnd()) > width) {
      const head = headOf(rest, width);
      lines.push(head);
      rest = rest.slice(head.length);
    }
    current += rest;
  }
  lines.push(current.trimEnd());
  return lines.join('\n');
}

/** Words with the spaces behind them, and wide characters one by one. */
function pieces(line: string): string[] {
  const found: string[] = [];
  let word = '';
  for (const character of line) {
    const wide = WIDE.test(character);
    if (word !== '' && (wide || (/\s$/.test(word) && !/\s/.test(character)))) {
      found.push(word);
      word = '';
    }
    if (wide) found.push(character);
    else word += character;
  }
  if (word !== '') found.push(word);
  return found;
}

function headOf(text: string, width: number): string {
  let head = '';
  for (const character of text) {
    if (head !== '' && widthOf(head + character) > width) break;
    head += character;
  }
  return head;
}
