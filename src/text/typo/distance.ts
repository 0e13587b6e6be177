/**
 * How far a mistyped word lies from a word that is known: insertions, deletions, substitutions and swaps of neighbours,
 * weighed by how easily fingers make them. One row of the table at a time, so that words that begin alike share rows.
 */

import { EDIT, SLIP, substitution } from './weights.ts';

/** Distances from prefixes of `written` to one prefix of a word: rows[i] belongs to the word's first i letters. */
export class TypoTable {
  private readonly written: string;
  private readonly rows: Uint8Array[] = [];
  private word = '';

  constructor(written: string) {
    this.written = written;
    this.rows.push(Uint8Array.from({ length: written.length + 1 }, (_, i) => this.toNothing(i)));
  }

  /** The distance to `word`, or -n where the word's first n letters (n ≥ 1) are further than `limit` already. */
  distance(word: string, limit: number): number {
    let depth = sharedLength(word, this.word);
    this.word = word;
    for (; depth < word.length; depth++) {
      if (this.fillRow(depth + 1) > limit) {
        this.word = word.slice(0, depth + 1);
        return -1 - depth;
      }
    }
    return this.rows[depth]?.[this.written.length] as number;
  }

  isWithin(word: string, limit: number): boolean {
    const distance = this.distance(word, limit);
    return distance >= 0 && distance <= limit;
  }

  /** Fills the row of the word's first `length` letters, and gives the least of it and of the row before. */
  private fillRow(length: number): number {
    const { written, word } = this;
    const before = this.rows[length - 1] as Uint8Array;
    const beforeThat = this.rows[length - 2];
    this.rows[length] ??= new Uint8Array(written.length + 1);
    const row = this.rows[length];
    const letter = word.charCodeAt(length - 1);
    const previous = length > 1 ? word.charCodeAt(length - 2) : -1;
    const missing = letter === previous ? SLIP : EDIT;
    row[0] = (before[0] as number) + missing;
    let least = row[0];
    for (let i = 1; i <= written.length; i++) {
      const typed = written.charCodeAt(i - 1);
      const typedBefore = i > 1 ? written.charCodeAt(i - 2) : -1;
      let cost =
        (before[i - 1] as number) +
        (typed === letter ? 0 : substitution(written.charAt(i - 1), word.charAt(length - 1)));
      cost = Math.min(
        cost,
        (before[i] as number) + missing,
        (row[i - 1] as number) + (typed === typedBefore ? SLIP : EDIT),
      );
      if (beforeThat !== undefined && i > 1 && typed === previous && typedBefore === letter && typed !== letter) {
        cost = Math.min(cost, (beforeThat[i - 2] as number) + SLIP);
      }
      row[i] = Math.min(cost, 255);
      if (cost < least) least = cost;
    }
    // A swap reaches over one row: what the row before could still come to counts too.
    return Math.min(least, leastOf(before) + SLIP);
  }

  private toNothing(length: number): number {
    let cost = 0;
    for (let i = 1; i <= length; i++)
      cost += this.written.charCodeAt(i - 1) === this.written.charCodeAt(i - 2) ? SLIP : EDIT;
    return Math.min(cost, 255);
  }
}

function leastOf(row: Uint8Array): number {
  let least = 255;
  for (const cost of row) if (cost < least) least = cost;
  return least;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
