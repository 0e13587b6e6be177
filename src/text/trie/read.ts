/** Reads the prefix structure of layout.ts in place: no start-up work, and only the words on the way are touched. */
import type { IntView } from '../views.ts';
import { CHILD_COUNT_HAS_VALUE } from './layout.ts';

export class Trie {
  private readonly words: IntView;

  /** `words` is the u16 section that `buildTrie` made. */
  constructor(words: IntView) {
    this.words = words;
  }

  /** Calls `visit` for each key that begins at text[start], shortest first, looking no further than `end`. */
  prefixes(text: string, start: number, end: number, visit: (end: number, value: number) => void): void {
    const words = this.words;
    let node = 0;
    let at = start;
    while (at < end) {
      const link = this.child(node, text.charCodeAt(at));
      if (link < 0) return;
      at++;
      const low = words.at(link);
      const high = words.at(link + 1);
      if (high >= 0x8000) {
        visit(at, ((high & 0x7fff) << 16) | low);
        return;
      }
      node += (high << 16) | low;
      if (words.at(node) >= CHILD_COUNT_HAS_VALUE) visit(at, (words.at(node + 2) << 16) | words.at(node + 1));
    }
  }

  /** The longest key that begins at text[start] and ends no later than `end`. */
  longest(text: string, start: number, end: number): { end: number; value: number } | undefined {
    let found: { end: number; value: number } | undefined;
    this.prefixes(text, start, end, (keyEnd, value) => {
      found = { end: keyEnd, value };
    });
    return found;
  }

  /** The value of exactly this key, or -1. */
  find(key: string): number {
    const match = this.longest(key, 0, key.length);
    return match !== undefined && match.end === key.length ? match.value : -1;
  }

  /** Where the link of this child stands, or -1: a binary search over the node's code units. */
  private child(node: number, codeUnit: number): number {
    const words = this.words;
    const head = words.at(node);
    const count = head & 0x7fff;
    const first = node + (head >= CHILD_COUNT_HAS_VALUE ? 3 : 1);
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const label = words.at(first + middle);
      if (label === codeUnit) return first + count + middle * 2;
      if (label < codeUnit) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
