/** Tool `text_sort_unique`: the lines of a file in order, each once if asked, with how often they occur. */
import { flag, integer, oneOf, text } from '../arguments.ts';
import { compareCodeUnits } from '../file/entry.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { encodingOfFile, readLines } from './lines.ts';

/** Different lines that are held in memory. */
const MOST_LINES = 5_000_000;
const SHOWN = 4000;

type Counted = { readonly text: string; readonly key: string; count: number };

export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const { counted, inputLines } = withFile(path, io.cwd, (file) =>
    countLines(readLines(file, encodingOfFile(file, path, undefined)), args, path),
  );
  const lines = [...counted].sort(orderOf(args));
  if (flag(args, 'descending')) lines.reverse();
  const limit = integer(args, 'limit');
  const isUnique = flag(args, 'unique');
  const shown: { text: string; count: number }[] = [];
  let total = 0;
  for (const { text: line, count } of lines) {
    const times = isUnique ? 1 : count;
    total += times;
    for (let i = 0; i < times && shown.length < limit; i += 1)
      shown.push({ text: line.slice(0, SHOWN).toWellFormed(), count });
  }
  return { lines: shown, total, input_lines: inputLines, distinct: counted.length, truncated: total > shown.length };
}

function countLines(lines: Iterable<{ text: string }>, args: JsonObject, path: string) {
  const [ignoreCase, trims, skipsEmpty] = ['ignore_case', 'trim', 'skip_empty'].map((name) => flag(args, name));
  const byKey = new Map<string, Counted>();
  let inputLines = 0;
  for (const line of lines) {
    inputLines += 1;
    const kept = trims ? line.text.trim() : line.text;
    if (skipsEmpty && kept.trim() === '') continue;
    const key = ignoreCase ? kept.toLowerCase() : kept;
    const seen = byKey.get(key);
    if (seen !== undefined) seen.count += 1;
    else byKey.set(key, { text: kept, key, count: 1 });
    if (byKey.size > MOST_LINES)
      throw new ToolFailure(`${path} has more than ${MOST_LINES} different lines`, 'not_supported');
  }
  return { counted: [...byKey.values()], inputLines };
}

function orderOf(args: JsonObject): (a: Counted, b: Counted) => number {
  const byText = (a: Counted, b: Counted): number => compareCodeUnits(a.key, b.key);
  const by = oneOf(args, 'sort', ['text', 'number', 'frequency'], 'text');
  if (by === 'frequency') return (a, b) => b.count - a.count || byText(a, b);
  if (by === 'text') return byText;
  const numbers = new Map<Counted, number>();
  const numberOf = (line: Counted): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    const match = /[-+]?\d+(?:\.\d+)?/.exec(line.text);
    // A line without a number comes after all that have one.
    const value = match === null ? Infinity : Number(match[0]);
    numbers.set(line, value);
    return value;
  };
  return (a, b) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    return x === y ? byText(a, b) : x < y ? -1 : 1;
  };
}
