/** Tool `json_to_csv`: a list of JSON objects as a table. */
import { flag, oneOf, optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { csvRow } from './csv-write.ts';
import { type JsonNode, toValue } from './json-parse.ts';
import { findPlaces } from './json-path.ts';
import { readJson, readJsonLines } from './json-read.ts';
import { sourceText } from './source.ts';

/** Columns of a table that anybody can use. */
const MOST_COLUMNS = 2000;

export function run(args: JsonObject, io: ToolIo): Json {
  const delimiter = oneOf(args, 'delimiter', [',', ';', 'tab', '|'], ',').replace('tab', '\t');
  const flatten = flag(args, 'flatten');
  const rows = itemsOf(args, io).map((item) => cellsOf(item, flatten));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (columns.length > MOST_COLUMNS)
    throw new ToolFailure(`the table would have ${columns.length} columns`, 'not_supported');
  const header = flag(args, 'header') ? csvRow(columns, delimiter) : '';
  const text =
    header +
    rows
      .map((row) =>
        csvRow(
          columns.map((column) => row.get(column) ?? ''),
          delimiter,
        ),
      )
      .join('');
  return { text, columns, rows: rows.length, bytes: Buffer.byteLength(text) };
}

function itemsOf(args: JsonObject, io: ToolIo): readonly JsonNode[] {
  const text = sourceText(args, io);
  if (flag(args, 'json_lines')) return readJsonLines(text);
  const at = optionalText(args, 'at') ?? '';
  const found = [...findPlaces(readJson(text, 'the input'), at)].map(({ node }) => node);
  const [only] = found;
  if (only === undefined) throw new ToolFailure(`there is nothing at "${at}"`, 'not_found');
  if (found.length > 1) return found;
  if (only.kind === 'array') return only.items;
  if (only.kind === 'object') return [only];
  throw new ToolFailure('there is no list here: name the place of one with "at"', 'invalid_arguments');
}

/** An item that is no object is one column. */
function cellsOf(node: JsonNode, flatten: boolean): Map<string, string> {
  const cells = new Map<string, string>();
  const put = (column: string, one: JsonNode): void => {
    if (flatten && one.kind === 'object' && one.members.length > 0) {
      for (const { key, node: member } of one.members) put(`${column}.${key}`, member);
    } else cells.set(column, cellOf(one));
  };
  if (node.kind !== 'object') put('value', node);
  else for (const { key, node: member } of node.members) put(key, member);
  return cells;
}

function cellOf(node: JsonNode): string {
  if (node.kind === 'string') return node.value.toWellFormed();
  if (node.kind === 'number') return node.source;
  if (node.kind === 'literal') return node.value === null ? '' : String(node.value);
  return JSON.stringify(toValue(node));
}
