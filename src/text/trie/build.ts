/** Builds the prefix structure of layout.ts; same entries, same bytes. Runs when a dictionary or a lexicon is compiled. */
import { CHILD_COUNT_HAS_VALUE, LINK_IS_VALUE, MAX_VALUE } from './layout.ts';

type Entry = readonly [key: string, value: number];

/**
 * The words of a prefix structure over these entries, in any order. Throws RangeError on an empty key, a key given twice
 * or a value outside 0 … MAX_VALUE: those are faults of the caller.
 */
export function buildTrie(entries: Iterable<Entry>): Uint16Array {
  const sorted = [...entries].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  check(sorted);
  const words: number[] = [];
  writeNode(words, sorted, 0, sorted.length, 0);
  return new Uint16Array(words);
}

function check(sorted: readonly Entry[]): void {
  let previous = '';
  for (const [key, value] of sorted) {
    if (key === '') throw new RangeError('a key is empty');
    if (key === previous) throw new RangeError(`the key "${key}" is given twice`);
    if (!Number.isInteger(value) || value < 0 || value > MAX_VALUE) {
      throw new RangeError(`the value ${value} of "${key}" is outside 0..${MAX_VALUE}`);
    }
    previous = key;
  }
}

/** Writes the node of the entries [from, to), which share their first `depth` code units, and all below it. */
function writeNode(words: number[], sorted: readonly Entry[], from: number, to: number, depth: number): void {
  const node = words.length;
  const own = sorted[from];
  const hasValue = own !== undefined && depth > 0 && own[0].length === depth;
  const children = childRanges(sorted, hasValue ? from + 1 : from, to, depth);
  words.push((hasValue ? CHILD_COUNT_HAS_VALUE : 0) | children.length);
  if (hasValue) words.push(own[1] & 0xffff, own[1] >>> 16);
  for (const child of children) words.push(child.label);
  const links = words.length;
  for (let i = 0; i < children.length; i++) words.push(0, 0);
  for (const [i, child] of children.entries()) {
    const [key, value] = sorted[child.from]!;
    const isLeaf = child.to - child.from === 1 && key.length === depth + 1;
    const link = isLeaf ? (LINK_IS_VALUE | value) >>> 0 : words.length - node;
    words[links + i * 2] = link & 0xffff;
    words[links + i * 2 + 1] = link >>> 16;
    if (!isLeaf) writeNode(words, sorted, child.from, child.to, depth + 1);
  }
}

type ChildRange = { readonly label: number; readonly from: number; readonly to: number };

function childRanges(sorted: readonly Entry[], from: number, to: number, depth: number): ChildRange[] {
  const ranges: ChildRange[] = [];
  let start = from;
  while (start < to) {
    const label = sorted[start]![0].charCodeAt(depth);
    let end = start + 1;
    while (end < to && sorted[end]![0].charCodeAt(depth) === label) end++;
    ranges.push({ label, from: start, to: end });
    start = end;
  }
  if (ranges.length >= CHILD_COUNT_HAS_VALUE) throw new RangeError('a node has more children than its count can hold');
  return ranges;
}
