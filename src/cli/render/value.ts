/** Any JSON result for the eye: a list of records as a table, a record as lines, anything deeper as indented JSON. */
import { widthOf } from './fold.ts';
import { clean, cleanText, hung } from './screen.ts';
import { GAP, NARROWEST, table } from './table.ts';

/** Cells that what belongs to a key is set in by. */
const INSET = 2;

type Plain = null | boolean | number | string;
type Record = { readonly [key: string]: unknown };

/** `value` as text without a closing newline. */
export function valueText(value: unknown, columns: number, dim: (text: string) => string): string {
  const line = lineOf(value);
  if (line !== undefined) return line;
  if (isRecords(value)) return recordsText(value, columns, dim);
  if (Array.isArray(value))
    return value.every(isPlain) ? value.map((item) => hung(cell(item), INSET)).join('\n') : indented(value);
  const entries = Object.entries(value as Record).map(([key, member]) => [key, member, lineOf(member)] as const);
  const width = Math.max(0, ...entries.filter(([, , text]) => text !== undefined).map(([key]) => key.length));
  return entries
    .map(([key, member, text]) => {
      if (text !== undefined) return `${dim(clean(key).padEnd(width))}  ${hung(text, width + INSET)}`;
      return `${dim(clean(key))}\n${inset(valueText(member, columns - INSET, dim))}`;
    })
    .join('\n');
}

/** A table where it fits the screen and each cell is one line; else one block of lines a record. */
function recordsText(records: readonly Record[], columns: number, dim: (text: string) => string): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => names.map((name) => anyCell(record[name])));
  const head = names.map(clean);
  const widths = head.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column] ?? '')].map(widthOf)));
  const fixed = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const lines = rows.some((row) => row.some((text) => text.includes('\n')));
  if (!lines && fixed + Math.min(widths.at(-1) ?? 0, NARROWEST) <= columns) {
    return table(head, rows, columns, (text, _column, row) => (row < 0 ? dim(text) : text));
  }
  return records.map((record) => valueText(record, columns, dim)).join('\n\n');
}

/** What belongs to a key stands below it, further in. */
function inset(text: string): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(INSET));
}

function anyCell(value: unknown): string {
  const list = Array.isArray(value) && value.every(isPlain) ? value.map(cell).join(', ') : undefined;
  return lineOf(value) ?? list ?? clean(JSON.stringify(value));
}

/** What stands beside its key: a plain value, or that there is nothing in it. */
function lineOf(value: unknown): string | undefined {
  if (value === undefined || isPlain(value)) return cell(value);
  return Object.keys(value as object).length === 0 ? '(none)' : undefined;
}

function isPlain(value: unknown): value is Plain {
  return value === null || typeof value !== 'object';
}

function isRecords(value: unknown): value is readonly Record[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => !isPlain(one) && !Array.isArray(one));
}

function cell(value: Plain | undefined): string {
  if (value === null || value === undefined) return '-';
  return cleanText(String(value));
}

function indented(value: unknown): string {
  return cleanText(JSON.stringify(value, null, 2));
}
