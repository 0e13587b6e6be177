/** Reading CSV as a stream of rows: quotes, line ends within quotes, any separator, any encoding. Tolerant as RFC 4180 readers are. */
import { oneOf, optionalText } from '../arguments.ts';
import { readAt, withFile } from '../source-file.ts';
import { decoderOf } from '../text/encoding.ts';
import { encodingOfFile } from '../text/lines.ts';
import { type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

const CHUNK_BYTES = 1 << 20;
/** Characters of one field: more means that a quote was never closed. */
const LONGEST_FIELD = 8 * 1024 * 1024;
/** Characters by which the separator is judged. */
const SAMPLE_CHARACTERS = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;

export type CsvTable = {
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly encoding: string;
  /** Without the header; an empty line is no row. */
  readonly rows: Iterable<readonly string[]>;
};

/** Opens the table of the arguments `path`, `delimiter`, `header` and `encoding` for the time of `use`. */
export function withCsv<T>(args: JsonObject, path: string, io: ToolIo, use: (table: CsvTable) => T): T {
  return withFile(path, io.cwd, (file) => {
    const encoding = encodingOfFile(file, path, optionalText(args, 'encoding'));
    const sample = decoderOf(encoding).decode(readAt(file, 0, SAMPLE_CHARACTERS), { stream: true });
    const chosen = oneOf(args, 'delimiter', ['auto', ',', ';', 'tab', '|'], 'auto');
    const delimiter = chosen === 'auto' ? guessDelimiter(sample) : chosen === 'tab' ? '\t' : chosen;
    const rows = parseRows(chunksOf(file, encoding), delimiter, path);
    const first = rows.next();
    const names = first.done === true ? [] : first.value;
    const hasHeader = args.header !== false;
    const columns = hasHeader ? uniqueNames(names) : names.map((_, i) => `column_${i + 1}`);
    const all = hasHeader || first.done === true ? rows : prepend(first.value, rows);
    return use({ columns, delimiter, encoding, rows: all });
  });
}

function* prepend<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

/** "id", "id" → "id", "id_2"; an empty name is its number. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((raw, i) => {
    const base = raw.trim() === '' ? `column_${i + 1}` : raw.trim();
    let name = base;
    for (let n = 2; seen.has(name); n += 1) name = `${base}_${n}`;
    seen.add(name);
    return name;
  });
}

/** The one that cuts the first rows into the same number of columns, more than one; the comma when none does. */
function guessDelimiter(sample: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const rows: readonly string[][] = [...limited(parseRows([sample], delimiter, ''), 50)];
    // The sample may end within a row.
    const whole = rows.length > 1 ? rows.slice(0, -1) : rows;
    const width = whole[0]?.length ?? 0;
    const score = width < 2 ? 0 : (whole.filter((row) => row.length === width).length / whole.length) * 1000 + width;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function* limited<T>(source: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const item of source) {
    if (count++ >= most) return;
    yield item;
  }
}

function* chunksOf(file: number, encoding: string): Generator<string> {
  const decoder = decoderOf(encoding);
  for (let position = 0; ; ) {
    const bytes = readAt(file, position, CHUNK_BYTES);
    position += bytes.length;
    const isLast = bytes.length < CHUNK_BYTES;
    yield decoder.decode(bytes, { stream: !isLast });
    if (isLast) return;
  }
}

/** A quote opens a quoted field at its beginning only; within one a doubled quote is a quote. */
function* parseRows(chunks: Iterable<string>, delimiter: string, path: string): Generator<string[]> {
  let row: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  let skipsFeed = false;
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += 1) {
      const c = chunk[i]!;
      if (skipsFeed && c === '\n') {
        skipsFeed = false;
        continue;
      }
      skipsFeed = false;
      if (state === 'quoted') {
        if (c === '"') state = 'quote';
        else field += c;
        if (field.length > LONGEST_FIELD)
          throw new ToolFailure(`${path}: a quote that opens a field is never closed`, 'invalid_arguments');
        continue;
      }
      if (state === 'quote' && c === '"') {
        field += '"';
        state = 'quoted';
      } else if (c === delimiter) {
        row.push(field);
        field = '';
        state = 'start';
      } else if (c === '\n' || c === '\r') {
        skipsFeed = c === '\r';
        if (row.length > 0 || field !== '' || state === 'quote') yield [...row, field].map((one) => one.toWellFormed());
        row = [];
        field = '';
        state = 'start';
      } else if (c === '"' && state === 'start') state = 'quoted';
      else {
        field += c;
        state = 'plain';
      }
    }
  }
  if (row.length > 0 || field !== '' || state === 'quote') yield [...row, field].map((one) => one.toWellFormed());
}
