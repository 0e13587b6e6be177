/** The words that one slip away from a mistyped word could have been meant, each with what the slip weighs. */
import { EDIT, SLIP, substitution } from './weights.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Calls `found` for the words one slip away that `isWord` admits, some more than once. `fingersOnly`: only swaps and
 * doubled letters. Of a word in small letters the first one is taken as right, but that it may have changed places.
 */
export function findEdits(
  word: string,
  fingersOnly: boolean,
  isWord: (edited: string) => boolean,
  found: (edited: string, weight: number) => void,
): void {
  for (let i = 0; i < word.length; i++) {
    const before = word.slice(0, i);
    const letter = word.charAt(i);
    const after = word.slice(i + 1);
    const next = after.charAt(0);
    const swapped = before + next + letter + after.slice(1);
    if (after !== '' && next !== letter && isWord(swapped)) found(swapped, SLIP);
    const doubled = before + letter + letter + after;
    if (isWord(doubled)) found(doubled, SLIP);
    const dropped = before + after;
    if ((next === letter || !fingersOnly) && isWord(dropped)) found(dropped, next === letter ? SLIP : EDIT);
    if (fingersOnly) continue;
    const upTo = before + letter;
    for (const other of LETTERS) {
      const inserted = upTo + other + after;
      if (isWord(inserted)) found(inserted, EDIT);
      if (i === 0) continue;
      const replaced = before + other + after;
      if (isWord(replaced)) found(replaced, substitution(letter, other));
    }
  }
}
