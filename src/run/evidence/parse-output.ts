/**
 * stdout in a stable format becomes a JSON value, by the manifest's `output`. It never guesses: what does not parse is
 * said not to, and numbers that JavaScript cannot hold stay text. Its time grows with the output and no faster.
 */
import type { Json, OutputField, OutputFormat } from '../../capability/capability.ts';
import { decode } from './excerpt.ts';
import { readJson } from './read-json.ts';

export type Parsed =
  /** `complete` false: only the records of the first part, the rest is in the store. */
  | { readonly kind: 'parsed'; readonly value: Json; readonly complete: boolean }
  | { readonly kind: 'plain' }
  | { readonly kind: 'unparsable'; readonly message: string };

/** Different keys of one output: beyond these it is a list, and no answer shows that many members. */
const MOST_KEYS = 10_000;

/** `whole`: the bytes are the entire output; otherwise the last, possibly cut, record is dropped. */
export function parseOutput(bytes: Uint8Array, whole: boolean, format: OutputFormat): Parsed {
  const text = decode(bytes);
  switch (format.format) {
    case 'text':
      return { kind: 'plain' };
    case 'json':
      if (!whole) return { kind: 'unparsable', message: 'the JSON output is too large to be read at once' };
      return text.trim() === '' ? { kind: 'parsed', value: null, complete: true } : parseJson(text);
    case 'jsonl':
      return parseJsonLines(split(text, '\n', whole), whole);
    case 'lines':
      return { kind: 'parsed', value: split(text, format.separator, whole), complete: whole };
    case 'key_value':
      return keyValues(split(text, '\n', whole), format.separator, whole);
    case 'records': {
      const records = split(text, format.record_separator, whole).slice(format.skip_first ?? 0);
      const value = records
        .filter((record) => record.trim() !== '')
        .map((record) => parseRecord(record, format.fields, format.field_separator, format.collapse_space === true));
      return { kind: 'parsed', value, complete: whole };
    }
  }
}

function split(text: string, separator: string, whole: boolean): string[] {
  const parts = text.split(separator);
  if (!whole || parts.at(-1) === '') parts.pop();
  return parts;
}

function parseJson(text: string): Parsed {
  const read = readJson(text);
  if (read.kind === 'json') return { kind: 'parsed', value: read.value, complete: true };
  return { kind: 'unparsable', message: `the output is not one JSON document that can be read: ${read.why}` };
}

function parseJsonLines(lines: readonly string[], complete: boolean): Parsed {
  const value: Json[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = readJson(line, 1);
    if (read.kind === 'none') {
      return { kind: 'unparsable', message: `line ${index + 1} of the output cannot be read: ${read.why}` };
    }
    value.push(read.value);
  }
  return { kind: 'parsed', value, complete };
}

/** A key that comes again collects its values in a list. Of too many keys only the first are read. */
function keyValues(lines: readonly string[], separator: string, whole: boolean): Parsed {
  const found = new Map<string, string[]>();
  let complete = whole;
  for (const line of lines) {
    const at = line.indexOf(separator);
    if (at < 0) continue;
    const key = line.slice(0, at).trim();
    const value = line.slice(at + separator.length).trim();
    const values = found.get(key);
    if (values !== undefined) values.push(value);
    else if (found.size < MOST_KEYS) found.set(key, [value]);
    else {
      complete = false;
      break;
    }
  }
  const entries = [...found].map(([key, values]): [string, Json] => [
    key,
    values.length > 1 ? values : (values[0] ?? ''),
  ]);
  return { kind: 'parsed', value: Object.fromEntries(entries), complete };
}

/** The last field takes what remains, separators included: a command line or a file name with spaces. */
function parseRecord(record: string, fields: readonly OutputField[], separator: string, collapse: boolean): Json {
  let rest = collapse ? record.trim() : record;
  const entries: [string, Json][] = [];
  for (const [index, field] of fields.entries()) {
    const isLast = index === fields.length - 1;
    const match = collapse ? /\s+/.exec(rest) : undefined;
    const at = isLast ? -1 : collapse ? (match?.index ?? -1) : rest.indexOf(separator);
    const width = collapse ? (match?.[0].length ?? 0) : separator.length;
    const text = at < 0 ? rest : rest.slice(0, at);
    entries.push([field.name, typed(text, field.type)]);
    rest = at < 0 ? '' : rest.slice(at + width);
  }
  return Object.fromEntries(entries);
}

function typed(text: string, type: OutputField['type']): Json {
  if (type === 'string') return text;
  const trimmed = text.trim();
  if (type === 'boolean') {
    if (['true', 'yes', '1', '*'].includes(trimmed)) return true;
    return ['false', 'no', '0', ''].includes(trimmed) ? false : null;
  }
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  if (type === 'number') return Number.isFinite(value) ? value : trimmed;
  if (!/^[+-]?\d+$/.test(trimmed)) return null;
  return Number.isSafeInteger(value) ? value : trimmed;
}
